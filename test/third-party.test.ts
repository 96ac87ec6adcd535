import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readThirdParty, type ThirdParty } from "./support/third-party/third-party.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const packages = readThirdParty();

/** The packages that a section of THIRD-PARTY.md names in code, `*` for any end of a name. */
function namesBelow(heading: string): string[] {
  const [section = ""] = read("THIRD-PARTY.md").split(`## ${heading}\n`).at(-1)?.split("\n## ") ?? [];
  return Array.from(section.matchAll(/`([^`]+)`/g), ([, name = ""]) => name);
}
const withDuties = namesBelow("Licences that ask for more");
const withoutFile = namesBelow("Without a licence file");
const isMeant = (named: string, name: string) =>
  named.endsWith("*") ? name.startsWith(named.slice(0, -1)) : name === named;
const isNotIn = (names: string[]) => (found: ThirdParty) =>
  !names.some((named) => isMeant(named, found.name));

/** Licences that ask for their text and a notice, or for less. */
const permissive = /^(MIT|MIT-0|Apache-2\.0|BSD-[23]-Clause|ISC|0BSD|Unlicense|BlueOak-1\.0\.0)$/;

/** Whether all parts of a licence are permissive, and of alternatives one. */
const isPermissive = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, "")
    .split(" AND ")
    .every((part) => part.split(" OR ").some((choice) => permissive.test(choice)));

test("every package has a permissive licence, or THIRD-PARTY.md says what its licence asks for", () => {
  expect(packages.length).toBeGreaterThan(100);
  const others = packages.filter(({ licence }) => licence === undefined || !isPermissive(licence));
  expect(others.filter(isNotIn(withDuties))).toEqual([]);
});

test("THIRD-PARTY.md names every package without a licence file", () => {
  const without = packages.filter(
    ({ hasLicenceFile, isPlatforms }) => hasLicenceFile === false && !isPlatforms,
  );
  expect(without.filter(isNotIn(withoutFile))).toEqual([]);
});

test("THIRD-PARTY.md names no package that is gone", () => {
  const gone = [...withDuties, ...withoutFile].filter(
    (named) => !packages.some(({ name }) => isMeant(named, name)),
  );
  expect(gone).toEqual([]);
});

test.each(["typescript", "python", "mcp", "conformance"])(
  "partners may use packages/clients/%s: its manifest and its licence say so",
  (name) => {
    const folder = `packages/clients/${name}`;
    expect(JSON.parse(read(`${folder}/package.json`)).license).toBe("Apache-2.0");
    expect(read(`${folder}/LICENSE`)).toMatch(/^\s+Apache License\n\s+Version 2\.0, January 2004\n/);
  },
);
