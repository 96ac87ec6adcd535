import { describe, expect, it } from "vitest";
import { deepen, relief } from "../src/ambient.ts";

/** Light from the right is four times as strong as from elsewhere. */
const ambient = Float64Array.from([4, 4, 4, ...Array(15).fill(1)]);

describe("relief", () => {
  it("leaves the light of a surface as flat as the grid saw it", () => {
    expect(relief(ambient, 0, 1, 0, Float64Array.of(0, 1, 0))).toBe(1);
  });

  it("brightens a fold's side towards the light as much as it darkens the other", () => {
    const [lean, up] = [Math.sin(0.2), Math.cos(0.2)];
    const [towards, away] = [
      relief(ambient, 0, 1, 0, Float64Array.of(lean, up, 0)),
      relief(ambient, 0, 1, 0, Float64Array.of(-lean, up, 0)),
    ];
    expect(towards).toBeGreaterThan(1.2);
    expect(away).toBeLessThan(0.85);
    expect(towards - 1).toBeCloseTo(1 - away, 0);
  });
});

describe("deepen", () => {
  it("takes more from a corner than from a place that sees nearly all, and nothing in the open", () => {
    const keptOf = (part: number, occlusion = 0): number => {
      const light = { lit: Float64Array.of(part, part, part), free: Float64Array.of(1, 1, 1), occlusion };
      deepen(light);
      return (light.lit[0] ?? 0) / part;
    };
    expect(keptOf(1)).toBe(1);
    expect(keptOf(0.25)).toBeLessThan(keptOf(0.8));
    expect(keptOf(0.8)).toBeLessThan(1);
    expect(keptOf(0.8, 0.3)).toBeLessThan(keptOf(0.8));
  });
});
