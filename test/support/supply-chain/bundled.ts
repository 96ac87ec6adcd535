import { join } from "node:path";
import { build } from "esbuild";
import { bundlingOf, projectRoot } from "../../../lib/bundling.ts";
import { entries } from "../stack/bundles.ts";

/** The folders of the packages whose code is in a function's bundle, of all functions. */
export async function bundledPackages(): Promise<Set<string>> {
  const { metafile } = await build({
    ...bundlingOf("", { sharp: true }),
    entryPoints: Object.fromEntries(Object.values(entries).map((entry) => [entry, join(projectRoot, entry)])),
    outdir: projectRoot,
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return new Set(
    used.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.slice(1, 2) ?? []),
  );
}
