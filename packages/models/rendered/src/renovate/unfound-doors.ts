import { faceNames, framesOf, type Hits, type Planes } from "../analysis/faces.ts";
import { components } from "../analysis/picture/components.ts";
import type { WorkingCopy } from "../analysis/picture/working-copy.ts";
import type { Opening } from "../scene.ts";
import { isWithin } from "./fittings.ts";

/** A door's width, the height of its top, and of its foot at most, in metres. */
const [widths, tops, foot] = [[0.55, 1.3] as const, [1.7, 2.45] as const, 0.25];
/** Metres above the floor between which its sides are looked for: lower down, sun on the wall joins it. */
const middle = [1, 1.7] as const;
/** The share of its rectangle between those that has no paint, and that of its pixels that lie within a side. */
const [mostly, nearly] = [0.9, 0.99];

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
    const start = wall === "back" || wall === "front" ? planes.left : planes.back;
    const own = pixels.filter(isWithin({ ...everywhere, wall }, hits, planes));
    const high = Float32Array.from(own, (i) => (hits.v[i] as number) * frames[wall].up).sort();
    const [bottom, top] = [within(high, 1 - nearly), within(high, nearly)];
    if (!(bottom < foot && isBetween(top, tops))) return [];
    const along = Float32Array.from(
      own.filter(isWithin({ ...everywhere, wall, bottom: middle[0], top: middle[1] }, hits, planes)),
      (i) => start + (hits.u[i] as number) * frames[wall].across,
    ).sort();
    const [from, to] = [within(along, 1 - nearly), within(along, nearly)];
    if (!isBetween(to - from, widths)) return [];
    const isInner = isWithin(
      { ...everywhere, wall, from, to, bottom: middle[0], top: middle[1] },
      hits,
      planes,
    );
    let [all, bare] = [0, 0];
    for (let i = 0; i < gaps.length; i++) {
      if (!isInner(i)) continue;
      all++;
      bare += gaps[i] as number;
    }
    return bare > mostly * all ? [{ kind: "door", wall, from, to, bottom: 0, top }] : [];
  });
}

const everywhere: Omit<Opening, "wall"> = {
  kind: "door",
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
  top: Number.POSITIVE_INFINITY,
};

/** The value below which a share of sorted ones lies. */
const within = (sorted: Float32Array, share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;

const isBetween = (value: number, [least, most]: readonly [number, number]): boolean =>
  value > least && value < most;
