import { components } from "@image-staging/picture/components";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Opening } from "@image-staging/tracer/scene";
import { faceNames, framesOf, type Hits, type Planes } from "../analysis/faces.ts";
import { isWithin, pixelsOf } from "./fittings.ts";

/** A door's width, the height of its top, and of its foot at most, in metres. */
const [widths, tops, foot] = [[0.55, 1.3] as const, [1.7, 2.45] as const, 0.25];
/** Metres above the floor between which its sides are looked for: lower down, sun on the wall joins it. */
const middle = [1, 1.7] as const;
/** The share of a door between those heights that has no paint at least. */
const mostly = 0.9;
/** The shares of a gap's pixels below which its lower and its upper end lie: a few lie astray. */
const ends = [0.01, 0.99] as const;

/** Doors that the analysis did not find, and that look unlike the wall: gaps in its paint that are as large and upright. */
export function unfoundDoors(
  { width, height }: WorkingCopy,
  paint: Uint8Array,
  domain: Uint8Array,
  hits: Hits,
  planes: Planes,
): Opening[] {
  const frames = framesOf(planes);
  const gaps = domain.map((isIn, i) => (isIn && !paint[i] ? 1 : 0));
  return components(gaps, width, height, 1).flatMap((pixels) => {
    const wall = faceNames[hits.face[pixels[pixels.length >> 1] as number] as number];
    if (!wall || wall === "floor" || wall === "ceiling") return [];
    const { start, across, up } = frames[wall];
    const own = pixels.filter(isWithin({ ...everywhere, wall }, hits, planes));
    const [bottom, top] = endsOf(own.map((i) => (hits.v[i] as number) * up));
    if (!(bottom < foot && isBetween(top, tops))) return [];
    const band = { ...everywhere, wall, bottom: middle[0], top: middle[1] };
    const [from, to] = endsOf(
      own.filter(isWithin(band, hits, planes)).map((i) => start + (hits.u[i] as number) * across),
    );
    if (!isBetween(to - from, widths)) return [];
    const inner = pixelsOf({ ...band, from, to }, hits, planes);
    const bare = inner.filter((i) => gaps[i]).length;
    return bare > mostly * inner.length ? [{ kind: "door", wall, from, to, bottom: 0, top }] : [];
  });
}

const everywhere: Omit<Opening, "wall"> = {
  kind: "door",
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
  top: Number.POSITIVE_INFINITY,
};

/** Between which values nearly all of some lie; NaN of none. */
function endsOf(values: readonly number[]): [number, number] {
  const sorted = Float32Array.from(values).sort();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return [at(ends[0]), at(ends[1])];
}

const isBetween = (value: number, [least, most]: readonly [number, number]): boolean =>
  value > least && value < most;
