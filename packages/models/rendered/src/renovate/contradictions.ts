import type { Segment } from "../analysis/camera/segments.ts";
import type { Seams } from "../analysis/seams/seams.ts";

/** The shares of a wall's ceiling line that show an edge if nothing else needs to tell it, and beside openings that end at it. */
const [sure, sureBesideHeads] = [0.38, 0.6];
/** How far from the line other edges are, as shares of the wall's height, and how much their slope differs from its at most. */
const [near, far, askew] = [0.025, 0.5, 0.25];
/** The share of the wall's columns over which they run at least if they are the true line. */
const mostly = 0.4;
/** The share of all walls' ceiling lines that shows an edge at least if they run over so much of the picture's width. */
const [leastOfAll, wide] = [0.3, 0.5];
/** The share of the picture's width over which a wall's foot is in sight at least to be looked at alone. */
const leastWidth = 0.1;

/**
 * The shares of the walls' foot in sight that an edge shows, without what doors and French windows (`standing`) interrupt: of
 * `all` walls, 0 if none is in sight, and of the one that shows least of it.
 */
export function footEvidence(
  { walls, metre }: Seams,
  standing: Uint8Array,
): { all: number; ofOneWall: number } {
  const isFree = new Uint8Array(metre.length).fill(1);
  standing.forEach((isIn, i) => {
    if (isIn) isFree[i % metre.length] = 0;
  });
  let [shown, all, ofOneWall] = [0, 0, 1];
  for (const { run, foot } of walls) {
    if (foot === undefined) continue;
    const free = isFree.subarray(run.from, run.to).filter((value) => value > 0).length;
    all += free;
    shown += Math.min(free, foot * (run.to - run.from));
    if (free > leastWidth * metre.length) ofOneWall = Math.min(ofOneWall, foot);
  }
  return { all: all > 0 ? shown / all : 0, ofOneWall };
}

/** Whether the walls' ceiling lines run over most of the picture and hardly show: a door's head alone passed for the ceiling. */
function isCeilingUnseen({ walls, ceiling }: Seams): boolean {
  let [shown, all] = [0, 0];
  for (const { run, ceiling: share } of walls) {
    if (share === undefined) continue;
    all += run.to - run.from;
    shown += share * (run.to - run.from);
  }
  return all > wide * ceiling.length && shown < leastOfAll * all;
}

/**
 * Whether hardly any ceiling's line shows, or a wall whose line shows no edge has a long one along it above or below, or an
 * opening that ends at it: then that one's head passed for the ceiling. Between a white wall and a white ceiling none shows,
 * and the box tells the line.
 */
export function isCeilingContradicted(seams: Seams, segments: readonly Segment[]): boolean {
  if (isCeilingUnseen(seams)) return true;
  const { walls, ceiling, foot } = seams;
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
