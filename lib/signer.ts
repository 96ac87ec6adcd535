import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installPinned, lockedPackages } from "./locked.ts";

const projectRoot = join(import.meta.dirname, "..");
export const signerName = "@contentauth/c2pa-node";
const version = "0.8.0";
/** It and what it needs, with the hash of each: a lock file of its own, which `npm install --package-lock-only` writes. */
const lock = join(import.meta.dirname, "signer-lock.json");
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
  try {
    installPinned(draft, signerName, lockedPackages(lock), []);
    if (!isInstalled(draft))
      throw new Error(`npm installed another build of ${signerName} than the known one.`);
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
