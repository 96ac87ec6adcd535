import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isInstalled } from "../../lib/sharp.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "with a space-"));
function addPackage(folder: string, name: string): void {
  mkdirSync(join(folder, "node_modules", name), { recursive: true });
  writeFileSync(join(folder, "node_modules", name, "package.json"), "{}");
}

test("sharp counts as installed when its binding for the CPU and libvips are there too", () => {
  const folder = newFolder();
  expect(isInstalled(folder, "arm64")).toBe(false);
  addPackage(folder, "sharp");
  expect(isInstalled(folder, "arm64")).toBe(false);
  addPackage(folder, "@img/sharp-linux-arm64");
  addPackage(folder, "@img/sharp-libvips-linux-arm64");
  expect(isInstalled(folder, "arm64")).toBe(true);
  expect(isInstalled(folder, "x64")).toBe(false);
});

test("synthesis needs no command of one system", () => {
  for (const file of ["bundling", "locked", "sharp", "signer", "function"]) {
    const source = readFileSync(join(import.meta.dirname, `../../lib/${file}.ts`), "utf8");
    expect(source).not.toMatch(/`cp |execFileSync\("npm"|commandHooks/);
  }
});
