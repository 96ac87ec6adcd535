import type { Segment } from "../analysis/camera/segments.ts";
import { faceNames, type Hits, type Planes } from "../analysis/faces.ts";
import { medianOf } from "../analysis/picture/box-mean.ts";
import { components } from "../analysis/picture/components.ts";
import type { WorkingCopy } from "../analysis/picture/working-copy.ts";
import type { Seams } from "../analysis/seams/seams.ts";
import type { Opening } from "../scene.ts";
import { belowLines } from "./below-lines.ts";
import { belowWindows } from "./below-windows.ts";
import { casingsOf } from "./casings.ts";
import { edgeLinesOf, fillLines, without } from "./edge-lines.ts";
import { evenPixels } from "./even-pixels.ts";
import { domainOf, foundBy, inColumnsOf, wallsOf } from "./fittings.ts";
import { fillShade, grown, grownOverShade, shadedOf } from "./grow-paint.ts";
import { islandsOf } from "./islands.ts";
import { lampsOf } from "./lamps.ts";
import { type LeftOver, leftOverOf } from "./left-over.ts";
import { meetEdges } from "./meet-edges.ts";
import { narrowed, widened } from "./outlines.ts";
import { sunOnWalls } from "./sun-on-walls.ts";
import { dropBareWalls, joinCorners, straightenEnds } from "./tidy.ts";
import { addVividPaint } from "./vivid-paint.ts";

/** Paint reaches the ceiling; what ends lower by more than this (metres) is a door's panel, a radiator, a picture. */
const fromCeiling = 0.15;
/** The share of a stretch of wall that lies outside of found openings at least: a pane lies in one. From ceiling to floor, less is enough. */
const [leastOutside, leastIfWhole] = [0.2, 0.1];
/** Pixels by which a found opening can be larger than it is: it is found in squares of 5 cm. */
const outline = 2;
/** Pixels that an edge's surroundings are grown back by. */
const grownBack = 7;
/** Pixels across an edge's surroundings: of a wall's part, and of a lamp before it, which has few pixels near the wall. */
const [gap, wideGap, lampSize] = [12, 16, 2000];

/** How much lighter (Lab) than its wall what an opening parts from it can be. */
const leaf = 10;

/** A stretch of even colour between edges. */
interface Stretch {
  pixels: readonly number[];
  lab: readonly [number, number, number];
  wall: number;
  /** Pixels on each wall. */
  counts: Uint32Array;
}

/**
 * The walls' paint in the working copy: 1 for each pixel of it. Paint is what is smooth, not cut off from the ceiling by
 * an edge, and of the wall's main colour; pixels at edges join it if they look like the paint around them, and what the sun
 * shines on (`sun`).
 */
export function wallMaskOf(
  copy: WorkingCopy,
  hits: Hits,
  planes: Planes,
  openings: readonly Opening[],
  seams: Seams,
  segments: readonly Segment[],
): { paint: Uint8Array; sun: Uint8Array; left: LeftOver } {
  const { width, height } = copy;
  const walls = wallsOf(copy, seams);
  const lines = edgeLinesOf(copy, segments);
  const { even: evenWalls, noise } = evenPixels(copy, walls, lines);
  const windows = openings.filter(({ kind }) => kind === "window");
  const [found, panes] = [foundBy(openings, hits, planes), foundBy(windows, hits, planes)];
  const plain = new Uint8Array(width * height);
  for (const pixels of components(evenWalls, width, height, 1)) {
    const isOutside = (mask: Uint8Array, least: number): boolean =>
      pixels.filter((i) => !mask[i]).length > least * pixels.length;
    const isWall =
      isOutside(found, leastOutside) || (isOutside(panes, leastIfWhole) && isWholeWall(pixels, seams, width));
    if (isWall && reachesCeiling(pixels, seams, width)) for (const i of pixels) plain[i] = 1;
  }
  const withEdges = widened(plain, width, height, grownBack);
  const core = widened(plain, width, height, outline);
  const free = domainOf(copy, hits, planes, openings, walls, withEdges, core);
  const doors = openings.filter(({ kind }) => kind === "door" || kind === "passage");
  const lamps = lampsOf(copy, hits, evenWalls, segments);
  const all = without(without(free, casingsOf(copy, hits, planes, doors)), lamps);
  const even = evenWalls.map((isEven, i) => (all[i] ? isEven : 0));
  const domain = without(all, islandsOf(copy, all, even, noise, seams));
  const evenParts = Map.groupBy(components(even, width, height, 1), (pixels) =>
    reachesCeiling(pixels, seams, width) ? "high" : "low",
  );
  const stretches = withoutGlass(
    (evenParts.get("high") ?? [])
      .filter((pixels) => pixels.length >= 40)
      .map((pixels) => stretchOf(copy, hits, pixels))
      .sort((a, b) => b.pixels.length - a.pixels.length),
    seams,
    width,
  );
  /** The wall whose paint shows, counted from 1. */
  const owners = new Uint8Array(width * height);
  for (const stretch of stretches) {
    const on = ({ counts }: Stretch): number => counts[stretch.wall] as number;
    const main = stretches.reduce((most, other) => (on(other) > on(most) ? other : most), stretch);
    if (
      stretch !== main &&
      (!isLike(stretch, main) || isApart(copy, hits, owners, stretch, main, 2 + 4 * noise))
    )
      continue;
    for (const i of stretch.pixels) owners[i] = stretch.wall + 1;
  }
  const first = owners.map((owner) => (owner ? 1 : 0));
  const tolerance = 1.2 + 4 * noise;
  const low = evenParts.get("low") ?? [];
  const lower = belowWindows(copy, hits, low, first, panes, seams);
  for (const i of [...lower, ...belowLines(copy, low, first, tolerance)]) first[i] = 1;
  const between = grown(copy, first, without(domain, lines), tolerance, grownBack);
  const whole = grownOverShade(copy, between, shadedOf(domain, lines, hits, planes, windows), tolerance);
  fillLines(whole, domain, lines, width);
  fillShade(copy, whole, domain);
  const beside = inColumnsOf(windows, hits, planes);
  dropBareWalls(whole, domain, hits, copy, beside);
  joinCorners(whole, domain, hits, width);
  straightenEnds(whole, all, hits, seams, copy);
  addVividPaint(copy, whole, all, hits);
  const sun = sunOnWalls(copy, whole, walls, foundBy(doors, hits, planes), hits, planes);
  const paint = whole.map((isPaint, i) => isPaint || (sun[i] as number));
  meetEdges(copy, paint, without(walls, narrowed(found, width, height, outline)), hits, tolerance);
  return { paint, sun, left: leftOverOf(copy, paint, all, hits, without(even, beside)) };
}

function reachesCeiling(pixels: readonly number[], { paintTop, metre }: Seams, width: number): boolean {
  return pixels.some((i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const top = paintTop[x] as number;
    return y - top < Math.max(4, fromCeiling * (metre[x] as number)) || (top < 0 && y < 6);
  });
}

/** Whether pixels reach the lines of ceiling and floor, both in sight: a door or a passage ends below the ceiling. */
function isWholeWall(
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
  const mean = (plane: Float32Array): number =>
    pixels.reduce((sum, i) => sum + (plane[i] as number), 0) / pixels.length;
  return {
    pixels,
    lab: [mean(lab[0]), mean(lab[1]), mean(lab[2])],
    wall: counts.indexOf(Math.max(...counts)),
    counts,
  };
}

/** Stretches without those that are clipped to white beside a darker largest one and end above the floor: panes that look into the day. */
function withoutGlass(stretches: readonly Stretch[], seams: Seams, width: number): readonly Stretch[] {
  const usual = stretches[0]?.lab[0] ?? 0;
  return stretches.filter(
    ({ lab, pixels }) => lab[0] < 96 || usual > 92 || isWholeWall(pixels, seams, width),
  );
}

/** Whether a stretch can be the same paint in another light. */
function isLike({ lab }: Stretch, main: Stretch | undefined): boolean {
  if (!main) return false;
  const [dl, da, db] = [lab[0] - main.lab[0], lab[1] - main.lab[1], lab[2] - main.lab[2]];
  return Math.abs(dl) < 22 && Math.hypot(da, db) < 7 && (lab[0] < 97 || main.lab[0] > 94);
}

/**
 * Whether a stretch differs from the paint of its wall's own stretches right across the edge between them. If none is near,
 * an opening lies between: then what is much lighter than the wall's largest is a door's leaf.
 */
function isApart(
  { lab, width, height }: WorkingCopy,
  { face }: Hits,
  owners: Uint8Array,
  { pixels, wall, lab: own }: Stretch,
  main: Stretch,
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
      steps.push(Math.hypot(...lab.map((plane) => (plane[i] as number) - (plane[other] as number))));
    }
  }
  if (steps.length <= 20) return own[0] - main.lab[0] > leaf;
  return medianOf(Float32Array.from(steps)) > tolerance;
}
