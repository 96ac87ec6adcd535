// Builds what partners install into dist/: the client as JavaScript with its types, once for `import` and once for `require`,
// and the manifest that they see. Inside the repository the package's `exports` are its source.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = dirname(fileURLToPath(import.meta.url));
const dist = join(folder, "dist");
const tsc = fileURLToPath(new URL("../bin/tsc", import.meta.resolve("typescript")));

rmSync(dist, { recursive: true, force: true });
const compile = (...options) =>
  execFileSync(process.execPath, [tsc, "--project", folder, ...options], { stdio: "inherit" });
compile();
compile(
  ...["--outDir", join(dist, "commonjs"), "--module", "CommonJS", "--moduleResolution", "Bundler"],
  ...["--verbatimModuleSyntax", "false"],
);
writeFileSync(join(dist, "commonjs/package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);

// The program for a folder, with its decoder of JPEG: whoever installs the client installs nothing else.
await build({
  absWorkingDir: folder,
  entryPoints: ["src/folder/main.ts"],
  outfile: join(dist, "folder.js"),
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  format: "esm",
  loader: { ".wasm": "binary" },
  legalComments: "none",
});

const { name, version, description, license, type, sideEffects, engines } = JSON.parse(
  readFileSync(join(folder, "package.json"), "utf8"),
);
const required = { types: "./commonjs/index.d.ts", default: "./commonjs/index.js" };
const exports = { ".": { require: required, default: { types: "./index.d.ts", default: "./index.js" } } };
// For tools that do not read `exports`.
const [main, types] = [required.default, required.types];
const bin = { "image-staging": "./folder.js" };
const manifest = {
  name,
  version,
  description,
  license,
  type,
  sideEffects,
  engines,
  main,
  types,
  exports,
  bin,
};
writeFileSync(join(dist, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
for (const file of ["README.md", "LICENSE"]) copyFileSync(join(folder, file), join(dist, file));
const decoder = dirname(fileURLToPath(import.meta.resolve("@jsquash/jpeg/decode.js")));
writeFileSync(
  join(dist, "THIRD-PARTY-NOTICES.txt"),
  `folder.js contains @jsquash/jpeg, under the licence that follows.\n\n${readFileSync(join(decoder, "LICENSE"), "utf8")}`,
);
