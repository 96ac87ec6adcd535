import { components } from "@image-staging/picture/components";
import { distance, meansOf } from "@image-staging/picture/means-of";
import type { Plane } from "@image-staging/picture/plane";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames, type Hits } from "../analysis/faces.ts";
import { without } from "./edge-lines.ts";
import { widened } from "./outlines.ts";

/**
 * How far a paint's hue lies from the ceiling's in its light, or from grey if none is in sight: a little, so that it tells a rim of
 * paint, and much, so that it tells paint wherever it is. How far from the paint's a pixel's lies then, over that, at most.
 */
const [coloured, vivid] = [
  { least: 0.1, most: 0.15 },
  { least: 0.29, most: 0.25 },
] as const;
/** How many pixels a rim of old paint is wide. */
const rim = 12;
/** The share of the picture that is ceiling at least if that tells the light's colour. */
const leastCeiling = 0.01;

/**
 * Adds what shows a wall's strong colour right up to its fittings: edges there have the paint's hue, and their old colour
 * would stay as a rim. On pale walls hue tells nothing, and nothing is added; nor is what does not touch paint in `openings`, as
 * trees behind a pane do not.
 */
export function addVividPaint(
  copy: WorkingCopy,
  paint: Uint8Array,
  domain: Uint8Array,
  openings: Uint8Array,
  { face }: Hits,
): void {
  const { width, height } = copy;
  const hue = huesOf(copy);
  const isCeiling = (i: number): boolean => faceNames[face[i] as number] === "ceiling";
  const light = meanOf(hue, isCeiling, leastCeiling * paint.length);
  const beside = without(widened(paint, width, height, rim), openings);
  const found = new Uint8Array(paint.length);
  for (let wall = 0; wall < faceNames.length; wall++) {
    const usual = meanOf(hue, (i) => paint[i] === 1 && face[i] === wall);
    if (!usual) continue;
    const strength = distance(usual, light ?? [0, 0]);
    const isVivid = strength >= vivid.least;
    if (!isVivid && (!light || strength < coloured.least)) continue;
    const most = strength * (isVivid ? vivid : coloured).most;
    domain.forEach((isIn, i) => {
      if (!isIn || paint[i] || face[i] !== wall || !(isVivid || beside[i])) return;
      const own = hue.map((plane) => plane.at(i));
      if (distance(own, usual) < most) found[i] = 1;
    });
  }
  for (const pixels of components(found, width, height, 1))
    if (pixels.some((i) => !openings[i] || [1, -1, width, -width].some((step) => paint[i + step])))
      for (const i of pixels) paint[i] = 1;
}

/** The mean hue of some pixels; undefined if they are too few. */
function meanOf(
  hue: readonly Plane[],
  isIn: (i: number) => boolean,
  least = 1,
): readonly number[] | undefined {
  const pixels: number[] = [];
  hue[0]?.values.forEach((_, i) => {
    if (isIn(i)) pixels.push(i);
  });
  return pixels.length < least ? undefined : meansOf(hue, pixels);
}

/** Red to green and yellow to blue (Lab) of each pixel over its lightness: shade does not change them. */
const huesOf = ({ lab: [lightness, ...colours] }: WorkingCopy): readonly Plane[] =>
  colours.map((plane) => plane.map((value, i) => value / (lightness.at(i) + 16)));
