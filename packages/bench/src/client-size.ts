import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { npmInstall } from "@image-staging/local-cloud/npm";
import { buildSync } from "esbuild";
import { projectRoot } from "service/lib/bundling.ts";

/** Clients of services that work alike, installed for the comparison alone. */
const others = ["openai@6.49.0", "replicate@1.4.0"];
const budgetBytes = 8192;

/** Everything that a package exports, bundled, minified and gzipped, next to the TypeScript client. */
export async function clientSize(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "client-size-"));
  mkdirSync(join(folder, "node_modules"));
  try {
    const own = sizeOf(
      `export * from "${join(projectRoot, "packages/clients/typescript/src/index.ts")}"`,
      folder,
    );
    report("@image-staging/client", own);
    for (const other of others) {
      await npmInstall(folder, other, `${process.platform}-${process.arch}`);
      report(other, sizeOf(`export * from "${other.replace(/@[^@]+$/, "")}"`, folder));
    }
    if (own > budgetBytes) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const report = (name: string, bytes: number) =>
  console.log(`${name.padEnd(24)} ${(bytes / 1024).toFixed(1).padStart(6)} KB gzipped`);

function sizeOf(contents: string, resolveDir: string): number {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    logLevel: "error",
  });
  return gzipSync(outputFiles[0]?.contents ?? "").length;
}
