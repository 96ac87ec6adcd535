import { faceNames, framesOf, type Hits, type Planes } from "../analysis/faces.ts";
import type { WorkingCopy } from "../analysis/working-copy.ts";
import type { Opening } from "../scene.ts";
import { boxMean, medianOf } from "./box-mean.ts";
import type { Seams } from "./seams.ts";

/** Below a window: metres under its sill and above the floor at which a radiator can hang. */
const [underSill, aboveFloor] = [0.2, 0.15];
/** How much busier than the walls it is there if one does. */
const ribbed = 1.5;

/** Metres of a strip of wall, the difference (Lab) of two of the same paint, and the part of an opening that can be wall. */
const [strip, alike, mostTrimmed] = [0.05, 2.5, 0.4];
/** An opening of which less is left across is none. */
const leastLeft = 0.25;

/** Walls between their seams, without known openings and the radiators below them. */
export function domainOf(
  copy: WorkingCopy,
  hits: Hits,
  planes: Planes,
  openings: readonly Opening[],
  { paintTop, paintFoot }: Seams,
): Uint8Array {
  const { width, height } = copy;
  const domain = new Uint8Array(width * height);
  for (let i = 0; i < domain.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width) + 0.5];
    if (y >= (paintTop[x] as number) && y <= (paintFoot[x] as number)) domain[i] = 1;
  }
  for (const opening of openings) {
    const own = trimmed(opening, copy, hits, planes);
    const isNone = own.to - own.from < leastLeft * (opening.to - opening.from);
    if (!isNone) for (const i of pixelsOf(own, hits, planes)) domain[i] = 0;
  }
  const detail = detailOf(copy);
  const usual = medianOf(detail.filter((_, i) => domain[i] === 1));
  for (const window of openings.filter(({ kind }) => kind === "window")) {
    const below = { ...window, bottom: aboveFloor, top: window.bottom - underSill };
    const pixels = pixelsOf(below, hits, planes).filter((i) => domain[i]);
    if (pixels.length === 0) continue;
    const busy = medianOf(Float32Array.from(pixels, (i) => detail[i] as number));
    if (busy < ribbed * usual) continue;
    for (const i of pixelsOf({ ...below, bottom: 0, top: window.bottom }, hits, planes)) domain[i] = 0;
  }
  return domain;
}

/** An opening without the plain wall that was found with it: a side moves inwards while what it passes looks like the wall. */
function trimmed(opening: Opening, { lab }: WorkingCopy, hits: Hits, planes: Planes): Opening {
  const { across, up } = framesOf(planes)[opening.wall];
  const start = opening.wall === "back" || opening.wall === "front" ? planes.left : planes.back;
  const wider = grownBy(opening, strip);
  const pixels = pixelsOf(wider, hits, planes);
  const along = pixels.map((i) => start + (hits.u[i] as number) * across);
  const height = pixels.map((i) => (hits.v[i] as number) * up);
  const meanOf = ({ from, to, bottom, top }: Opening): number[] | undefined => {
    const within = pixels.filter((_, k) => {
      const [x, y] = [along[k] as number, height[k] as number];
      return x > from && x < to && y > bottom && y < top;
    });
    if (within.length < 6) return undefined;
    return lab.map((plane) => within.reduce((sum, i) => sum + (plane[i] as number), 0) / within.length);
  };
  const result = { ...opening };
  for (const [side, inwards, limit] of [
    ["top", -strip, opening.bottom],
    ["bottom", strip, opening.top],
    ["from", strip, opening.to],
    ["to", -strip, opening.from],
  ] as const) {
    const edge = opening[side];
    // Side strips: within the other sides, from this one to its neighbour inwards.
    const stripAt = (at: number): Opening => {
      const [low, high] = [Math.min(at, at + inwards), Math.max(at, at + inwards)];
      return side === "top" || side === "bottom"
        ? { ...result, bottom: low, top: high }
        : { ...result, from: low, to: high };
    };
    const wall = meanOf(stripAt(edge - inwards));
    for (let at = edge; wall && Math.abs(at - edge) < mostTrimmed * Math.abs(limit - edge); at += inwards) {
      const here = meanOf(stripAt(at));
      if (!here || Math.hypot(...here.map((value, c) => value - (wall[c] as number))) > alike) break;
      result[side] = at + inwards;
    }
  }
  return result;
}

const grownBy = (opening: Opening, by: number): Opening => ({
  ...opening,
  from: opening.from - by,
  to: opening.to + by,
  bottom: opening.bottom - by,
  top: opening.top + by,
});

/** The pixels of a rectangle of a wall. */
function pixelsOf({ wall, from, to, bottom, top }: Opening, { face, u, v }: Hits, planes: Planes): number[] {
  const { across, up } = framesOf(planes)[wall];
  const start = wall === "back" || wall === "front" ? planes.left : planes.back;
  const own = faceNames.indexOf(wall);
  const pixels: number[] = [];
  face.forEach((name, i) => {
    if (name !== own) return;
    const [along, height] = [start + (u[i] as number) * across, (v[i] as number) * up];
    const isWithin = along > from && along < to;
    if (isWithin && height > bottom && height < top) pixels.push(i);
  });
  return pixels;
}

/** How far each pixel's lightness is from its neighbours'. */
function detailOf({ lab, width, height }: WorkingCopy): Float32Array {
  const smooth = boxMean(lab[0], width, height, 2);
  return lab[0].map((value, i) => Math.abs(value - (smooth[i] as number)));
}
