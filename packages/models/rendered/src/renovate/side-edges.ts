import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Opening } from "@image-staging/tracer/scene";
import { framesOf, type Hits, type Planes } from "../analysis/faces.ts";
import { isWithin, pixelsOf } from "./fittings.ts";

/** Metres outside and inside of an opening's side as it was found within which edges are looked for. */
const [outside, inside] = [0.3, 0.16];
/** The narrowest strips along a side that are compared, in metres; if a pixel is wider than `coarsest`, none are. */
const [finest, coarsest] = [0.01, 0.03];
/** Parts of a side, and the share of them that show an edge alike. */
const [parts, mostly] = [10, 0.8];
/** The lowest parts of a side, of which an edge that reaches its foot shows in one. */
const low = 2;

/** The sides of an opening along which a casing runs. */
export const sides = ["from", "to", "top"] as const;
type Lab = readonly [number, number, number];

/** An edge along a side: metres outside of it, how far (Lab) it stands out from the steps beside it, and whether it reaches the foot of an upright side. */
export interface Edge {
  at: number;
  step: number;
  isStanding: boolean;
}

/** How far an edge stands out in each strip along a side of an opening, from the innermost on. */
export function edgesAlong(
  { lab, width }: WorkingCopy,
  hits: Hits,
  planes: Planes,
  isFree: (i: number) => boolean,
  opening: Opening,
  side: (typeof sides)[number],
): Edge[] {
  const { wall, from, to, bottom, top } = opening;
  const { start, across, up } = framesOf(planes)[wall];
  const sign = side === "from" ? -1 : 1;
  const near: Opening =
    side === "top"
      ? { ...opening, bottom: top - inside, top: top + outside }
      : {
          ...opening,
          from: side === "from" ? from - outside : to - inside,
          to: side === "from" ? from + inside : to + outside,
        };
  const pixels = pixelsOf(near, hits, planes).filter(isFree);
  const placeOf = (i: number): readonly [number, number] => {
    const [along, high] = [start + (hits.u[i] as number) * across, (hits.v[i] as number) * up];
    return side === "top"
      ? [high - top, (along - from) / (to - from)]
      : [sign * (along - opening[side]), (high - bottom) / (top - bottom)];
  };
  const next = side === "top" ? width : 1;
  const isNear = isWithin(near, hits, planes);
  let size = finest;
  for (const i of pixels)
    if (isNear(i + next)) size = Math.max(size, Math.abs(placeOf(i)[0] - placeOf(i + next)[0]));
  if (pixels.length === 0 || !(size < coarsest)) return [];
  const strips = Math.floor((outside + inside) / size);
  const sums = Array.from({ length: parts }, () => Array.from({ length: strips }, () => [0, 0, 0, 0]));
  for (const i of pixels) {
    const [off, along] = placeOf(i);
    const sum = sums[Math.floor(along * parts)]?.[Math.floor((off + inside) / size)];
    if (!sum) continue;
    lab.forEach((plane, c) => {
      sum[c] = (sum[c] as number) + plane.at(i);
    });
    sum[3] = (sum[3] as number) + 1;
  }
  const steps = sums.map((row) => row.map((_, k) => stepAt(row, k)));
  const foot = side === "top" ? parts : low;
  const edges = Array.from({ length: strips }, (_, k) => ({
    at: k * size - inside,
    ...standsOut(steps, k, foot),
  }));
  return edges.slice(1, -1);
}

/** The step of Lab from the two strips before a place to the two from it on; undefined out of sight. */
function stepAt(row: readonly (readonly number[])[], k: number): Lab | undefined {
  const mean = (strips: readonly (readonly number[])[]): Lab | undefined => {
    const total = [0, 1, 2, 3].map((c) => strips.reduce((sum, strip) => sum + (strip[c] as number), 0));
    const [l = 0, a = 0, b = 0, count = 0] = total;
    return count > 0 && strips.length === 2 ? [l / count, a / count, b / count] : undefined;
  };
  const [before, after] = [mean(row.slice(Math.max(0, k - 2), k)), mean(row.slice(k, k + 2))];
  return before && after && [after[0] - before[0], after[1] - before[1], after[2] - before[2]];
}

/** How far (Lab) the steps of most of a side's parts at a place, if they are alike, stand out from those beside it, and whether they do in the first `foot`. */
function standsOut(
  steps: readonly (readonly (Lab | undefined)[])[],
  k: number,
  foot: number,
): Omit<Edge, "at"> {
  const at = (place: number): Lab[] => steps.map((row) => row[place]).filter((step) => step !== undefined);
  const meanOf = (own: readonly Lab[]): Lab =>
    [0, 1, 2].map(
      (c) => own.reduce((sum, step) => sum + (step[c] as number), 0) / own.length,
    ) as unknown as Lab;
  const own = at(k);
  if (own.length < mostly * parts) return { step: 0, isStanding: false };
  const usual = meanOf(own);
  const length = Math.hypot(...usual);
  const isAlike = (step?: Lab): boolean =>
    step !== undefined && step[0] * usual[0] + step[1] * usual[1] + step[2] * usual[2] > length ** 2 / 3;
  const isStanding = steps.slice(0, foot).some((row) => isAlike(row[k]));
  const beside = [-3, 3].map((away) => at(k + away)).filter((other) => other.length > 0);
  const around = Math.max(0, ...beside.map((other) => Math.hypot(...meanOf(other))));
  const isEdge = own.filter(isAlike).length >= mostly * own.length;
  return { step: isEdge ? length - around / 2 : 0, isStanding };
}
