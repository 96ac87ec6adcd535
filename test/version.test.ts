import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");

test("the package, its lock file, the API's document, its clients and the newest release of the changelog have one version", () => {
  const { version } = JSON.parse(read("package.json"));
  const lock = JSON.parse(read("package-lock.json"));
  const released = [...read("CHANGELOG.md").matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, number]) => number);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect([lock.version, lock.packages[""].version]).toEqual([version, version]);
  expect(JSON.parse(read("packages/openapi/openapi.json")).info.version).toBe(version);
  for (const client of ["typescript", "mcp"])
    expect(JSON.parse(read(`packages/clients/${client}/package.json`)).version).toBe(version);
  expect(/^version = "(.*)"$/m.exec(read("packages/clients/python/pyproject.toml"))?.[1]).toBe(version);
  expect(released[0]).toBe(version);
});

test("the changelog lists its releases once each, newest first, below what is not released yet", () => {
  const headings = [...read("CHANGELOG.md").matchAll(/^## (.+)$/gm)].map(([, heading]) => heading ?? "");
  const [first, ...rest] = headings;
  const releases = first === "Unreleased" ? rest : headings;
  const parts = (release: string) =>
    release
      .split(".")
      .map((part) => part.padStart(5, "0"))
      .join(".");
  expect(releases.every((release) => /^\d+\.\d+\.\d+$/.test(release))).toBe(true);
  expect(releases).toEqual([...new Set(releases)].sort((a, b) => parts(b).localeCompare(parts(a))));
});
