import { createRequire } from "node:module";

let bundled: string | undefined;

/**
 * The TypeScript client as one module for a browser. It is made when a page first asks for it: esbuild takes as long to
 * load as the rest of the service's pages.
 */
export async function readClientModule(): Promise<string> {
  bundled ??= await bundleClient();
  return bundled;
}

async function bundleClient(): Promise<string> {
  // Not its `build`: its process would stay.
  const { buildSync } = await import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [createRequire(import.meta.url).resolve("@image-staging/client")],
    bundle: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}
