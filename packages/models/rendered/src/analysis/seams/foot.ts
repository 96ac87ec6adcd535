import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { boardHeight, type StepAlong } from "./boards.ts";
import { metInCorners } from "./corners.ts";
import { footScore } from "./foot-score.ts";
import { raisedBy } from "./lines.ts";
import { boardStep, isEvenBoard, isFloorBetween, patternedBoard } from "./patterned-board.ts";
import type { Shown } from "./shown.ts";
import { awayFrom, straightened } from "./straight.ts";

/** The shares of a line that shows an edge hardly, and nearly all along. */
const [unclear, clear] = [0.4, 0.85];
/** The height of a skirting if edges show here and there, and none along most of the walls. */
const unseen = 0.1;
/** The least height, in metres, of a skirting: an edge nearer to the floor's is that edge again. */
const leastSkirting = 0.06;
/** The share of a lower edge that shows at least if it is a skirting's foot. */
const mostly = 0.78;
/** Pixels around a line in which its exact position is looked for. */
const fine = 2;
/** How much more (of 1) an edge shows along the line above the found foot if that one is the foot. */
const clearFoot = 0.25;
/** How much more (of 1) a skirting's two edges show at another line of a wall at least, to move it there. */
const clearPair = 0.2;
/** How much more (of 1) both edges show there if its own line, however clear, is the upper of them. */
const clearBoth = 0.5;
/** How far (Lab) the boards on both sides of a joint differ at most. */
const sameBoards = 4;
/** Metres by which an edge is found too low at most. */
const echoes = [0, 0.005, 0.01, 0.015, 0.02];
/** How much more two edges weigh than one against a move away from the box. */
const pairWeight = 4;

/** Where the floor begins in each column, and the height of the skirting above it, 0 if there is none. */
export function footOf(shown: Shown): { foot: Float32Array; skirting: number } {
  const { copy, lines, reach, contrast, edgeAt, stepAlong, evidence } = shown;
  const above = (line: Float32Array) => (board: number) => raisedBy(line, board, lines);
  const below = (line: Float32Array) => (board: number) => above(line)(-board);
  const onEdge = (line: Float32Array, far: number): Float32Array =>
    straightened(line, lines.runs, far, (x, offset) => edgeAt(x, (line[x] as number) + offset));
  const all = { from: 0, to: copy.width };
  const coloured = straightened(lines.floor, lines.runs, reach, footScore(copy, lines, contrast, reach));
  const edge = onClearEdges(coloured, onEdge(lines.floor, reach), shown);
  // Without a board's edge above it, the edge can be the upper one of a skirting that looks like floor.
  const board = boardHeight(above(edge), stepAlong);
  const lower = board ? 0 : boardBelow(copy, below(edge), stepAlong);
  const lowered = (by: number): Float32Array => onEdge(below(edge)(by), Math.ceil(reach / 2));
  // A lower edge that shows only here and there is joints of the floor, or grain hides it.
  const second = lower >= leastSkirting ? lowered(lower) : undefined;
  const isShown = second && (evidence(second, all, edge) > mostly || isEvenBoard(copy, edge, second));
  const drop = isShown ? lower : board ? 0 : patternedBoard(copy, below(edge));
  const first = isShown ? second : drop > 0 ? lowered(drop) : edge;
  // A joint in the floor is no foot if a clearer edge lies above it and the same floor between both.
  const upper = onEdge(above(first)(boardHeight(above(first), stepAlong) ?? 0), fine);
  const isFloor =
    evidence(upper, all) > evidence(first, all, upper) + clearFoot &&
    isFloorBetween(
      copy,
      upper.map((y) => y + 1),
      first,
    );
  const found = isFloor ? upper : offOwnBoards(first, shown);
  const height = boardHeight(above(found), stepAlong);
  const aligned = height ? alignedByBoard(found, above(found)(height), shown) : found;
  const foot = metInCorners(aligned, height ?? 0, shown);
  const skirting = boardHeight(above(foot), stepAlong);
  const isBare = isFloor || (skirting === 0 && drop === 0);
  return { foot, skirting: skirting || (isBare ? 0 : Math.max(drop, unseen)) };
}

/** The floor's border by its colour, but of walls along which hardly an edge shows there, the clearest one: shade before a wall has no edge. */
function onClearEdges(
  coloured: Float32Array,
  clearest: Float32Array,
  { lines, evidence }: Shown,
): Float32Array {
  const line = coloured.slice();
  for (const run of lines.runs)
    if (evidence(coloured, run) < unclear && evidence(clearest, run) > clear)
      line.set(clearest.subarray(run.from, run.to), run.from);
  return line;
}

/** The height of a board below the lines of `lineAt`, 0 if none shows. An edge with floor above and below it is a joint. */
function boardBelow(
  copy: WorkingCopy,
  lineAt: (metres: number) => Float32Array,
  stepAlong: StepAlong,
): number {
  const lowest = boardHeight(lineAt, stepAlong, true) ?? 0;
  const next = boardHeight(lineAt, stepAlong, true, undefined, lowest - leastSkirting) ?? 0;
  return next > 0 && isFloorBetween(copy, lineAt(next), lineAt(lowest)) ? next : lowest;
}

/**
 * Lowers the foot of each wall that has a board below the found line and none above it, if that one's lower edge lies nearer to the
 * box's line: a wall of another colour than the others shows the board's upper edge best.
 */
function offOwnBoards(foot: Float32Array, { copy, lines, stepAlong, evidence }: Shown): Float32Array {
  const at = (board: number): Float32Array => raisedBy(foot, -board, lines);
  const line = foot.slice();
  for (const run of lines.runs) {
    const board = boardHeight(at, stepAlong, true, run) ?? 0;
    if (board < leastSkirting || boardHeight((height) => at(-height), stepAlong, false, run)) continue;
    const stepAt = (height: number): number => stepAlong(at(height), run.from, run.to) ?? 0;
    const lower = at(echoes.map((off) => board - off).reduce((a, b) => (stepAt(b) > stepAt(a) ? b : a)));
    const isNearer = awayFrom(lines.floor, lower, run) < awayFrom(lines.floor, foot, run);
    if (isNearer && evidence(lower, run, foot) > mostly && boardStep(copy, foot, lower, run) > sameBoards)
      line.set(lower.subarray(run.from, run.to), run.from);
  }
  return line;
}

/**
 * Moves the foot of each wall to where an edge shows both at it and at the skirting's height above it, if they show much
 * less at its own line: that one lies on the skirting's upper edge, or beside both.
 */
function alignedByBoard(
  foot: Float32Array,
  top: Float32Array,
  { copy, lines, reach, edgeAt, evidence }: Shown,
): Float32Array {
  const pairAt = (x: number, y: number): number => {
    const upper = y + (top[x] as number) - (foot[x] as number);
    return Math.min(edgeAt(x, y), Math.max(...[-1, 0, 1].map((step) => edgeAt(x, upper + step))));
  };
  const line = foot.slice();
  for (const run of lines.runs) {
    const columns = Array.from({ length: run.to - run.from }, (_, k) => run.from + k);
    const inSight = columns.filter((x) => (foot[x] as number) < copy.height);
    if (inSight.length === 0) continue;
    const mean = (of: (x: number) => number): number =>
      inSight.reduce((sum, x) => sum + of(x), 0) / inSight.length;
    const pairs = (of: Float32Array): number =>
      mean((x) => Math.max(...[-1, 0, 1].map((step) => pairAt(x, (of[x] as number) + step))));
    const far = reach + Math.round(mean((x) => (foot[x] as number) - (top[x] as number)));
    const other = straightened(
      foot,
      [run],
      far,
      (x, offset) => pairWeight * pairAt(x, (foot[x] as number) + offset),
    );
    if (pairs(other) < pairs(foot) + clearPair) continue;
    const moved = straightened(other, [run], fine, (x, offset) => edgeAt(x, (other[x] as number) + offset));
    const topOf = (of: Float32Array): Float32Array =>
      of.map((y, x) => y + (top[x] as number) - (foot[x] as number));
    const evidenceOfBoth = (of: Float32Array): number =>
      Math.min(evidence(of, run, topOf(of)), evidence(topOf(of), run, of));
    // A joint in the floor and its edge above are as far from one another as another wall's skirting is high.
    if (isFloorBetween(copy, foot, moved, sameBoards, run)) continue;
    const isUpperEdge = evidenceOfBoth(moved) > evidenceOfBoth(foot) + clearBoth;
    const isAsClear = evidence(moved, run) > evidence(foot, run) - clearFoot;
    if (isUpperEdge || (isAsClear && evidence(moved, run, topOf(moved)) >= evidence(foot, run, top)))
      line.set(moved.subarray(run.from, run.to), run.from);
  }
  return line;
}
