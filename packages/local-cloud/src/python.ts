import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { installedIn } from "./installation.ts";

/** The emulator of AWS that PyPI has. */
export const miniStack = "ministack==1.5.33";

const run = promisify(execFile);
const isWindows = process.platform === "win32";

/**
 * The folder of programs of a virtual environment that holds exactly this package of PyPI, made once. Throws an Error of
 * one line if Python or PyPI cannot be reached.
 */
export async function pythonPrograms(requirement: string, root = installedIn): Promise<string> {
  const cache = join(root, ".cache/python");
  // The platform too: a container may see the folder of its host.
  const what = `${requirement} ${process.platform}-${process.arch}`;
  const name = createHash("sha256").update(what).digest("hex").slice(0, 12);
  const folder = join(cache, name);
  const complete = join(folder, "complete");
  const programs = join(folder, isWindows ? "Scripts" : "bin");
  if (existsSync(complete)) return programs;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const python = isWindows ? "python" : "python3";
  await run(python, ["-m", "venv", folder]).catch((error) => {
    if (error.code === "ENOENT") throw new Error(`there is no ${python} on the PATH`);
    throw new Error(`Python 3 with venv is needed and cannot be run: ${firstLine(error)}`);
  });
  const options = ["--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1"];
  await run(join(programs, "pip"), ["install", ...options, requirement]).catch((error) => {
    throw new Error(`${requirement} cannot be installed from PyPI: ${firstLine(error)}`);
  });
  writeFileSync(complete, requirement);
  return programs;
}

const firstLine = (error: { stderr?: string; message: string }) =>
  (error.stderr?.match(/^ERROR: (.*)$/m)?.[1] ?? error.message).split("\n")[0];
