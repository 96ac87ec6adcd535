import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);
const bundled = new Map<string, Promise<string>>();

/**
 * A module of a package as one file for a browser, such as the TypeScript client. It is made when a page first asks for it: esbuild
 * takes as long to load as the rest of the service's pages.
 */
export function readModule(name: string): Promise<string> {
  const module = bundled.get(name) ?? bundle(name);
  bundled.set(name, module);
  return module;
}

async function bundle(name: string): Promise<string> {
  // Not its `build`: its process would stay.
  const { buildSync } = await import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [resolve(name)],
    bundle: true,
    format: "esm",
    minify: true,
    target: "es2022",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}
