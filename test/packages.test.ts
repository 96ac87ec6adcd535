import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Import, importsOf, type Package, packages, sources } from "./support/imports.ts";

const root = join(import.meta.dirname, "..");
const { service, ...others } = packages;
const ours = Object.entries(others);

/** Their READMEs are pages of the documents: all that a partner reads of a client. */
const readByPartners = new Set(["client", "python-client", "mcp"].map((name) => `@image-staging/${name}`));

const ownerOf = (file: string): string =>
  ours.find(([, { folder }]) => file.startsWith(`${folder}/`))?.[0] ?? "service";

/** A package by the name of a specifier: `@scope/name/path` and `name/path`. */
const nameOf = (specifier: string) =>
  /^(?:@[^/]+\/)?[^/]+/.exec(specifier.replace(/^node:.*/, "node"))?.[0] ?? "";

/** The tests and measurements of a package, and what a build or a bundler puts into what is published, need it only here. */
const isOnlyNeededHere = (folder: string, file: string) =>
  /^(test|harness|bench)\/|^(build\.mjs|vitest\.config\.ts)$/.test(file.slice(folder.length + 1)) ||
  folder === "packages/clients/mcp" ||
  file.startsWith("packages/clients/typescript/src/folder/");

function mayImport({ folder, manifest }: Package, { file, specifier, typeOnly }: Import): boolean {
  const { dependencies = {}, devDependencies = {} } = manifest;
  const name = nameOf(specifier);
  const isDevelopment = isOnlyNeededHere(folder, file);
  if (name === "node" || (typeOnly && name === "aws-lambda")) return true;
  return name in dependencies || (isDevelopment && name in devDependencies);
}

describe.each(ours)("%s", (name, owner) => {
  const files = sources.filter((file) => ownerOf(file) === name);
  const imports = files.flatMap(importsOf);

  test("imports its own files by their path, and other packages by their name", () => {
    const relative = imports.filter(({ specifier }) => specifier.startsWith("."));
    expect(relative.filter(({ target }) => !target.startsWith(`${owner.folder}/`))).toEqual([]);
  });

  test("has a README of at most 60 lines, and tests", () => {
    const lines = readFileSync(join(root, owner.folder, "README.md"), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines.length).toBeLessThanOrEqual(readByPartners.has(name) ? 110 : 60);
    const tests = globSync("{test,tests}/**/{*.test.ts,test_*.py}", { cwd: join(root, owner.folder) });
    expect(tests.length).toBeGreaterThan(0);
  });

  test("imports only what its manifest names", () => {
    const foreign = imports.filter(
      ({ specifier }) => !specifier.startsWith(".") && !specifier.startsWith("/"),
    );
    expect(foreign.filter((statement) => !mayImport(owner, statement))).toEqual([]);
  });
});

test("the root imports packages by their names", () => {
  const files = sources.filter((file) => !file.startsWith("packages/"));
  const relative = files.flatMap(importsOf).filter(({ specifier }) => specifier.startsWith("."));
  expect(relative.filter(({ target }) => target.startsWith("packages/"))).toEqual([]);
});

/** What a package needs to run, directly or not. */
function neededBy(name: string, known = new Set<string>()): Set<string> {
  for (const needed of Object.keys(packages[name]?.manifest.dependencies ?? {}))
    if (needed in packages && !known.has(needed)) neededBy(needed, known.add(needed));
  return known;
}

test.each(["local-cloud", "inference-contract", "client", "conformance", "mcp"])(
  "%s needs nothing of the product",
  (name) => {
    expect([...neededBy(`@image-staging/${name}`)]).not.toContain("service");
  },
);
