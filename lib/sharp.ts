import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

export type Cpu = "arm64" | "x64";

const projectRoot = join(import.meta.dirname, "..");

/** The folder that has sharp for Lambda on this CPU in its node_modules. It is installed once for each version. */
export function sharpFor(cpu: Cpu): string {
  const { version } = JSON.parse(readFileSync(join(projectRoot, "node_modules/sharp/package.json"), "utf8"));
  const folder = join(projectRoot, "node_modules/.cache", `sharp-${version}-linux-${cpu}`);
  if (!isInstalled(folder, cpu)) install(`sharp@${version}`, folder, cpu);
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
function install(sharp: string, folder: string, cpu: Cpu): void {
  const draft = `${folder}-${process.pid}`;
  const target = ["--os=linux", `--cpu=${cpu}`, "--libc=glibc"];
  const quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
  try {
    const [command, ...before] = npmCommand(process.env.npm_execpath);
    execFileSync(command, [...before, "install", "--prefix", draft, ...target, ...quiet, sharp], {
      stdio: "pipe",
    });
    if (!isInstalled(draft, cpu)) throw new Error(`npm installed ${sharp} without its build for ${cpu}.`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * How npm is run without a shell: by Node, since npm itself is a script (on Windows npm.cmd, which only a shell runs). npm
 * says where its script is to what it runs, npx included; else it lies next to Node or in Node's library.
 */
export function npmCommand(npmExecPath: string | undefined): [string, ...string[]] {
  const beside = dirname(process.execPath);
  const npm = "node_modules/npm/bin/npm-cli.js";
  const script = [
    ...(npmExecPath === undefined ? [] : [join(dirname(npmExecPath), "npm-cli.js")]),
    join(beside, npm),
    join(beside, "../lib", npm),
  ].find((candidate) => existsSync(candidate));
  return script === undefined ? ["npm"] : [process.execPath, script];
}
