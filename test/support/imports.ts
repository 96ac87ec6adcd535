import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");

export type Import = { file: string; target: string; inProject: boolean; typeOnly: boolean };

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
    const inProject = specifier.startsWith(".");
    const target = inProject ? join(dirname(file), specifier) : specifier;
    return { file, target, inProject, typeOnly: type !== undefined };
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
