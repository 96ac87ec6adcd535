import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Name and version of every package in THIRD-PARTY.md's tables. */
const listed = new Map(
  Array.from(read("THIRD-PARTY.md").matchAll(/^\| (\S+) \| (\d\S*) \| /gm), ([, name = "", version = ""]) => [
    name,
    version,
  ]),
);
const { packages } = JSON.parse(read("package-lock.json"));

test("THIRD-PARTY.md lists every runtime dependency", () => {
  const { dependencies } = JSON.parse(read("package.json"));
  expect(
    Object.keys(dependencies).filter((name) => !name.startsWith("@image-staging/") && !listed.has(name)),
  ).toEqual([]);
});

test.each(["typescript", "python", "mcp", "conformance"])(
  "partners may use packages/clients/%s: its manifest and its licence say so",
  (name) => {
    const folder = `packages/clients/${name}`;
    expect(JSON.parse(read(`${folder}/package.json`)).license).toBe("Apache-2.0");
    expect(read(`${folder}/LICENSE`)).toMatch(/^\s+Apache License\n\s+Version 2\.0, January 2004\n/);
  },
);

test("THIRD-PARTY.md has the locked version of every package that it lists", () => {
  for (const [name, version] of listed) expect(version, name).toBe(packages[`node_modules/${name}`]?.version);
});
