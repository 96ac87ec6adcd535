import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const projectRoot = join(import.meta.dirname, "../../../..");
const run = promisify(execFile);
const cache = join(projectRoot, ".cache/python");
const quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1"];

/** The Python of a new virtual environment. */
export async function newEnvironment(folder: string): Promise<string> {
  await run(process.env.PYTHON ?? "python3", ["-m", "venv", folder]);
  return join(folder, "bin/python");
}

/** Installs by files of requirements, which have the hash of each package. */
export async function installLocked(python: string, files: string[]): Promise<void> {
  const requirements = files.flatMap((file) => ["-r", file]);
  await run(python, ["-m", "pip", "install", ...quiet, "--require-hashes", ...requirements]);
}

/** The Python of a virtual environment with these requirements, made once for each content of the files. */
export async function environmentOf(files: string[]): Promise<string> {
  const { stdout: version } = await run(process.env.PYTHON ?? "python3", ["--version"]);
  const hash = createHash("sha256").update(`${version} ${process.platform}-${process.arch}`);
  for (const file of files) hash.update(readFileSync(file));
  const folder = join(cache, `client-${hash.digest("hex").slice(0, 12)}`);
  const complete = join(folder, "complete");
  const python = join(folder, "bin/python");
  if (existsSync(complete)) return python;
  mkdirSync(cache, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  await installLocked(await newEnvironment(folder), files);
  writeFileSync(complete, "");
  return python;
}
