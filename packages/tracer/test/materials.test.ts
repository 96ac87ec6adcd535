import { describe, expect, it } from "vitest";
import { designs } from "../src/materials/designs.ts";
import { shaderOf } from "../src/materials/index.ts";
import { patterns } from "../src/materials/patterns.ts";
import { Surface } from "../src/materials/surface.ts";
import type { Material, Rgb } from "../src/scene.ts";

const oak: Rgb = [0.5, 0.36, 0.22];
const palette: readonly Rgb[] = [
  [0.8, 0.78, 0.7],
  [0.2, 0.3, 0.25],
  [0.5, 0.2, 0.1],
  [0.05, 0.05, 0.06],
];

const materials: readonly Material[] = [
  ...(["linen", "velvet", "boucle", "knit", "cotton"] as const).map(
    (weave) => ({ kind: "fabric", color: oak, weave }) as const,
  ),
  ...Object.keys(patterns).map((pattern) => ({ kind: "textile", pattern, palette }) as const),
  ...Object.keys(designs).map((design) => ({ kind: "art", design, palette, seed: 3 }) as const),
  ...(["marble", "travertine", "terrazzo", "concrete"] as const).map(
    (pattern) => ({ kind: "stone", pattern, color: oak, vein: [0.1, 0.1, 0.1], gloss: 0.5 }) as const,
  ),
  ...(["planks", "herringbone", "tiles", "carpet"] as const).map(
    (pattern) => ({ kind: "floor", pattern, color: oak, gap: [0.1, 0.1, 0.1], gloss: 0.5, seed: 1 }) as const,
  ),
  { kind: "leather", color: oak },
  { kind: "wood", color: oak, grain: 1, gloss: 0.5 },
  { kind: "metal", color: oak, roughness: 0.3 },
  { kind: "ceramic", color: oak, gloss: 0.8 },
  { kind: "rattan", color: oak },
  { kind: "leaf", color: oak },
  { kind: "mirror" },
  { kind: "shade", color: oak, lit: 1 },
  { kind: "brick", color: oak, mortar: [0.5, 0.5, 0.5], seed: 1 },
];
const nameOf = (material: Material): string =>
  [
    material.kind,
    ..."weave pattern design".split(" ").map((key) => (material as Record<string, unknown>)[key]),
  ]
    .filter(Boolean)
    .join(" ");

/** Colours along a line of the surface. */
function colors(material: Material, footprint: number, step: number): number[] {
  const [shader, surface] = [shaderOf(material), new Surface()];
  return Array.from({ length: 60 }, (_, i) => {
    shader(surface, (i * step) % 1, (i * step * 0.7) % 1, footprint);
    return [surface.r, surface.g, surface.b];
  }).flat();
}

describe("shaderOf", () => {
  it.each(materials.map((material) => [nameOf(material), material] as const))(
    "%s throws back what can be",
    (_, material) => {
      for (const color of colors(material, 0.002, 0.0173)) {
        expect(color).toBeGreaterThanOrEqual(0);
        expect(color).toBeLessThan(1.05);
      }
    },
  );

  it("fades yarn out before pixels are too large for it", () => {
    const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
    const linen: Material = { kind: "fabric", color: [0.5, 0.5, 0.5], weave: "linen" };
    expect(spread(colors(linen, 0.0005, 0.0021))).toBeGreaterThan(0.08);
    expect(spread(colors(linen, 0.02, 0.0021))).toBeLessThan(0.03);
  });

  it("draws a pattern that it does not know plain", () => {
    const plain = colors({ kind: "textile", pattern: "plain", palette }, 0.002, 0.01);
    expect(colors({ kind: "textile", pattern: "nobody-knows", palette }, 0.002, 0.01)).toEqual(plain);
  });
});
