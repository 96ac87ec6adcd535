import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initSync } from "@contentauth/c2pa-wasm";

/** The library as WebAssembly, from its package or, in a bundle, from beside it. */
const file = import.meta.url.endsWith(".ts")
  ? createRequire(import.meta.url).resolve("@contentauth/c2pa-wasm/c2pa.wasm")
  : new URL("./c2pa.wasm", import.meta.url);

let isStarted = false;

/**
 * Starts the library that reads content credentials, once: about 150 ms. It runs as WebAssembly, so that a picture from
 * outside that makes it fail throws an error, and can reach nothing.
 */
export function startReader(): void {
  if (isStarted) return;
  initSync({ module: readFileSync(file) });
  isStarted = true;
}

/** What every manifest store begins with (C2PA 2.2, "JUMBF"): the type of its box, a UUID. Without it there is none. */
export const storeType = Buffer.from("6332706100110010800000aa00389b71", "hex");
