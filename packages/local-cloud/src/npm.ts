import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

const limitMs = 5 * 60 * 1000;

/** What npm's error codes mean to somebody who waits for an installation. */
const meanings: Record<string, string> = {
  E404: "the registry does not have it",
  ETARGET: "the registry does not have this version",
  EBADPLATFORM: "it is not made for this platform",
  EACCES: "the folder cannot be written",
  EROFS: "the folder cannot be written",
  ENOSPC: "the disk is full",
};
const unreachable = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/**
 * Installs a package into `folder` by npm, which runs as a program of this Node: it needs no shell and no `npm.cmd`.
 * Throws an Error that says in a few words why not.
 */
export async function npmInstall(folder: string, specification: string, platform: string): Promise<void> {
  const npm = npmProgram();
  if (npm === undefined) throw new Error("npm cannot be found");
  const [os, cpu] = platform.split("-");
  // The level in which the error's code is: an npm around this one may be silent.
  const quiet = [
    "--loglevel=error",
    "--no-save",
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
  ];
  const brief = ["--fetch-retries=0", "--fetch-timeout=30000"];
  const target = [`--os=${os}`, `--cpu=${cpu}`];
  const args = [npm, "install", "--prefix", folder, ...quiet, ...brief, ...target, specification];
  await promisify(execFile)(process.execPath, args, { timeout: limitMs }).catch((error) => {
    const code = /npm error code (\w+)/.exec(String(error.stderr))?.[1] ?? "";
    if (unreachable.test(code)) throw new Error("the registry cannot be reached");
    throw new Error(meanings[code] ?? (code === "" ? "npm did not finish" : `npm says ${code}`));
  });
}

/** npm's own program: of the npm that runs this script, else of the npm that a Node on this machine came with. */
function npmProgram(): string | undefined {
  const { npm_execpath = "", PATH = "" } = process.env;
  const folders = [dirname(process.execPath), ...PATH.split(delimiter)];
  const candidates = [
    join(dirname(npm_execpath), "npm-cli.js"),
    ...folders.flatMap((folder) => [
      join(folder, "node_modules/npm/bin/npm-cli.js"),
      realPath(join(folder, "npm")),
    ]),
  ];
  return candidates.find((file) => basename(file) === "npm-cli.js" && existsSync(file));
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return "";
  }
}
