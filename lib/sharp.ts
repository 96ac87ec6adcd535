import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fingerprintOf, installPinned, pinned } from "./locked.ts";

export type Cpu = "arm64" | "x64";

const projectRoot = join(import.meta.dirname, "..");

/** The folder that has sharp for Lambda on this CPU in its node_modules, as the lock file pins it and all that it needs. */
export function sharpFor(cpu: Cpu): string {
  const packages = pinned("sharp");
  const folder = join(projectRoot, "node_modules/.cache", `sharp-linux-${cpu}-${fingerprintOf(packages)}`);
  if (!isInstalled(folder, cpu)) install(folder, packages, cpu);
  return folder;
}

/**
 * sharp loads its binding for the CPU, and that one libvips. What npm left of an installation that broke off has not all
 * three.
 */
export const isInstalled = (folder: string, cpu: Cpu): boolean =>
  ["sharp", `@img/sharp-linux-${cpu}`, `@img/sharp-libvips-linux-${cpu}`].every((name) =>
    existsSync(join(folder, "node_modules", name, "package.json")),
  );

/** Written next to the folder, then moved to its place: another synthesis never sees half of it. */
function install(folder: string, packages: ReturnType<typeof pinned>, cpu: Cpu): void {
  const draft = `${folder}-${process.pid}`;
  try {
    installPinned(draft, "sharp", packages, ["--os=linux", `--cpu=${cpu}`, "--libc=glibc"]);
    if (!isInstalled(draft, cpu)) throw new Error(`npm installed sharp without its build for ${cpu}.`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
