import { expect, test } from "vitest";
import { office } from "../../src/groups/work.ts";
import { presets } from "../../src/presets.ts";

const { slots } = office({ preset: presets.boho, mirrored: false, scale: 1, careful: false });

test("an office has two bookcases and an armchair if there is room for them", () => {
  expect(slots.filter(({ kind, optional }) => kind === "bookcase" && optional).length).toBe(2);
  expect(slots.filter(({ kind, optional }) => kind === "armchair" && optional).length).toBe(1);
});

test("an office's picture hangs beside its bookcases, wherever they stand", () => {
  const art = slots.find(({ kind }) => kind === "art");
  const cases = slots.filter(({ kind }) => kind === "bookcase");
  const middles = cases.flatMap(({ x, or = [] }) => [x, ...or.map((other) => other.x)]);
  for (const x of middles) expect(Math.abs(x - (art?.x ?? 0))).toBeGreaterThan((0.9 + 0.6) / 2);
});
