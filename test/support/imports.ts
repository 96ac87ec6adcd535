import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * Every source file. Left out are those that import what foreign generators make, which their own command compiles; what is
 * installed for a bench alone; and what builds write.
 */
export const sources = globSync("{bin,lib,lambdas,packages,test}/**/*.{ts,js,mjs,cjs}", {
  cwd: root,
  exclude: [
    "test/service/generators/typescript/**",
    "packages/bench/src/peers/libraries/**",
    "packages/clients/*/dist/**",
    "**/node_modules/**",
    "**/.cache/**",
  ],
});

/** A folder with a manifest: the root's path is empty. */
export type Package = { folder: string; manifest: Manifest };
type Manifest = {
  name: string;
  exports?: string | Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

/** The packages of the repository by the names by which they are imported. */
export const packages: Record<string, Package> = Object.fromEntries(
  ["", ...globSync("packages/{,models/,clients/}*/package.json", { cwd: root }).map(dirname)].map(
    (folder) => {
      const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
      return [folder === "" ? "service" : manifest.name, { folder, manifest }];
    },
  ),
);

/** What a pattern such as `./src/*.ts` gives for a path; a value of another form than the pattern's is the path as it is. */
function fileOf(exports: string | Record<string, string>, pattern: string, path: string): string {
  const target = typeof exports === "string" ? pattern : (exports[pattern] ?? pattern);
  return target.replace("*", path.slice(pattern.length - 1));
}

/** The file that a package's `exports` give for a specifier such as `@image-staging/client`; undefined for packages of others. */
function exportedFile(specifier: string): string | undefined {
  const found = Object.entries(packages).find(
    ([name]) => specifier === name || specifier.startsWith(`${name}/`),
  );
  if (found === undefined) return undefined;
  const [name, { folder, manifest }] = found;
  const { exports = {} } = manifest;
  const path = `.${specifier.slice(name.length)}`;
  const named = typeof exports === "string" ? { ".": exports }[path] : exports[path];
  const [pattern] = Object.keys(exports).filter(
    (key) => key.endsWith("*") && path.startsWith(key.slice(0, -1)),
  );
  const file = named ?? (pattern && fileOf(exports, pattern, path));
  if (file === undefined) throw new Error(`${name} does not export ${path}.`);
  return join(folder, file);
}

/** `target` is a path from the root, or a package of others, `specifier` what the file says. */
export type Import = {
  file: string;
  specifier: string;
  target: string;
  inProject: boolean;
  typeOnly: boolean;
};

const statements = /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
const known = new Map<string, Import[]>();

/** The import statements of a file, read from its text; `target` is a path from the root, or a package. */
export function importsOf(file: string): Import[] {
  const imports = known.get(file) ?? readImports(file);
  known.set(file, imports);
  return imports;
}

function readImports(file: string): Import[] {
  const text = readFileSync(join(root, file), "utf8");
  return Array.from(text.matchAll(statements), ([, type, named, dynamic]) => {
    const specifier = named ?? dynamic ?? "";
    const ours = specifier.startsWith(".") ? join(dirname(file), specifier) : exportedFile(specifier);
    const target = ours ?? specifier;
    return { file, specifier, target, inProject: ours !== undefined, typeOnly: type !== undefined };
  });
}

/** Every package that importing these files loads. */
export function packagesLoadedBy(files: string[]): string[] {
  const loaded = new Set<string>();
  const packages = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { target, inProject, typeOnly } of importsOf(file)) {
      if (typeOnly) continue;
      if (inProject) load(target);
      else packages.add(target);
    }
  };
  for (const file of files) load(file);
  return [...packages];
}

/** Every circle of imports, as the path that leads back to its first file; imports of types count too. */
export function importCircles(files: string[]): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const follow = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    else if (!done.has(file))
      for (const { target, inProject } of importsOf(file))
        if (inProject && target.endsWith(".ts")) follow(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) follow(file, []);
  return circles;
}
