import { describe, expect, it } from "vitest";
import { medianOf } from "../src/quantile.ts";

describe("medianOf", () => {
  it("is the value in the middle of all in order, however they lie and however many are alike", () => {
    for (let length = 0; length < 60; length++) {
      for (const kinds of [2, 7, 1000]) {
        const values = Float32Array.from({ length }, (_, i) => ((i * 7919 + length * 31) % 997) % kinds);
        const sorted = values.slice().sort();
        expect(medianOf(values)).toBe(sorted[length >> 1] ?? 0);
        expect(medianOf(sorted)).toBe(sorted[length >> 1] ?? 0);
      }
    }
  });
});
