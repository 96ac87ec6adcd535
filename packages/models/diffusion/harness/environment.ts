import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Installs the wheels side by side, in a seventh of pip's time. */
const installer = "uv==0.13.9";
const leastPython = [3, 11];
const neededGigabytes = 12;
const keptDays = 14;

const run = promisify(execFile);
const model = join(import.meta.dirname, "..");
const requirements = ["requirements.txt", "requirements-test.txt"].map((file) => join(model, file));
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "image-staging");

/** Why the model cannot be tested on this machine, in one line. */
export class NotHere extends Error {}

/**
 * The Python of a virtual environment with the model's requirements: 8 GB, made once for each content of the requirements
 * and kept outside the checkout. Throws NotHere if Python, PyPI or the space is missing.
 */
export async function modelPython(): Promise<string> {
  const python = await findPython();
  const hash = createHash("sha256").update(installer).update(python.version);
  for (const file of requirements) hash.update(readFileSync(file));
  const folder = join(cache, `model-${hash.digest("hex").slice(0, 12)}`);
  const complete = join(folder, "complete");
  if (!existsSync(complete)) await make(folder, python.command);
  utimesSync(complete, new Date(), new Date());
  removeUnused();
  return join(folder, "bin/python");
}

async function findPython() {
  for (const command of ["python3", "python3.12", "python3.11"]) {
    const answer = await run(command, [
      "-c",
      "import sys, venv; print('%d.%d' % sys.version_info[:2])",
    ]).catch(() => undefined);
    const version = answer?.stdout.trim() ?? "";
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major === leastPython[0] && minor >= (leastPython[1] ?? 0)) return { command, version };
  }
  throw new NotHere(`Python ${leastPython.join(".")} or later with venv is needed.`);
}

/** Makes it in another folder and moves it there whole, since another run may make the same. */
async function make(folder: string, python: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const { bavail, bsize } = statfsSync(cache);
  if (bavail * bsize < neededGigabytes * 1e9)
    throw new NotHere(`${neededGigabytes} GB of free space are needed in ${cache}.`);
  const draft = `${folder}.${process.pid}`;
  try {
    const programs = join(draft, "bin");
    await run(python, ["-m", "venv", draft]);
    await install(join(programs, "python"), ["-m", "pip", "install", "--quiet", "--retries", "1", installer]);
    const files = requirements.flatMap((file) => ["-r", file]);
    // Without its own cache, which would hold the gigabytes a second time.
    const options = ["pip", "install", "--quiet", "--no-cache", "--require-hashes", ...files];
    await install(join(programs, "uv"), [...options, "--python", join(programs, "python")]);
    await writeFile(join(draft, "complete"), "");
    await rename(draft, folder).catch((error) => {
      if (!existsSync(join(folder, "complete"))) throw error;
    });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function install(command: string, args: string[]): Promise<void> {
  const index = process.env.UV_DEFAULT_INDEX ?? process.env.PIP_INDEX_URL;
  const env = { ...process.env, ...(index && { UV_DEFAULT_INDEX: index }) };
  await run(command, args, { env }).catch((error: { stderr?: string; message: string }) => {
    const lines = (error.stderr || error.message).trim().split("\n");
    throw new NotHere(`The requirements cannot be installed from PyPI: ${lines.at(-1)?.trim()}`);
  });
}

function removeUnused(): void {
  for (const name of readdirSync(cache)) {
    const complete = join(cache, name, "complete");
    const isOld = existsSync(complete) && Date.now() - statSync(complete).mtimeMs > keptDays * 86_400_000;
    if (isOld) rmSync(join(cache, name), { recursive: true, force: true });
  }
}
