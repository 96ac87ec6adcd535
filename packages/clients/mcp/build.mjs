// Bundles the server with all that it needs into dist/: a host that starts it installs nothing else. What is in the bundle
// is passed on, so the licences of it come along.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = dirname(fileURLToPath(import.meta.url));
const modules = join(folder, "../../../node_modules");
const output = join(folder, "dist");

rmSync(output, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: ["src/main.ts", "src/scale-picture.ts"],
  outdir: output,
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  format: "esm",
  loader: { ".wasm": "binary" },
  legalComments: "none",
  metafile: true,
});

const bundled = Object.values(metafile.outputs)
  .flatMap(({ inputs }) => Object.entries(inputs))
  .flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [join(folder, file)] : []))
  .filter((file) => file.startsWith(modules));

const packageOf = (path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? "";

/** The packages that a published file contains: its bundler names them. */
const containedIn = (file) =>
  file.endsWith(".wasm")
    ? []
    : Array.from(readFileSync(file, "utf8").matchAll(/^\/\/#region .*\/node_modules\/(.+)$/gm), ([, path]) =>
        packageOf(path),
      );

/** Where licences may be: the folders between a file and its package's, the package's included. */
function foldersAbove(file) {
  const top = join(modules, packageOf(relative(modules, file)));
  const folders = [top];
  for (let at = dirname(file); at.length > top.length; at = dirname(at)) folders.push(at);
  return folders;
}

const folders = new Set(bundled.flatMap(foldersAbove));
for (const name of bundled.flatMap(containedIn)) folders.add(join(modules, name));

const licences = [...folders].toSorted().flatMap((at) =>
  readdirSync(at)
    .filter((name) => /^(licen[cs]e|notice)/i.test(name))
    .map((name) => [relative(modules, join(at, name)), readFileSync(join(at, name), "utf8").trim()]),
);
const packages = new Set([...folders].map((at) => packageOf(relative(modules, at))));
const unlicensed = [...packages].filter((name) => !licences.some(([path]) => packageOf(path) === name));
if (unlicensed.length > 0) throw new Error(`There is no licence file of ${unlicensed.join(", ")}.`);

const intro = "This program contains the following software, each under the licence that follows its name.";
writeFileSync(
  join(output, "THIRD-PARTY-NOTICES.txt"),
  `${[intro, ...licences.map(([path, text]) => `${"=".repeat(80)}\n${path}\n\n${text}`)].join("\n\n")}\n`,
);
