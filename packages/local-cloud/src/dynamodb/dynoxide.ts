import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { installedIn, optionalDependencies } from "../installation.ts";
import { npmInstall } from "../npm.ts";

/** Where to look for the engine, and for which platform, such as `darwin-arm64`. */
export type Machine = { root: string; platform: string };
export const thisMachine: Machine = { root: installedIn, platform: `${process.platform}-${process.arch}` };

/** The makers publish one version for all platforms; package.json locks the part for one of them. */
const locked = "@dynoxide/linux-x64";
export const version = optionalDependencies[locked] ?? "";

export const packageOf = ({ platform }: Machine) => `@dynoxide/${platform}`;
const programOf = (platform: string) => (platform.startsWith("win32-") ? "dynoxide.exe" : "dynoxide");
const cacheOf = ({ root, platform }: Machine) =>
  join(root, "node_modules/.cache", `dynoxide-${version}-${platform}`);

/** The engine that `npm ci` installed, or that an earlier start did. */
export function installedDynoxide(machine: Machine): string | undefined {
  const folders = [machine.root, cacheOf(machine)];
  const programs = folders.map((folder) => programIn(folder, machine));
  return programs.find((program) => existsSync(program));
}

const programIn = (folder: string, machine: Machine): string =>
  join(folder, "node_modules", packageOf(machine), programOf(machine.platform));

const triedAgainAfterMs = 60 * 60 * 1000;
const noteOf = (machine: Machine) => `${cacheOf(machine)}.failed`;

/**
 * Installs the engine's part for this platform next to the project's packages, once. Throws an Error that says why not; for
 * an hour, the next start then says the same without trying.
 */
export async function installDynoxide(machine: Machine): Promise<string> {
  const note = noteOf(machine);
  const noted = statSync(note, { throwIfNoEntry: false });
  if (noted && Date.now() - noted.mtimeMs < triedAgainAfterMs)
    throw new Error(`${readFileSync(note, "utf8")} (tried less than an hour ago)`);
  const folder = cacheOf(machine);
  try {
    await install(machine, folder);
    return programIn(folder, machine);
  } catch (error) {
    if (existsSync(dirname(note)))
      writeFileSync(note, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** For the next start to try again. */
export const forgetFailedInstall = (machine: Machine): void => rmSync(noteOf(machine), { force: true });

/** Into a new folder first: two starts at once must not write into the same one. */
async function install(machine: Machine, folder: string): Promise<void> {
  const draft = `${folder}.draft-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await npmInstall(draft, `${packageOf(machine)}@${version}`, machine.platform);
    await versionOf(programIn(draft, machine));
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The engine on the PATH, with the version that it says it has. */
export async function dynoxideOnPath({ platform }: Machine): Promise<{ program: string; version: string }> {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const program = folders.map((folder) => join(folder, programOf(platform))).find(existsSync);
  if (program === undefined) throw new Error("there is none");
  return { program, version: await versionOf(program) };
}

/** Also shows that the program runs on this machine. */
async function versionOf(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ["--version"], { timeout: 10_000 }).catch(() => {
    throw new Error("it does not run on this machine");
  });
  return stdout.trim().replace(/^dynoxide /, "");
}
