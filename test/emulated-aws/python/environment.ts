import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** The packages that the project's checks need of PyPI. */
export const miniStack = "ministack==1.5.33";
export const cfnLint = "cfn-lint==1.51.0";
export const schemathesis = "schemathesis==4.32.5";

const run = promisify(execFile);
const cache = join(import.meta.dirname, "../../../.cache/python");

/**
 * The folder of programs of a virtual environment that holds exactly this package of PyPI, made
 * once. Throws an Error of one line where Python or PyPI cannot be reached.
 */
export async function pythonPrograms(requirement: string): Promise<string> {
  const name = createHash("sha256").update(requirement).digest("hex").slice(0, 12);
  const folder = join(cache, name);
  const complete = join(folder, "complete");
  const programs = join(folder, "bin");
  if (existsSync(complete)) return programs;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  await run("python3", ["-m", "venv", folder]).catch((error) => {
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
  (error.stderr?.match(/^ERROR:.*$/m)?.[0] ?? error.message).split("\n")[0];
