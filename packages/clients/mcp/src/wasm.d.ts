/** What Node's types leave out. */
declare namespace WebAssembly {
  function compile(bytes: Uint8Array): Promise<Module>;
}

/** A WebAssembly module, which the bundle carries as bytes. */
declare module "*.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
