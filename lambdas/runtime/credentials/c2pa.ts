import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initSync } from "@contentauth/c2pa-wasm";

/** The library as WebAssembly, from its package or, in a bundle, from beside it. */
export const readerFile = import.meta.url.endsWith(".ts")
  ? createRequire(import.meta.url).resolve("@contentauth/c2pa-wasm/c2pa.wasm")
  : new URL("./c2pa.wasm", import.meta.url);

let isStarted = false;

/**
 * Starts the library that reads content credentials, once: about 150 ms. It runs as WebAssembly, so that a picture from
 * outside that makes it fail throws an error, and can reach nothing.
 */
export function startReader(): void {
  if (isStarted) return;
  initSync({ module: readFileSync(readerFile) });
  isStarted = true;
}
