// Builds what partners install into dist/: the client as JavaScript with its types, and the manifest that they see. Inside
// the repository the package's `exports` are its source.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const dist = join(folder, "dist");
const tsc = fileURLToPath(new URL("../bin/tsc", import.meta.resolve("typescript")));

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, "--project", folder], { stdio: "inherit" });

const { name, version, description, license, type, sideEffects, engines } = JSON.parse(
  readFileSync(join(folder, "package.json"), "utf8"),
);
const exports = { ".": { types: "./index.d.ts", default: "./index.js" } };
const manifest = { name, version, description, license, type, sideEffects, engines, exports };
writeFileSync(join(dist, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
for (const file of ["README.md", "LICENSE"]) copyFileSync(join(folder, file), join(dist, file));
