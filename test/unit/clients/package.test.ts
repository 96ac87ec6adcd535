import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { operations } from "../../../lambdas/api/contract/operations.ts";
import { clientTypes } from "../../../openapi/client-types.ts";

const folder = join(import.meta.dirname, "../../../clients/typescript");
const read = (file: string) => readFileSync(join(folder, file), "utf8");
const sources = globSync("src/*.ts", { cwd: folder });

test("the client's types are those of the document: npm run openapi", () => {
  expect(read("src/types.ts")).toBe(clientTypes());
});

test("the client needs nothing but the platform: no packages, no modules of Node", () => {
  expect(JSON.parse(read("package.json")).dependencies).toBeUndefined();
  for (const file of sources)
    for (const [, target] of read(file).matchAll(/from "([^"]+)"/g)) expect(target, file).toMatch(/^\.\//);
});

test("the client calls every path of the API", () => {
  const text = sources
    .filter((file) => !file.endsWith("types.ts"))
    .map(read)
    .join("\n");
  for (const { path } of operations) {
    const [beginning = "", ending = ""] = path.split(/\/\{\w+\}/);
    expect(text, path).toContain(beginning);
    expect(text, path).toContain(ending);
  }
});

test("the client has at most 8 KB, minified and gzipped", async () => {
  const { outputFiles } = await build({
    entryPoints: [join(folder, "src/index.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThanOrEqual(8192);
});
