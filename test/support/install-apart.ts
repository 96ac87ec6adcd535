import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/**
 * Installs the packages of a manifest, which names exact versions, into `folder`, once for each text of the manifest: the
 * project's `npm ci` has none of them. `options` are npm's.
 */
export async function installApart(manifest: string, folder: string, ...options: string[]): Promise<void> {
  const text = readFileSync(manifest, "utf8");
  const complete = join(folder, "complete");
  if (existsSync(complete) && readFileSync(complete, "utf8") === text) return;
  rmSync(join(folder, "node_modules"), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), text);
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  await execute("npm", ["install", "--no-package-lock", "--ignore-scripts", ...options, ...quiet], {
    cwd: folder,
  });
  writeFileSync(complete, text);
}
