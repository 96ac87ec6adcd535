import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { npmCommand } from "./sharp.ts";

const projectRoot = join(import.meta.dirname, "..");
export const signerName = "@contentauth/c2pa-node";
const version = "0.8.0";
/** Of the build for Linux on x64, which is the one in the package; its install script fetches others from elsewhere. */
const sha256 = "fbe6a338ae42053f4361a0a1c66b8a3c4095d2dc5b42cd1535c7c1ae51d67d70";
const folder = join(projectRoot, "node_modules/.cache", `c2pa-node-${version}`);

const signerFolder = join(folder, "node_modules", signerName);

const hashOf = (file: string) =>
  existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : null;
const isInstalled = (inFolder: string) =>
  hashOf(join(inFolder, "node_modules", signerName, "dist/index.node")) === sha256;

/**
 * Installs the library that signs, once, for Linux on x64 and without its install script, and returns its folder. It stands in no manifest: npm would run
 * the script on each machine, and 48 MB would be installed by those who never sign. Throws if it is not the known build.
 */
export function installSigner(): string {
  if (isInstalled(folder)) return signerFolder;
  const draft = `${folder}-${process.pid}`;
  const quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
  try {
    const [command, ...before] = npmCommand(process.env.npm_execpath);
    const wanted = `${signerName}@${version}`;
    execFileSync(command, [...before, "install", "--prefix", draft, ...quiet, wanted], { stdio: "pipe" });
    if (!isInstalled(draft)) throw new Error(`npm installed another build of ${wanted} than the known one.`);
    moveTo(folder, draft);
    return signerFolder;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Another process may have installed it in the meantime, and uses it: what is sound stays. */
function moveTo(place: string, draft: string): void {
  if (isInstalled(place)) return;
  if (existsSync(place)) rmSync(place, { recursive: true });
  try {
    renameSync(draft, place);
  } catch (error) {
    if (!isInstalled(place)) throw error;
  }
}
