import { expect, it } from "vitest";
import { otherLook, variantOf, variantOfSet } from "../../src/layout/variant.ts";

it("no two of a home's first twelve sets have the same arrangement", () => {
  for (const seed of [0, 4711, 2 ** 31 - 1]) {
    const variants = Array.from({ length: 12 }, (_, set) => variantOfSet({ seed, set }, 0) % 12);
    expect(new Set(variants).size).toBe(12);
  }
});

it("no two candidates of a picture have the same, in a home or not", () => {
  const home = [0, 1].map((nth) => variantOfSet({ seed: 4711, set: 3 }, nth) % 12);
  const alone = [0, 1].map((nth) => variantOf("scandi", 0.5, 7 + nth, nth) % 12);
  for (const pair of [home, alone]) expect(new Set(pair).size).toBe(2);
});

it("a candidate that stands where others do has other pieces, in its home's timber if it has one", () => {
  expect(otherLook({ seed: 4711, set: 2 }, 7, 1)).toEqual({ seed: 4711, set: 3 });
  expect(otherLook(undefined, 7, 1)).toEqual({ seed: 7, set: 1 });
});
