import { expect, test } from "vitest";
import { allowed, fileOf, textOf, unmatched, verdictOf } from "../../src/goldens/verdicts.ts";

const golden = { pixels: "a", mask: "b", look: "0".repeat(192) };
const bits = (count: number) => "1".repeat(count).padEnd(192, "0");

test.each([
  ["nothing", {}, 0],
  ["mask", { mask: "c" }, 0],
  ["pixels", { pixels: "c", look: bits(allowed) }, allowed],
  ["look", { pixels: "c", look: bits(allowed + 1) }, allowed + 1],
])("what differs is named: %s", (differs, changes, distance) => {
  const verdict = verdictOf("plan/boho", { ...golden, ...changes }, textOf(golden));
  expect(verdict).toEqual({ name: "plan/boho", differs, bits: distance });
});

test("a picture without hashes and hashes without a picture are named", () => {
  expect(unmatched(["plan/boho", "plan/artdeco"], { "plan/boho": "", "plan/luxury": "" })).toEqual({
    missing: ["plan/artdeco"],
    surplus: ["plan/luxury"],
  });
});

test("the file has a line a picture, by name", () => {
  expect(fileOf({ "b/c": "2", "a d": "1" })).toBe('{\n  "a d": "1",\n  "b/c": "2"\n}\n');
});
