import type { Plane } from "@image-staging/picture/plane";
import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames, type Hits } from "../analysis/faces.ts";
import type { Seams } from "../analysis/seams/seams.ts";

/** Paint reaches the ceiling; what ends lower by more than this (metres) is a door's panel, a radiator, a picture. */
const fromCeiling = 0.15;
/** The fewest pixels that tell a colour. */
const fewest = 40;
/** Pixels across an edge's surroundings: of a wall's part, and of a lamp before it, which has few pixels near the wall. */
const [gap, wideGap, lampSize] = [12, 16, 2000];
/** How much lighter (Lab) than its wall what an opening parts from it can be, and how far in hue it is from paint in shade. */
const [leaf, sameHue] = [10, 2.5];
/** The lightness (Lab) of a pane that is clipped to white, and of walls that can look alike; how much lighter than a wall the sky is, and in hue apart. */
const [clipped, bright, sky, otherHue] = [96, 92, 15, 4];

/** A stretch of even colour between edges. */
interface Stretch {
  pixels: readonly number[];
  lab: readonly [number, number, number];
  wall: number;
  /** Pixels on each wall. */
  counts: Uint32Array;
}

/** 1 for each pixel of a stretch that shows the paint of its wall, of those that reach the ceiling. */
export function paintedStretches(
  copy: WorkingCopy,
  hits: Hits,
  parts: readonly (readonly number[])[],
  seams: Seams,
  noise: number,
): Uint8Array {
  const { width, height } = copy;
  const all = parts
    .filter((pixels) => pixels.length >= fewest)
    .map((pixels) => stretchOf(copy, hits, pixels))
    .sort((a, b) => b.pixels.length - a.pixels.length);
  const stretches = withoutGlass(all, seams, width);
  /** The wall whose paint shows, counted from 1. */
  const owners = new Uint8Array(width * height);
  const owned: Stretch[] = [];
  for (const stretch of stretches) {
    const on = ({ counts }: Stretch): number => counts[stretch.wall] as number;
    const main = stretches.reduce((most, other) => (on(other) > on(most) ? other : most), stretch);
    if (stretch !== main) {
      // From ceiling to floor it can be another wall's paint in its light, and what is darker its own in shade.
      const isWhole = isWholeWall(stretch.pixels, seams, width);
      const alike = (isWhole ? owned : [main]).filter((other) => isLike(stretch, other));
      if (alike.length === 0) continue;
      const lighter = isWhole ? 0 : stretch.lab[0] - main.lab[0];
      const isShaded = isWhole && alike.some((other) => isInShade(stretch, other));
      if (!isShaded && isApart(copy, hits, owners, stretch, lighter, 2 + 4 * noise)) continue;
    }
    owned.push(stretch);
    for (const i of stretch.pixels) owners[i] = stretch.wall + 1;
  }
  return owners.map((owner) => (owner ? 1 : 0));
}

/** Whether some pixels lie near the ceiling's line, or at the picture's border below it. */
export function reachesCeiling(
  pixels: readonly number[],
  { paintTop, metre }: Seams,
  width: number,
): boolean {
  return pixels.some((i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const top = paintTop[x] as number;
    return y - top < Math.max(4, fromCeiling * (metre[x] as number)) || (top < 0 && y < 6);
  });
}

/** Whether pixels reach the lines of ceiling and floor, both in sight: a door or a passage ends below the ceiling. */
export function isWholeWall(
  pixels: readonly number[],
  { paintTop, paintFoot, metre }: Seams,
  width: number,
): boolean {
  return [paintTop, paintFoot].every((line) =>
    pixels.some((i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return Math.abs(y - (line[x] as number)) < Math.max(6, fromCeiling * (metre[x] as number));
    }),
  );
}

function stretchOf({ lab }: WorkingCopy, { face }: Hits, pixels: readonly number[]): Stretch {
  const counts = new Uint32Array(faceNames.length);
  for (const i of pixels) counts[face[i] as number] = (counts[face[i] as number] as number) + 1;
  const mean = (plane: Plane): number => pixels.reduce((sum, i) => sum + plane.at(i), 0) / pixels.length;
  return {
    pixels,
    lab: [mean(lab[0]), mean(lab[1]), mean(lab[2])],
    wall: counts.indexOf(Math.max(...counts)),
    counts,
  };
}

/**
 * Stretches without panes that look into the day: they end above the floor, and are clipped to white beside a darker largest
 * one, or lighter than it and of another hue.
 */
function withoutGlass(stretches: readonly Stretch[], seams: Seams, width: number): readonly Stretch[] {
  const [largest] = stretches;
  if (!largest) return [];
  const isGlass = ({ lab, pixels }: Stretch): boolean => {
    const isClipped = lab[0] >= clipped && largest.lab[0] <= bright;
    const isSky = lab[0] > largest.lab[0] + sky && hueBetween(lab, largest.lab) > otherHue;
    return (isClipped || isSky) && !isWholeWall(pixels, seams, width);
  };
  return stretches.filter((stretch) => !isGlass(stretch));
}

/** Whether a stretch can be the same paint in another light. */
function isLike({ lab }: Stretch, { lab: other }: Stretch): boolean {
  return Math.abs(lab[0] - other[0]) < 22 && hueBetween(lab, other) < 7 && (lab[0] < 97 || other[0] > 94);
}

/** Whether a stretch is darker than another and of its very hue. */
const isInShade = ({ lab }: Stretch, { lab: other }: Stretch): boolean =>
  lab[0] < other[0] && hueBetween(lab, other) < sameHue;

const hueBetween = (a: Stretch["lab"], b: Stretch["lab"]): number => Math.hypot(a[1] - b[1], a[2] - b[2]);

/**
 * Whether a stretch differs from the paint of its wall's own stretches right across the edge between them. If none is near,
 * an opening lies between: then what is much lighter than the wall's largest is a door's leaf.
 */
function isApart(
  { lab, width, height }: WorkingCopy,
  { face }: Hits,
  owners: Uint8Array,
  { pixels, wall }: Stretch,
  lighter: number,
  tolerance: number,
): boolean {
  const steps: number[] = [];
  const far = pixels.length < lampSize ? wideGap : gap;
  for (const i of pixels) {
    const [x, y] = [i % width, Math.floor(i / width)];
    for (const [dx, dy] of [
      [far, 0],
      [-far, 0],
      [0, far],
      [0, -far],
    ] as const) {
      const [nx, ny] = [x + dx, y + dy];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
      const other = ny * width + nx;
      if (owners[other] !== wall + 1 || face[other] !== face[i]) continue;
      steps.push(Math.hypot(...lab.map((plane) => plane.at(i) - plane.at(other))));
    }
  }
  if (steps.length <= 20) return lighter > leaf;
  return medianOf(Float32Array.from(steps)) > tolerance;
}
