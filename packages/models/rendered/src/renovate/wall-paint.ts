import type { Exposure } from "../analysis/analysis.ts";
import { faceNames, type Hits } from "../analysis/faces.ts";
import { linearOfByte, type WorkingCopy } from "../analysis/picture/working-copy.ts";
import type { Rgb } from "../scene.ts";
import { softTint } from "./finishes.ts";

/** How many pixels of the working copy a wall needs to show its paint. */
const enough = 200;
/** A dark wall is lightened by this factor at most, since its noise grows as much. */
const most = 3;

/** How far (natural logarithm) red or blue, against green, of two walls of the same paint differ at most. */
const sameHue = 0.1;
/** How many times as light as another a wall of the same paint is at most: one with windows stands against the light. */
const sameLight = 3;

/** What a wall's lighter quarter shows, and how large it is. */
interface Shown {
  face: number;
  pixels: number;
  old: Rgb;
}

/**
 * What each wall's light is multiplied by to show another paint, by its place in `faceNames`; the old paint is what the
 * wall's lighter quarter shows of the room's white. Walls of the same paint have one factor: their light differs, not
 * their colour.
 */
export function repaintingOf(
  copy: WorkingCopy,
  { face }: Hits,
  walls: Uint8Array,
  { white, whitePoint }: Exposure,
  paint: Rgb,
): readonly Rgb[] {
  const tint = softTint(whitePoint);
  const shown = faceNames
    .map((_, index) => shownOf(copy, face, walls, index))
    .filter(({ pixels }) => pixels >= enough)
    .sort((a, b) => b.pixels - a.pixels);
  return faceNames.map((_, index): Rgb => {
    const own = shown.find((wall) => wall.face === index);
    if (!own) return [1, 1, 1];
    const { old } = shown.find((wall) => isSamePaint(wall.old, own.old)) ?? own;
    const factor = (c: 0 | 1 | 2): number =>
      Math.min(most, paint[c] / Math.min(0.88, Math.max(0.03, old[c] / (white * tint[c]))));
    return [factor(0), factor(1), factor(2)];
  });
}

function shownOf(copy: WorkingCopy, face: Hits["face"], walls: Uint8Array, index: number): Shown {
  const pixels: number[] = [];
  walls.forEach((isPaint, i) => {
    if (isPaint && face[i] === index) pixels.push(i);
  });
  const upper = (c: 0 | 1 | 2): number =>
    Float32Array.from(pixels, (i) => linearOfByte[copy.rgb[i * 3 + c] as number] as number).sort()[
      Math.floor(0.75 * pixels.length)
    ] ?? 0;
  return { face: index, pixels: pixels.length, old: [upper(0), upper(1), upper(2)] };
}

function isSamePaint(a: Rgb, b: Rgb): boolean {
  const ratio = (of: Rgb, c: 0 | 2): number => Math.log((of[c] + 1e-3) / (of[1] + 1e-3));
  const hue = Math.max(Math.abs(ratio(a, 0) - ratio(b, 0)), Math.abs(ratio(a, 2) - ratio(b, 2)));
  return hue < sameHue && Math.abs(Math.log((a[1] + 1e-3) / (b[1] + 1e-3))) < Math.log(sameLight);
}
