import type { Segment } from "../analysis/camera/segments.ts";
import type { Seams } from "../analysis/seams/seams.ts";

/** The shares of a wall's ceiling line that show an edge if nothing else needs to tell it, and beside openings that end at it. */
const [sure, sureBesideHeads] = [0.38, 0.6];
/** How far from the line other edges are, as shares of the wall's height, and how much their slope differs from its at most. */
const [near, far, askew] = [0.025, 0.5, 0.25];
/** The share of the wall's columns over which they run at least if they are the true line. */
const mostly = 0.4;

/**
 * The share of the walls' foot in sight that an edge shows, without what doors and French windows (`standing`) interrupt; 0 if
 * none is in sight.
 */
export function footEvidence({ walls, metre }: Seams, standing: Uint8Array): number {
  const isFree = new Uint8Array(metre.length).fill(1);
  standing.forEach((isIn, i) => {
    if (isIn) isFree[i % metre.length] = 0;
  });
  let [shown, all] = [0, 0];
  for (const { run, foot } of walls) {
    if (foot === undefined) continue;
    const free = isFree.subarray(run.from, run.to).filter((value) => value > 0).length;
    all += free;
    shown += Math.min(free, foot * (run.to - run.from));
  }
  return all > 0 ? shown / all : 0;
}

/**
 * Whether a wall whose ceiling's line shows no edge has a long one along it above or below, and ends there, or an opening at
 * it: then that one's head passed for the ceiling. Between a white wall and a white ceiling none shows, and the box tells the
 * line.
 */
export function isCeilingContradicted(
  { walls, ceiling, foot }: Seams,
  segments: readonly Segment[],
): boolean {
  return walls.some(({ run, ceiling: shown, hasHead }) => {
    if (shown === undefined || shown >= (hasHead ? sureBesideHeads : sure)) return false;
    if (hasHead) return true;
    const columns = new Uint8Array(ceiling.length);
    const slope = ((ceiling[run.to - 1] as number) - (ceiling[run.from] as number)) / (run.to - run.from);
    for (const { x1, y1, x2, y2 } of segments) {
      const [from, to] = [
        Math.max(run.from, Math.ceil(Math.min(x1, x2))),
        Math.min(run.to, Math.max(x1, x2)),
      ];
      const middle = Math.floor((x1 + x2) / 2);
      if (to <= from || middle < run.from || middle >= run.to) continue;
      const high = (foot[middle] as number) - (ceiling[middle] as number);
      const away = Math.abs((y1 + y2) / 2 - (ceiling[middle] as number)) / high;
      const isAlong = Math.abs((y2 - y1) / (x2 - x1) - slope) < askew;
      if (isAlong && away > near && away < far) columns.fill(1, from, to);
    }
    const inSight = columns.subarray(run.from, run.to);
    return inSight.filter((value) => value > 0).length > mostly * inSight.length;
  });
}
