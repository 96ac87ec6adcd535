import type { Material, Rgb } from "../scene.ts";
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
/** Height of the pile of rugs' patterns: coarse cloth has deeper shadows between its tufts. */
const piles: Readonly<Record<string, number>> = {
  ...{ shag: 0.5, moroccan: 0.4, jute: 0.25, trellis: 0.4, kilim: 0.2, stripe: 0.2 },
  ...{ framed: 0.32, distressed: 0.24, abstract: 0.36, persian: 0.24 },
};

/** Cloth with a pattern: rugs, cushions, throws. */
export function textile({ pattern, palette, seed = 0 }: Textile): Shader {
  const draw: Pattern = patterns[pattern] ?? (() => 0);
  const colors: readonly Rgb[] = palette.length > 0 ? palette : [[0.7, 0.67, 0.62]];
  const color = (index: number): Rgb =>
    colors[Math.min(colors.length - 1, Math.max(0, index))] ?? [0.7, 0.7, 0.7];
  const pile = piles[pattern] ?? 0.12;
  const isRug = pattern in piles;
  return (surface, u, v, footprint) => {
    let r = 0;
    let g = 0;
    let b = 0;
    for (const spot of spots) {
      const value = draw(u + spot[0] * footprint, v + spot[1] * footprint, footprint, seed);
      const low = Math.floor(value);
      const part = value - low;
      const from = color(low);
      const to = color(low + 1);
      r += from[0] + (to[0] - from[0]) * part;
      g += from[1] + (to[1] - from[1]) * part;
      b += from[2] + (to[2] - from[2]) * part;
    }
    surface.set([r, g, b], 1 / spots.length);
    const tuft = (hash2(Math.floor(u * 160), Math.floor(v * 160), seed) - 0.5) * kept(160, footprint);
    const brushed = 0.35 * banded(u, v, 60, footprint, seed + 3) + 0.12 * noise2(u * 5, v * 5, seed + 4);
    surface.scale(yarn(u, v, footprint, seed) + pile * (tuft + 0.5 * brushed));
    if (isRug) surface.scale(worn(u, v, footprint, seed, pile));
    surface.finish(0, 1);
    surface.sheen = 0.08;
    surface.tilt(
      pile * (0.2 * banded(u, v, 40, footprint, seed + 8) + 0.6 * banded(u, v, 70, footprint, seed + 9)),
      pile * (0.2 * banded(u, v, 40, footprint, seed + 10) + 0.6 * banded(u, v, 70, footprint, seed + 11)),
    );
  };
}

/**
 * What makes a rug look walked on: clumps of tufts with shade between them, rows of wool from other dyes, and patches
 * where the pile was brushed the other way.
 */
function worn(u: number, v: number, footprint: number, seed: number, pile: number): number {
  const clumps = banded(u, v, 52, footprint, seed + 5) + 0.7 * banded(u * 1.3, v, 31, footprint, seed + 6);
  const rows =
    noise2(u * 0.35, v * 13, seed + 7) + 0.6 * noise2(u * 0.8, v * 34, seed + 12) * kept(34, footprint);
  const brushed = noise2(u * 1.4, v * 1.9, seed + 13);
  return 1 + pile * (0.1 * clumps - 0.06) + 0.035 * rows + 0.025 * brushed;
}
