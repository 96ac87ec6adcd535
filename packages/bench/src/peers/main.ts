import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Each runs in a separate process, so that neither memory nor settings of one reach the next. */
const comparisons = {
  create: "An idempotent, limited create",
  "api-chain": "The API chain",
  signing: "Signing and verifying webhooks",
  delivery: "Delivering a webhook",
  ingest: "Ingest of 50 MB",
  ssrf: "SSRF: cases that leaked",
  start: "Start of the laptop's cloud",
};

/** What the comparisons need besides the project's own packages, by the folder of their manifest. */
const folders = ["libraries", "serverless"].map((name) => join(import.meta.dirname, name));

/**
 * Compares the service with libraries and tools that do the same work: `peers` runs all comparisons, `peers:create` and the like
 * a single one.
 */
export async function peers(only: string | undefined): Promise<void> {
  const names = Object.entries(comparisons).filter(([name]) => only === undefined || only === name);
  if (names.length === 0)
    throw new Error(`There is no comparison ${only}. Choose from: ${Object.keys(comparisons).join(", ")}`);
  folders.forEach(install);
  for (const [name, title] of names) {
    console.log(`\n## ${title}\n`);
    execFileSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
      stdio: ["ignore", "inherit", "inherit"],
    });
  }
}

/** Once for each manifest, which names exact versions. */
function install(folder: string): void {
  const [manifest, installed] = [join(folder, "package.json"), join(folder, "node_modules/.installed")];
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(manifest))) return;
  console.log(`Installing what the service is compared with, once (${folder})`);
  const npm = process.env.npm_execpath;
  const [command, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];
  execFileSync(
    command,
    [...first, "install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"],
    {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  copyFileSync(manifest, installed);
}
