import { boxMean } from "@image-staging/picture/box-mean";
import { distancesTo } from "@image-staging/picture/distances";
import { luminanceWeights } from "@image-staging/picture/luminance";
import { Plane } from "@image-staging/picture/plane";
import { medianOf, quantile } from "@image-staging/picture/quantile";
import type { SeenCells } from "./floor-cells.ts";
import type { FloorLight } from "./floor-light.ts";
import type { Pattern } from "./shifts.ts";
import type { Texture } from "./texture.ts";

/** Metres around what is no floor that are no source. */
const rim = 0.06;
/** The natural logarithm of how much brighter or darker than its light a source is at most: joints are in it, black legs are not. */
const mostUnusual = 0.6;
/** How many times as bright as the median sun is at least, the share of the floor that it may lie on, and metres of its half-light. */
const [sunny, mostSunny, halfLight] = [1.4, 0.4, 0.15] as const;
/** Metres around a source, in each direction, in which its pattern is compared with the floor's; the quantile that it should reach. */
const [window, usual] = [0.25, 0.6] as const;
/** What a source costs that shows less of its pattern than that, as a share of the difference. */
const dull = 2;

/** The pattern of a floor, in its own light, its luminance, and the mean square of it. */
export interface FloorPattern {
  texture: Texture;
  pattern: Pattern;
  variance: number;
}

/** The floor's pattern: what of it can be copied, and what is drawn anew. */
export function floorPattern(cells: SeenCells, light: FloorLight): FloorPattern {
  const { known, columns, rows, cell, colours, inSight } = cells;
  const values = new Float32Array(3 * known.length);
  const grey = new Float32Array(known.length);
  for (const [c, plane] of light.entries())
    for (let i = 0; i < known.length; i++) {
      if (!known[i]) continue;
      const ratio = Math.log((2 + (colours[c]?.[i] ?? 0)) / (2 + (plane[i] as number)));
      values[3 * i + c] = ratio;
      grey[i] = (grey[i] as number) + (luminanceWeights[c] ?? 0) * ratio;
    }
  const toUnknown = distancesTo(
    known.map((is) => (is ? 0 : 1)),
    { width: columns, height: rows },
  );
  const toSun = distancesTo(sunOn(cells, light), { width: columns, height: rows });
  const source = Uint8Array.from(known, (is, i) =>
    is &&
    toUnknown.at(i) * cell > rim &&
    toSun.at(i) * cell > halfLight &&
    Math.abs(grey[i] as number) < mostUnusual
      ? 1
      : 0,
  );
  const hole = Uint8Array.from(inSight, (is, i) => (is && !source[i] ? 1 : 0));
  const pattern = { columns, rows, cell, values: grey, known: source };
  const squares = source.reduce((sum, is, i) => (is ? sum + (grey[i] as number) ** 2 : sum), 0);
  const variance =
    squares /
    Math.max(
      1,
      source.reduce((sum, is) => sum + is, 0),
    );
  return {
    texture: { columns, rows, values, source, hole, dullness: dullnessOf(pattern) },
    pattern,
    variance,
  };
}

/** 1 for each cell that the sun shines on, if these are few: more is the floor. */
function sunOn({ known }: SeenCells, light: FloorLight): Uint8Array {
  const level = Float32Array.from(known, (_, i) =>
    light.reduce((sum, plane, c) => sum + (luminanceWeights[c] ?? 0) * (plane[i] as number), 0),
  );
  const least = sunny * medianOf(level.filter((_, i) => known[i]));
  const sun = Uint8Array.from(level, (own, i) => (known[i] && own > least ? 1 : 0));
  const count = (of: Uint8Array): number => of.reduce((sum, is) => sum + is, 0);
  return count(sun) < mostSunny * count(known) ? sun : new Uint8Array(sun.length);
}

/** What copying each cell costs that shows less of its pattern than most do, as glare and distance make it. */
function dullnessOf({ values, known, columns, rows, cell }: Pattern): Float32Array {
  const mean = (of: Float32Array): Plane =>
    boxMean(new Plane({ width: columns, height: rows }, of), Math.round(window / cell));
  const weight = mean(Float32Array.from(known));
  const sums = mean(values.map((value, i) => (known[i] ? value ** 2 : 0)));
  const power = sums.values.map((sum, i) => sum / Math.max(1e-3, weight.at(i)));
  const most = quantile(
    power.filter((_, i) => known[i]),
    usual,
  );
  return power.map((value) => 3 * dull * Math.max(0, most - value));
}
