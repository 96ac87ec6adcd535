import start, { WASM_SRI } from "@contentauth/c2pa-wasm";

/** The library's version in the address of its file, which browsers therefore keep. */
const version = WASM_SRI.replace(/\W/g, "").slice(6, 22);

/** Starts the library that reads content credentials in a browser, which refuses any file but the one of this version. */
export async function startReaderFrom(file: string): Promise<void> {
  await start({ module_or_path: fetch(`${file}?${version}`, { integrity: WASM_SRI }) });
}
