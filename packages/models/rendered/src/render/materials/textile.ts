import type { Material, Rgb } from "../../scene.ts";
import { banded, hash2, kept, noise2 } from "./noise.ts";
import { type Pattern, patterns } from "./patterns.ts";
import { yarn } from "./soft.ts";
import type { Shader } from "./surface.ts";

type Textile = Extract<Material, { kind: "textile" }>;

/** Where a pattern is read within a pixel, in footprints. */
const spots = [
  [-0.375, -0.125],
  [0.125, -0.375],
  [0.375, 0.125],
  [-0.125, 0.375],
] as const;
/** Height of the pile: coarse cloth has deeper shadows between its tufts. */
const piles: Readonly<Record<string, number>> = {
  ...{ shag: 0.5, moroccan: 0.35, jute: 0.25, trellis: 0.25 },
  ...{ framed: 0.25, distressed: 0.2, abstract: 0.2 },
};

/** Cloth with a pattern: rugs, cushions, throws. */
export function textile({ pattern, palette, seed = 0 }: Textile): Shader {
  const draw: Pattern = patterns[pattern] ?? (() => 0);
  const colors: readonly Rgb[] = palette.length > 0 ? palette : [[0.7, 0.67, 0.62]];
  const color = (index: number): Rgb =>
    colors[Math.min(colors.length - 1, Math.max(0, index))] ?? [0.7, 0.7, 0.7];
  const pile = piles[pattern] ?? 0.12;
  return (surface, u, v, footprint) => {
    let [r, g, b] = [0, 0, 0];
    for (const [du, dv] of spots) {
      const value = draw(u + du * footprint, v + dv * footprint, footprint, seed);
      const low = Math.floor(value);
      const part = value - low;
      const [from, to] = [color(low), color(low + 1)];
      r += from[0] + (to[0] - from[0]) * part;
      g += from[1] + (to[1] - from[1]) * part;
      b += from[2] + (to[2] - from[2]) * part;
    }
    surface.set([r, g, b], 1 / spots.length);
    const tuft = (hash2(Math.floor(u * 160), Math.floor(v * 160), seed) - 0.5) * kept(160, footprint);
    const brushed = 0.35 * banded(u, v, 60, footprint, seed + 3) + 0.25 * noise2(u * 5, v * 5, seed + 4);
    surface.scale(yarn(u, v, footprint, seed) + pile * (tuft + 0.5 * brushed));
    surface.finish(0, 1);
    surface.sheen = 0.08;
  };
}
