import { medianOf } from "@image-staging/picture/quantile";
import { raisedBy } from "./lines.ts";
import { stepsBelow } from "./patterned-board.ts";
import type { Shown } from "./shown.ts";
import { awayFrom, type Run, straightened } from "./straight.ts";

/** The share of a wall's foot at which an edge shows at least if other walls are to meet it, and in its new place. */
const clear = 0.75;
/** What being away from the box's line costs, by its reach, in shares of an edge that shows; the gain that is worth a move. */
const [pull, worth] = [0.5, 0.05];
/** The part of the reach by which a wall's foot misses another's in their corner at least: corners are a few pixels wrong themselves. */
const missed = 0.4;
/** Pixels around a line in which its exact position is looked for first. */
const fine = 2;
/** How far (Lab) a strip of floor at the wall differs from the next at most, and how much it counts that it is darker: the next can be in the sun. */
const [nearWall, shade] = [18, 0.7];
/** A wall of fewer columns has no slope. */
const fewest = 3;

/** By how many pixels the feet of the walls on the left and on the right lie below a wall's own in its corners, if they show. */
type Gaps = [left: number | undefined, right: number | undefined];

/**
 * Lifts the foot of each wall that misses its neighbours' in the corners to where all meet, if what it passes looks like floor, and
 * the box's line is nearer there or an edge shows more clearly: its own was a joint. The skirting is `board` metres high.
 */
export function metInCorners(foot: Float32Array, board: number, shown: Shown): Float32Array {
  const { copy, lines, reach, evidence } = shown;
  const { runs } = lines;
  const shownOf = (line: Float32Array, run: Run): number =>
    evidence(line, run, board > 0 ? raisedBy(line, board, lines) : undefined);
  const scoreOf = (line: Float32Array, run: Run): number =>
    shownOf(line, run) - (pull / reach) * awayFrom(lines.floor, line, run);
  const isClear = (line: Float32Array, run: Run): boolean => shownOf(line, run) >= clear;
  const passesFloor = (above: Float32Array, below: Float32Array, run: Run): boolean => {
    const differences = Float32Array.from(stepsBelow(copy, above, below, run), ([light, a, b]) =>
      Math.hypot(light < 0 ? shade * light : light, a, b),
    );
    return differences.length > 0 && medianOf(differences) < nearWall;
  };
  let line = foot;
  // Each move can open gaps to others: the best comes first, one a wall.
  for (let round = 0; round < runs.length; round++) {
    let best = { gain: worth, line };
    for (const [nth, run] of runs.entries()) {
      const gaps = gapsOf(line, runs, nth);
      if (gaps.every((gap) => gap === undefined || Math.abs(gap) <= missed * reach)) continue;
      const [left, right] = [runs[nth - 1], runs[nth + 1]];
      const known: Gaps = [
        left && isClear(line, left) ? gaps[0] : undefined,
        right && isClear(line, right) ? gaps[1] : undefined,
      ];
      const own = scoreOf(line, run);
      for (const moved of turnedBy(known, line, run, shown)) {
        const gain = scoreOf(moved, run) - own;
        if (gain > best.gain && isClear(moved, run) && passesFloor(moved, line, run))
          best = { gain, line: moved };
      }
    }
    if (best.line === line) break;
    line = best.line;
  }
  return line;
}

function gapsOf(line: Float32Array, runs: readonly Run[], nth: number): Gaps {
  const at = (x: number): number => line[x] as number;
  const { from, to } = runs[nth] as Run;
  const isSloped = (run?: Run): boolean => run !== undefined && run.to - run.from >= fewest;
  return [
    isSloped(runs[nth - 1]) ? 2 * at(from - 1) - at(from - 2) - at(from) : undefined,
    isSloped(runs[nth + 1]) ? 2 * at(to) - at(to + 1) - at(to - 1) : undefined,
  ];
}

/** A wall's line with its ends moved by the gaps, and an end without one to where most of an edge shows: exactly, and near there. */
function turnedBy(
  [left, right]: Gaps,
  line: Float32Array,
  run: Run,
  { reach, edgeAt }: Shown,
): Float32Array[] {
  if (left === undefined && right === undefined) return [];
  const anywhere = Array.from({ length: 4 * reach + 1 }, (_, k) => k - 2 * reach);
  let best = { edges: -1, line };
  for (const start of left === undefined ? anywhere : [left])
    for (const end of right === undefined ? anywhere : [right]) {
      const moved = line.slice();
      let edges = 0;
      for (let x = run.from; x < run.to; x++) {
        const share = (x - run.from) / (run.to - run.from);
        const y = (line[x] as number) + start + (end - start) * share;
        moved[x] = y;
        edges += Math.max(edgeAt(x, y - 1), edgeAt(x, y), edgeAt(x, y + 1));
      }
      if (edges > best.edges) best = { edges, line: moved };
    }
  return [fine, Math.ceil(reach / 2)].map((far) =>
    straightened(best.line, [run], far, (x, offset) => edgeAt(x, (best.line[x] as number) + offset)),
  );
}
