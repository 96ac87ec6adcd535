import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { npmCommand } from "./npm.ts";

const projectRoot = join(import.meta.dirname, "..");

const Entry = v.looseObject({
  version: v.optional(v.string()),
  integrity: v.optional(v.string()),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
});
const Lock = v.pipe(v.string(), v.parseJson(), v.object({ packages: v.record(v.string(), Entry) }));
type Packages = v.InferOutput<typeof Lock>["packages"];

/** The packages of a lock file by their folders; of the project's own by default. */
export const lockedPackages = (file = join(projectRoot, "package-lock.json")): Packages =>
  v.parse(Lock, readFileSync(file, "utf8")).packages;

/**
 * A package and all that it needs, as the lock file pins them: version and hash of each, by its folder. Throws if the lock file
 * has not one of them with its hash.
 */
export function pinned(name: string, packages = lockedPackages()): Packages {
  const found: Packages = {};
  const add = (folder: string, isOptional: boolean) => {
    const entry = packages[folder];
    if (entry?.integrity === undefined && isOptional) return;
    if (entry?.integrity === undefined) throw new Error(`package-lock.json has no hash of ${folder}.`);
    if (found[folder]) return;
    found[folder] = entry;
    const within = (needed: string) =>
      [`${folder}/node_modules/${needed}`, `node_modules/${needed}`].find((path) => packages[path]) ??
      `node_modules/${needed}`;
    for (const needed of Object.keys(entry.dependencies)) add(within(needed), false);
    for (const needed of Object.keys(entry.optionalDependencies)) add(within(needed), true);
  };
  add(`node_modules/${name}`, false);
  return found;
}

/** A short name of what is pinned, so that other versions get another folder. */
export const fingerprintOf = (packages: Packages): string =>
  createHash("sha256").update(JSON.stringify(packages)).digest("hex").slice(0, 12);

/**
 * Installs pinned packages into a folder, without their scripts. npm compares each with its hash, and installs nothing that the
 * lock file does not pin.
 */
export function installPinned(folder: string, name: string, packages: Packages, target: string[]): void {
  const dependencies = { [name]: packages[`node_modules/${name}`]?.version };
  const about = { name: "carried", version: "1.0.0", dependencies };
  const lock = { ...about, lockfileVersion: 3, requires: true, packages: { "": about, ...packages } };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(about));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  const [command, ...before] = npmCommand(process.env.npm_execpath);
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts"];
  execFileSync(command, [...before, "ci", ...target, ...quiet], { cwd: folder, stdio: "pipe" });
}
