import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { outputNames, writeNew, writeUnderFreeName } from "../../src/folder/targets.ts";

const folder = mkdtempSync(join(tmpdir(), "targets-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("no two outputs have one name, on a disk that tells neither capitals nor accents apart", () => {
  const files = ["kitchen.jpg", "kitchen.png", "Kitchen.JPG", "bath.jpg", "ü.jpg", "ü.png".normalize("NFD")];
  const names = [...outputNames(files, "scandi").values()];
  expect(names.slice(0, 4)).toEqual([
    "kitchen (jpg)-scandi.jpg",
    "kitchen (png)-scandi.jpg",
    "Kitchen (jpg)-scandi-2.jpg",
    "bath-scandi.jpg",
  ]);
  const folded = names.map((name) => name.normalize("NFC").toLowerCase());
  expect(new Set(folded).size).toBe(files.length);
});

test("nothing is overwritten, and nothing half written is left", () => {
  writeFileSync(join(folder, "a.jpg"), "mine");
  expect(writeNew(folder, "a.jpg", "new")).toBe(false);
  expect(writeNew(folder, "b.jpg", "new")).toBe(true);
  writeFileSync(join(folder, "report.csv"), "mine");
  expect(writeUnderFreeName(folder, "report", ".csv", "new")).toBe("report-2.csv");
  expect(readdirSync(folder).toSorted()).toEqual(["a.jpg", "b.jpg", "report-2.csv", "report.csv"]);
  expect(readFileSync(join(folder, "a.jpg"), "utf8")).toBe("mine");
});
