// Removes what packages bring that nothing here loads, after `npm ci`: a sixth of the installation. What is missing changes nothing.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = join(dirname(dirname(fileURLToPath(import.meta.url))), "node_modules");

/** Removes a folder's entries but these. */
function keepOnly(folder, kept) {
  const path = join(packages, folder);
  if (!existsSync(path)) return;
  for (const name of readdirSync(path))
    if (!kept.includes(name)) rmSync(join(path, name), { recursive: true, force: true });
}

// The networks run on the processor: its runtimes for GPUs, older browsers and debuggers are nine tenths of the package.
keepOnly("onnxruntime-web/dist", [
  "ort-wasm-simd-threaded.mjs",
  "ort-wasm-simd-threaded.wasm",
  "ort.wasm.bundle.min.mjs",
  "ort.wasm.min.js",
  "ort.wasm.min.mjs",
]);

// Node's own headers, which only a build of native code needs.
const node = "node/node_modules";
if (existsSync(join(packages, node)))
  for (const name of readdirSync(join(packages, node)))
    if (name.startsWith("node-")) keepOnly(join(node, name, "include"), []);
