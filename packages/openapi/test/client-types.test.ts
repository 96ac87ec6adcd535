import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { clientTypes, clientVocabulary } from "../src/client-types.ts";
import { clientPackage, expectToCallEveryPath } from "./client-package.ts";

const client = clientPackage("typescript", "src/*.ts");
const { folder, read, sources } = client;

test("the client's types and lists are those of the document: npm run openapi", () => {
  expect(read("src/types.ts")).toBe(clientTypes());
  expect(read("src/vocabulary.ts")).toBe(clientVocabulary());
});

test("the client needs nothing but the platform: no packages, no modules of Node", () => {
  expect(JSON.parse(read("package.json")).dependencies).toBeUndefined();
  for (const file of sources)
    for (const [, target] of read(file).matchAll(/from "([^"]+)"/g)) expect(target, file).toMatch(/^\.\//);
});

test("the client calls every path of the API", () => {
  expectToCallEveryPath(client);
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
