import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { splitRoute } from "../../lib/api-functions.ts";
import { bundleInto, projectRoot } from "../../lib/bundling.ts";

test("each file of a bundle of several is a module that Node loads", async () => {
  const folder = mkdtempSync(join(projectRoot, "node_modules", ".split-"));
  try {
    bundleInto(folder, `lambdas/api/routes/${splitRoute}.ts`, { splits: true });
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) await import(pathToFileURL(join(folder, file)).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
