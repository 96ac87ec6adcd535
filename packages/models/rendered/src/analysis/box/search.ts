import { type Box, boxPrior, type Evidence } from "./box.ts";
import { backs, type EdgeSums, floorSumsOf, heights, sides } from "./tables.ts";

interface Scored {
  box: Box;
  score: number;
}

/** A box of the grid by its indices. */
type Cell = readonly [left: number, right: number, back: number, height: number];

/** A box that is kept: what the picture says for it, and that with its prior. */
interface Kept {
  cell: Cell;
  seen: number;
  score: number;
}

/** Boxes count as one if all their planes are within this many steps of the grid. */
const near: Cell = [2, 2, 3, 4];
/** So alike are boxes to the picture that differ only in walls that it does not show: they count as one, too. */
const alike = 0.01;

/** The best boxes of a coarse, exhaustive search over back, left, right and ceiling; best first, no two alike. */
export function searchBoxes(evidence: Evidence, edges: EdgeSums, keep: number): Scored[] {
  const floor = floorSumsOf(evidence);
  const best: Kept[] = [];
  const least = (): number => (best.length < keep ? Number.NEGATIVE_INFINITY : (best[keep - 1]?.score ?? 0));
  for (let b = 0; b < backs.length; b++) {
    const left = sumsAt(b, edges[0], floor[0]);
    const right = sumsAt(b, edges[1], floor[1]);
    for (let l = 0; l < sides.length; l++) {
      for (let r = 0; r < sides.length; r++) {
        // The prior only takes away: what stays below the kept ones without it needs no look.
        if ((left.most[l] as number) + (right.most[r] as number) <= least()) continue;
        for (let h = 0; h < heights.length; h++) {
          const seen =
            (left.sums[l * heights.length + h] as number) + (right.sums[r * heights.length + h] as number);
          if (seen <= least()) continue;
          const cell: Cell = [l, r, b, h];
          const score = seen + 6 * boxPrior(boxAt(cell));
          if (score > least()) remember(best, { cell, seen, score }, keep);
        }
      }
    }
  }
  return best.map(({ cell, score }) => ({ box: boxAt(cell), score }));
}

const boxAt = (cell: Cell): Box => ({
  left: sides[cell[0]] as number,
  right: sides[cell[1]] as number,
  back: backs[cell[2]] as number,
  height: heights[cell[3]] as number,
});

/** The sums of one back: for each side and height, and the most for each side. */
function sumsAt(
  back: number,
  edges: Float32Array,
  floor: Float32Array,
): { sums: Float32Array; most: Float32Array } {
  const size = sides.length * heights.length;
  const sums = edges.slice(back * size, (back + 1) * size);
  const most = new Float32Array(sides.length).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < size; i++) {
    const side = Math.floor(i / heights.length);
    const sum = (sums[i] as number) + (floor[back * sides.length + side] as number);
    sums[i] = sum;
    most[side] = Math.max(most[side] as number, sum);
  }
  return { sums, most };
}

function remember(best: Kept[], found: Kept, keep: number): void {
  const isNear = (cell: Cell, i: 0 | 1 | 2 | 3): boolean => Math.abs(cell[i] - found.cell[i]) <= near[i];
  const rival = best.findIndex(
    ({ cell, seen }) =>
      (isNear(cell, 0) && isNear(cell, 1) && isNear(cell, 2) && isNear(cell, 3)) ||
      Math.abs(seen - found.seen) < alike,
  );
  if (rival >= 0) {
    if ((best[rival]?.score ?? 0) >= found.score) return;
    best.splice(rival, 1);
  }
  const place = best.findIndex(({ score }) => score < found.score);
  best.splice(place < 0 ? best.length : place, 0, found);
  if (best.length > keep) best.pop();
}
