import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { GenerationChoice } from "@image-staging/client";
import { build } from "esbuild";
import { configure } from "service/lambdas/domain/generation/configuration.ts";
import { expect, test } from "vitest";
import { clientTypes, clientVocabulary } from "../src/client-types.ts";
import { clientPackage, expectToCallEveryPath } from "./client-package.ts";

const client = clientPackage("typescript", "src/*.ts");
const { folder, read, sources } = client;

test("the client's types and lists are the document's: npm run openapi", () => {
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

test("the client's type of what goes together takes what the service takes, and nothing else", () => {
  const allowed: GenerationChoice[] = [
    { workflow: "staging", capture_type: "photo", mode: "renovate", room_types: ["Kitchen"] },
    { workflow: "staging", capture_type: "photo", mode: "clean", style_preset: "boho" },
    { workflow: "staging", capture_type: "panorama360", style_preset: "boho" },
    { workflow: "staging", capture_type: "floorplan" },
    { workflow: "pro_capture", capture_type: "panorama360" },
  ];
  const refused: GenerationChoice[] = [
    // @ts-expect-error a mode is required
    { workflow: "staging", capture_type: "photo", room_types: ["Kitchen"] },
    // @ts-expect-error rooms are required
    { workflow: "staging", capture_type: "photo", mode: "refurnish" },
    // @ts-expect-error a style is required
    { workflow: "staging", capture_type: "panorama360" },
    // @ts-expect-error a floor plan takes no mode
    { workflow: "staging", capture_type: "floorplan", mode: "clean" },
    // @ts-expect-error pro_capture takes no style
    { workflow: "pro_capture", capture_type: "photo", style_preset: "boho" },
  ];
  expect(allowed.map((choice) => configure(choice).ok)).toEqual(allowed.map(() => true));
  expect(refused.map((choice) => configure(choice).ok)).toEqual(refused.map(() => false));
});
