import type { EdgeField } from "@image-staging/picture/edge-field";

/** How a panorama's camera leans, in radians, as a camera's pitch and roll. */
export interface Tilt {
  pitch: number;
  roll: number;
}

export const isLevel = ({ pitch, roll }: Tilt): boolean => pitch === 0 && roll === 0;

/** The lean below which a camera is level, in radians. */
const least = 0.006;
/** A search for the lean: how far around the last one, in how many steps to each side, and pixels that count as a column. */
const searches = [
  { reach: 0.105, steps: 16, bin: 1.5 },
  { reach: 0.009, steps: 4, bin: 1.5 },
  { reach: 0.0024, steps: 4, bin: 1 },
] as const;
/** Weaker steps, in Lab units a pixel, are noise; stronger ones count no more: a window's frame outshines all corners. */
const [weakest, strongest] = [0.4, 1];
/** How far from vertical an edge is at most: its steps down over those across. */
const steepest = 0.25;
/** A lean moves nothing near the horizon; what is further from it is mostly floor and ceiling. Radians. */
const [lowest, highest] = [0.07, 0.65];

/**
 * The lean of a panorama's camera: of all leans, the one under which steep edges gather in the fewest columns, as walls'
 * corners, doors and windows do.
 */
export function tiltOf(field: EdgeField): Tilt {
  const edges = steepEdges(field);
  let [x, z] = [0, 0];
  for (const { reach, steps, bin } of searches) {
    const [middleX, middleZ] = [x, z];
    let best = Number.NEGATIVE_INFINITY;
    for (let i = -steps; i <= steps; i++)
      for (let k = -steps; k <= steps; k++) {
        const [tryX, tryZ] = [middleX + (i * reach) / steps, middleZ + (k * reach) / steps];
        const score = gathered(edges, field.width, bin, tryX, tryZ);
        if (score > best) [best, x, z] = [score, tryX, tryZ];
      }
  }
  const roll = -Math.atan(x);
  const tilt = { pitch: -Math.atan(z * Math.cos(roll)), roll };
  return Math.hypot(tilt.pitch, tilt.roll) < least ? { pitch: 0, roll: 0 } : tilt;
}

/** Of each steep edge: its column, how many columns it moves by a lean along x and along z, and its step with its sign. */
function steepEdges({ width, height, gradients }: EdgeField): Float32Array {
  const found: number[] = [];
  for (let row = 2; row < height - 2; row++) {
    const rise = Math.PI * (0.5 - (row + 0.5) / height);
    if (Math.abs(rise) < lowest || Math.abs(rise) > highest) continue;
    const lever = (Math.tan(rise) * width) / (2 * Math.PI);
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 6;
      const [gx, gy] = [gradients[at] as number, gradients[at + 1] as number];
      if (Math.abs(gx) < weakest || Math.abs(gy) > steepest * Math.abs(gx)) continue;
      const turn = 2 * Math.PI * ((column + 0.5) / width - 0.5);
      const step = Math.max(-strongest, Math.min(strongest, gx)) * Math.cos(rise);
      found.push(column, -lever * Math.cos(turn), -lever * Math.sin(turn), step);
    }
  }
  return Float32Array.from(found);
}

/** How much the edges gather in columns if up is (x, 1, z): the squares of the columns' sums. */
function gathered(edges: Float32Array, width: number, bin: number, x: number, z: number): number {
  const columns = Math.ceil(width / bin);
  const sums = new Float64Array(columns);
  for (let i = 0; i < edges.length; i += 4) {
    const at = (edges[i] as number) + x * (edges[i + 1] as number) + z * (edges[i + 2] as number);
    const place = at / bin;
    const low = Math.floor(place);
    const share = place - low;
    const step = edges[i + 3] as number;
    const first = (low + columns) % columns;
    const next = (low + 1 + columns) % columns;
    sums[first] = (sums[first] as number) + step * (1 - share);
    sums[next] = (sums[next] as number) + step * share;
  }
  return sums.reduce((sum, value) => sum + value * value, 0);
}
