import { components } from "@image-staging/picture/components";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Opening } from "@image-staging/tracer/scene";
import type { Segment } from "../analysis/camera/segments.ts";
import type { Hits, Planes } from "../analysis/faces.ts";
import type { Seams } from "../analysis/seams/seams.ts";
import { belowLines } from "./below-lines.ts";
import { belowWindows } from "./below-windows.ts";
import { casingsOf } from "./casings.ts";
import { edgeLinesOf, fillLines, without } from "./edge-lines.ts";
import { evenPixels } from "./even-pixels.ts";
import { domainOf, foundBy, inColumnsOf, wallsOf } from "./fittings.ts";
import { fillShade, grown, grownOverShade, shadedOf } from "./grow-paint.ts";
import { islandsOf } from "./islands.ts";
import { lampsOf } from "./lamps.ts";
import { keepLeaves } from "./leaves.ts";
import { type LeftOver, leftOverOf } from "./left-over.ts";
import { meetEdges } from "./meet-edges.ts";
import { narrowed, widened } from "./outlines.ts";
import { straightenEnds } from "./straighten-ends.ts";
import { isWholeWall, paintedStretches, reachesCeiling } from "./stretches.ts";
import { sunOnWalls } from "./sun-on-walls.ts";
import { dropBareWalls, joinCorners } from "./tidy.ts";
import { unfoundDoors } from "./unfound-doors.ts";
import { addVividPaint } from "./vivid-paint.ts";

/** The share of a stretch of wall that lies outside of found openings at least: a pane lies in one. From ceiling to floor, less is enough. */
const [leastOutside, leastIfWhole] = [0.2, 0.1];
/** Pixels by which a found opening can be larger than it is: it is found in squares of 5 cm. */
const outline = 2;
/** Pixels that an edge's surroundings are grown back by. */
const grownBack = 7;

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
  const lamps = lampsOf(copy, hits, walls, evenWalls, segments);
  const { casings, enclosed } = casingsOf(copy, hits, planes, doors);
  const all = [casings, enclosed, lamps].reduce(without, free);
  const even = evenWalls.map((isEven, i) => (all[i] ? isEven : 0));
  const domain = without(all, islandsOf(copy, all, even, noise, seams));
  const evenParts = Map.groupBy(components(even, width, height, 1), (pixels) =>
    reachesCeiling(pixels, seams, width) ? "high" : "low",
  );
  const first = paintedStretches(copy, hits, evenParts.get("high") ?? [], seams, noise);
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
  const doorways = foundBy(doors, hits, planes);
  const others = unfoundDoors(copy, whole, without(walls, doorways), hits, planes);
  const { casings: trim } = casingsOf(copy, hits, planes, others, false);
  const bare = without(whole, trim);
  keepLeaves(copy, bare, doors, hits, planes);
  const inSun = [casings, enclosed, trim].reduce(without, walls);
  const sun = sunOnWalls(copy, bare, inSun, doorways, hits, planes);
  addVividPaint(copy, bare, without(without(walls, panes), lamps), found, hits);
  const paint = bare.map((isPaint, i) => isPaint || (sun[i] as number));
  meetEdges(copy, paint, without(walls, narrowed(found, width, height, outline)), hits, tolerance);
  const known = foundBy(others, hits, planes).map((isLeaf, i) => isLeaf || (trim[i] as number));
  const [unknown, parts] = [without(all, known), without(without(even, beside), known)];
  return { paint, sun, left: leftOverOf(copy, paint, unknown, hits, parts) };
}
