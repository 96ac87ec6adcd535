import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { partsOf, type Run } from "./straight.ts";

/** Metres between which a board's foot is looked for, and the height of the strips above and below that are compared. */
const [lowest, highest, step, strip] = [0.05, 0.24, 0.01, 0.05];
/** Metres below the board's upper edge in which that edge still shows. */
const blurred = 0.02;
/** Stretches of columns that are compared, and the fewest that tell. */
const [stretches, fewest] = [20, 6];
/** How far (Lab) strips of board and floor differ at least, and the share of stretches in which they differ alike. */
const [clear, agreed] = [4.5, 0.9];
/** How far (Lab) the foot of the wall above differs from the wall over it at least if it is a board itself. */
const boardAbove = 9;

/** How far (Lab) a strip of floor differs from the floor beside it at most, in half of the stretches: it is darker at a wall. */
const sameFloor = 12;
/** How uneven a board is along its wall at most, as a share of the floor before it: its grain runs along it. */
const evenAlong = 0.6;
/** Pixels along a line between which unevenness is measured, and the lines of a strip that it is measured on. */
const [apart, lines] = [3, 6];

type Lab = readonly [number, number, number];

/**
 * The height of a board, below whose upper edge the lines of `lineAt` lie, of which grain hides the foot: there strips of
 * some centimetres differ most, and alike along all walls. 0 if there is none, or one above them.
 */
export function patternedBoard(copy: WorkingCopy, lineAt: (metres: number) => Float32Array): number {
  const above = [lineAt(-highest - 2 * strip), lineAt(-highest), lineAt(-blurred)] as const;
  const boards = columnsOf(copy).map(({ from, to }) => stepBetween(copy, above, from, to));
  if (commonStep(boards.filter((step) => step !== undefined)) > boardAbove) return 0;
  let best = { height: 0, difference: clear };
  for (let height = lowest; height <= highest; height += step) {
    const three = [
      lineAt(Math.max(blurred, height - strip)),
      lineAt(height),
      lineAt(height + strip),
    ] as const;
    const steps = columnsOf(copy).map(({ from, to }) => stepBetween(copy, three, from, to));
    const difference = commonStep(steps.filter((step) => step !== undefined));
    if (difference > best.difference) best = { height, difference };
  }
  return best.height;
}

/**
 * Whether what lies between two lines looks like the strip of floor below them, as high as it, along most of the walls. A
 * board of the floor's wood is more even along them. `most` is how far (Lab) it differs.
 */
export function isFloorBetween(
  copy: WorkingCopy,
  top: Float32Array,
  bottom: Float32Array,
  most: number = sameFloor,
  run: Run = { from: 0, to: copy.width },
): boolean {
  const differences = Float32Array.from(stepsBelow(copy, top, bottom, run), (step) => Math.hypot(...step));
  if (differences.length < fewest || medianOf(differences) >= most) return false;
  return !isEvenBoard(copy, top, bottom, run);
}

/** The steps of Lab from the strip of floor below two lines, as high as it, to what lies between them, in each stretch of a wall in sight. */
export function stepsBelow(copy: WorkingCopy, top: Float32Array, bottom: Float32Array, run: Run): Lab[] {
  const below = bottom.map((y, x) => 2 * y - (top[x] as number));
  const pairs = columnsOf(copy, run).map(({ from, to }) => [
    meanBetween(copy, top, bottom, from, to),
    meanBetween(copy, bottom, below, from, to),
  ]);
  return pairs.flatMap(([a, b]): Lab[] => (a && b ? [[a[0] - b[0], a[1] - b[1], a[2] - b[2]]] : []));
}

/** How far (Lab) what lies between two lines of a wall differs, alike along it, from the strip of floor below, as high as it. */
export function boardStep(copy: WorkingCopy, top: Float32Array, bottom: Float32Array, run: Run): number {
  const below = bottom.map((y, x) => 2 * y - (top[x] as number));
  const steps = partsOf(run, fewest).map(({ from, to }) => stepBetween(copy, [top, bottom, below], from, to));
  return commonStep(steps.filter((step) => step !== undefined));
}

/** The step of Lab from between the first two of three lines to between the last two, in some columns. */
function stepBetween(
  copy: WorkingCopy,
  [top, foot, bottom]: readonly [Float32Array, Float32Array, Float32Array],
  from: number,
  to: number,
): Lab | undefined {
  const [board, floor] = [meanBetween(copy, top, foot, from, to), meanBetween(copy, foot, bottom, from, to)];
  return board && floor && [floor[0] - board[0], floor[1] - board[1], floor[2] - board[2]];
}

/** The length of the mean of some steps; 0 if they are few or not alike. */
function commonStep(steps: readonly Lab[]): number {
  const usual = [0, 1, 2].map((c) => steps.reduce((sum, lab) => sum + (lab[c] as number), 0) / steps.length);
  const length = Math.hypot(...usual);
  const along = (lab: Lab): number => usual.reduce((sum, part, c) => sum + part * (lab[c] as number), 0);
  const alike = steps.filter((lab) => along(lab) > length ** 2 / 2);
  return steps.length < fewest || alike.length < agreed * steps.length ? 0 : length;
}

/** Whether what lies between two lines is much more even along them than the floor below: a board whose grain runs along a wall. */
export function isEvenBoard(copy: WorkingCopy, top: Float32Array, bottom: Float32Array, run?: Run): boolean {
  const below = bottom.map((y, x) => 2 * y - (top[x] as number));
  const shares = columnsOf(copy, run)
    .map((part) => unevenness(copy, top, bottom, part) / unevenness(copy, bottom, below, part))
    .filter(Number.isFinite);
  return shares.length >= fewest && medianOf(Float32Array.from(shares)) <= evenAlong;
}

/** How much the lightness between two lines changes along them in some columns; not a number out of sight. */
function unevenness(
  { lab, width, height }: WorkingCopy,
  top: Float32Array,
  bottom: Float32Array,
  { from, to }: Run,
): number {
  let [sum, count] = [0, 0];
  for (let k = 1; k <= lines; k++) {
    const at = (x: number): number => {
      const [first, last] = [top[x] as number, bottom[x] as number];
      const y = Math.round(first + (k / (lines + 1)) * (last - first) - 0.5);
      return y < 0 || y >= height ? Number.NaN : lab[0].at(y * width + x);
    };
    for (let x = from; x + apart < to; x++) {
      if ((bottom[x] as number) - (top[x] as number) < 1) continue;
      const step = Math.abs(at(x + apart) - at(x));
      if (Number.isNaN(step)) continue;
      sum += step;
      count++;
    }
  }
  return sum / count;
}

/** The stretches' columns: of all walls, or fewer of one. */
const columnsOf = ({ width }: WorkingCopy, run: Run = { from: 0, to: width }): Run[] =>
  partsOf(run, run.to - run.from < width ? fewest : stretches);

/** The mean colour between two lines in some columns; undefined if most of it is out of sight. */
function meanBetween(
  { lab, width, height }: WorkingCopy,
  top: Float32Array,
  bottom: Float32Array,
  from: number,
  to: number,
): Lab | undefined {
  const sums: [number, number, number] = [0, 0, 0];
  let [seen, all] = [0, 0];
  for (let x = from; x < to; x++) {
    for (let y = Math.round(top[x] as number); y < Math.round(bottom[x] as number); y++) {
      all++;
      if (y < 0 || y >= height) continue;
      seen++;
      for (const c of [0, 1, 2] as const) sums[c] += lab[c].at(y * width + x);
    }
  }
  return 2 * seen > all ? [sums[0] / seen, sums[1] / seen, sums[2] / seen] : undefined;
}
