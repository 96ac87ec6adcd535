import { boxMean } from "@image-staging/picture/box-mean";
import type { Plane } from "@image-staging/picture/plane";
import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Opening } from "@image-staging/tracer/scene";
import { faceNames, framesOf, type Hits, type Planes } from "../analysis/faces.ts";
import type { Seams } from "../analysis/seams/seams.ts";

/** Below a window: metres under its sill and above the floor at which a radiator can hang. */
const [underSill, aboveFloor] = [0.2, 0.15];
/** How high a radiator's ribs are at least, and above the floor at most: higher up, what is busy is a pane that was found in part. */
const [leastRibs, highest] = [0.25, 0.9];
/** How much busier in rows than in columns it is there, as a share of the walls' detail, if one does, and the width, in metres, of the strips in which its ends are looked for. */
const [ribbed, band] = [0.5, 0.04];
/** Pixels along ribs, to both sides, of which the mean is taken. */
const alongRibs = 6;
/** Metres that a radiator reaches beyond its window at most, and metres in which it ends faintly. */
const [beyond, aside] = [0.5, 0.04];
/** Metres of a radiator's outline that can be plain wall: its detail is found in strips, and spills. */
const rim = 0.1;

/** Metres above the floor at which openings end that interrupt the walls' foot. */
const onFloor = 0.1;
export const isOnFloor = ({ bottom }: Opening): boolean => bottom < onFloor;

/** The walls between their seams. */
export function wallsOf({ width, height }: WorkingCopy, { paintTop, paintFoot }: Seams): Uint8Array {
  const walls = new Uint8Array(width * height);
  for (let i = 0; i < walls.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width) + 0.5];
    if (y >= (paintTop[x] as number) && y <= (paintFoot[x] as number)) walls[i] = 1;
  }
  return walls;
}

/** 1 for each pixel of known openings. */
export function foundBy(openings: readonly Opening[], hits: Hits, planes: Planes): Uint8Array {
  const found = new Uint8Array(hits.face.length);
  for (const opening of openings) for (const i of pixelsOf(opening, hits, planes)) found[i] = 1;
  return found;
}

/** 1 above, in and below openings. */
export const inColumnsOf = (openings: readonly Opening[], hits: Hits, planes: Planes): Uint8Array =>
  foundBy(
    openings.map((opening) => ({ ...opening, bottom: 0, top: Number.POSITIVE_INFINITY })),
    hits,
    planes,
  );

/**
 * Walls without known openings and the radiators below them. Plain wall that was found with an opening is no part of it:
 * no edge is in sight between it (`plain`, with its edges) and the ceiling. Nor is it of a radiator's rim (`core`, without).
 */
export function domainOf(
  copy: WorkingCopy,
  hits: Hits,
  planes: Planes,
  openings: readonly Opening[],
  walls: Uint8Array,
  plain: Uint8Array,
  core: Uint8Array,
): Uint8Array {
  const domain = walls.slice();
  for (const opening of openings)
    for (const i of pixelsOf(opening, hits, planes)) if (!plain[i]) domain[i] = 0;
  const { detail, ribs } = ribsOf(copy);
  const usual = medianOf(detail.filter((_, i) => domain[i] === 1));
  const isKnown = (window: Opening): boolean =>
    openings.some(
      ({ kind, wall, from, to }) =>
        kind === "radiator" && wall === window.wall && from < window.to && to > window.from,
    );
  for (const window of openings) {
    if (window.kind !== "window" || isKnown(window)) continue;
    const around = {
      ...window,
      from: window.from - beyond,
      to: window.to + beyond,
      bottom: 0,
      top: window.bottom + band,
    };
    const own = pixelsOf(around, hits, planes).filter((i) => domain[i]);
    const isBusy = (part: Opening): boolean => {
      const inPart = own.filter(isWithin(part, hits, planes));
      const amount = medianOf(Float32Array.from(inPart, (i) => ribs[i] as number));
      return inPart.length > 0 && amount >= ribbed * usual;
    };
    const radiator = radiatorBelow(window, isBusy);
    if (!radiator) continue;
    const inner = { from: radiator.from + rim, to: radiator.to - rim, top: radiator.top - rim };
    const isInner = isWithin({ ...radiator, ...inner }, hits, planes);
    for (const i of pixelsOf(radiator, hits, planes)) if (!core[i] || isInner(i)) domain[i] = 0;
  }
  return domain;
}

/** The place of a radiator below a window, down to the floor; undefined if it is not busy there. */
function radiatorBelow(window: Opening, isBusy: (part: Opening) => boolean): Opening | undefined {
  const below = { ...window, bottom: aboveFloor, top: Math.min(highest, window.bottom - underSill) };
  if (below.top - below.bottom < leastRibs || !isBusy(below)) return undefined;
  const count = Math.ceil((window.to - window.from) / band);
  const busy = Array.from({ length: count }, (_, k) => window.from + k * band).filter((from) =>
    isBusy({ ...below, from, to: Math.min(window.to, from + band) }),
  );
  let [from, to] = [Math.min(...busy), Math.max(...busy) + band];
  const isStrip = (start: number): boolean => isBusy({ ...below, from: start, to: start + band });
  while (window.from - from < beyond && isStrip(from - band)) from -= band;
  while (to - window.to < beyond && isStrip(to)) to += band;
  let top = (below.bottom + below.top) / 2;
  while (top < window.bottom && isBusy({ ...below, from, to, bottom: top, top: top + band })) top += band;
  return {
    ...below,
    from: from - aside,
    to: to + aside,
    bottom: 0,
    top: Math.min(window.bottom, top + aside),
  };
}

/** The pixels of a rectangle of a wall. */
export function pixelsOf(opening: Opening, hits: Hits, planes: Planes): number[] {
  const isIn = isWithin(opening, hits, planes);
  const pixels: number[] = [];
  for (let i = 0; i < hits.face.length; i++) if (isIn(i)) pixels.push(i);
  return pixels;
}

/** Whether a pixel lies in a rectangle of a wall. */
export function isWithin({ wall, from, to, bottom, top }: Opening, { face, u, v }: Hits, planes: Planes) {
  const { start, across, up } = framesOf(planes)[wall];
  const own = faceNames.indexOf(wall);
  return (i: number): boolean => {
    if (face[i] !== own) return false;
    const [along, height] = [start + (u[i] as number) * across, (v[i] as number) * up];
    return along > from && along < to && height > bottom && height < top;
  };
}

/**
 * How far lightness is from its row's around each pixel, and how much further than from its column's: ribs stand upright. Means
 * along them take noise away, so that ribs of the wall's colour show.
 */
function ribsOf({ lab }: WorkingCopy): { detail: Float32Array; ribs: Float32Array } {
  const [lightness] = lab;
  const between = (a: Plane, b: Plane): Plane => a.map((value, i) => Math.abs(value - b.at(i)));
  const across = between(boxMean(lightness, 0, alongRibs), boxMean(lightness, 2, alongRibs));
  const down = between(boxMean(lightness, alongRibs, 0), boxMean(lightness, alongRibs, 2));
  const upright = across.map((value, i) => value - down.at(i));
  return { detail: across.values, ribs: boxMean(upright, 1).values };
}
