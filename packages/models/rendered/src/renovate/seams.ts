import type { Hits, Planes } from "../analysis/faces.ts";
import type { WorkingCopy } from "../analysis/working-copy.ts";
import { boardHeight, ceilingLine, evidenceOf, type StepAlong } from "./boards.ts";
import { medianOf } from "./box-mean.ts";
import { type Lines, linesOf } from "./lines.ts";
import { patternedBoard } from "./patterned-board.ts";
import { straightened } from "./straight.ts";

/** Where the walls end in each column of the working copy, in pixel positions from the top. */
export interface Seams {
  /** The floor begins here, at the skirting's foot. */
  foot: Float32Array;
  /** The wall's paint lies between these: above the skirting, below a moulding and the ceiling. */
  paintTop: Float32Array;
  paintFoot: Float32Array;
  /** Pixels of a metre of the wall. */
  metre: Float32Array;
  /** The share that an edge shows of the foot, or of the ceiling's line, of the wall that shows least of it. */
  evidence: number;
}

/** The height of a skirting if edges show here and there, and none along most of the walls. */
const unseen = 0.1;
/** The least height, in metres, of a skirting: an edge nearer to the floor's is that edge again. */
const leastSkirting = 0.06;

/** Finds the walls' lower and upper ends near the projected box. */
export function seamsOf(copy: WorkingCopy, hits: Hits, planes: Planes): Seams {
  const { width, height } = copy;
  const lines = linesOf(hits, planes, width, height);
  const reach = Math.max(4, Math.round(0.012 * Math.hypot(width, height)));
  const steps = stepsOf(copy);
  const contrast = (steps[0] as Float32Array).map((step, i) =>
    Math.hypot(step, (steps[1] as Float32Array)[i] as number, (steps[2] as Float32Array)[i] as number),
  );
  const clear = Math.max(2.5, 4 * medianOf(contrast));
  const edgeAt = (x: number, y: number): number => {
    const row = Math.round(y - 0.5);
    return row < 2 || row > height - 3 ? 0 : Math.min(1, (contrast[row * width + x] as number) / clear);
  };
  const edge = straightened(lines.floor, lines.runs, reach, footScore(copy, lines, contrast, reach));
  const stepAlong: StepAlong = (line, from, to) => {
    const sums = [0, 0, 0];
    let count = 0;
    for (let x = from; x < to; x++) {
      const row = Math.round((line[x] as number) - 0.5);
      if (row < 2 || row > height - 3) continue;
      steps.forEach((plane, c) => {
        sums[c] = (sums[c] as number) + (plane[row * width + x] as number);
      });
      count++;
    }
    return 2 * count < to - from ? undefined : Math.hypot(...sums) / count;
  };
  const metres = (x: number, board: number): number => board * (lines.metre[x] as number);
  const up = (line: Float32Array) => (board: number) => line.map((y, x) => y - metres(x, board));
  const down = (line: Float32Array) => (board: number) => line.map((y, x) => y + metres(x, board));
  // Without a board's edge above it, the edge can be the upper one of a skirting that looks like floor.
  const board = boardHeight(up(edge), stepAlong);
  const lower = board ? 0 : (boardHeight(down(edge), stepAlong, true) ?? 0);
  const below = lower < leastSkirting && !board ? patternedBoard(copy, down(edge)) : lower;
  const lowered = down(edge)(below);
  const foot =
    below > 0
      ? straightened(lowered, lines.runs, Math.ceil(reach / 2), (x, offset) =>
          edgeAt(x, (lowered[x] as number) + offset),
        )
      : edge;
  const seen = boardHeight(up(foot), stepAlong);
  const skirting = seen || (seen === 0 && below === 0 ? 0 : Math.max(below, unseen));
  const raised = ceilingLine(lines, stepAlong);
  const ceiling = straightened(raised, lines.runs, reach, (x, offset) =>
    edgeAt(x, (raised[x] as number) + offset),
  );
  const moulding = boardHeight(down(ceiling), stepAlong) ?? 0;
  return {
    foot,
    metre: lines.metre,
    evidence: Math.min(
      evidenceOf(foot, lines.runs, stepAlong, 0),
      evidenceOf(ceiling, lines.runs, stepAlong, 1),
    ),
    paintFoot: foot.map((y, x) => (skirting > 0 ? y - metres(x, skirting) + 1 : y)),
    paintTop: ceiling.map((y, x) => (moulding > 0 ? y + metres(x, moulding) - 1 : y)),
  };
}

/** The steps of Lab from the two rows above each pixel to the two rows from it on. */
function stepsOf({ lab, width, height }: WorkingCopy): readonly Float32Array[] {
  return lab.map((plane) => {
    const steps = new Float32Array(width * height);
    for (let i = 2 * width; i < steps.length - 2 * width; i++) {
      const above = (plane[i - width] as number) + (plane[i - 2 * width] as number);
      steps[i] = (above - (plane[i] as number) - (plane[i + width] as number)) / 2;
    }
    return steps;
  });
}

/** How well the floor begins at an offset from the box's line: an edge, floor below it and something else above. */
function footScore(copy: WorkingCopy, lines: Lines, contrast: Float32Array, reach: number) {
  const { width, height } = copy;
  const likeness = footLikeness(copy, lines, reach);
  const span = 4 * reach + 1;
  return (x: number, offset: number): number => {
    const y = Math.round((lines.floor[x] as number) + offset - 0.5);
    if (y < 2 || y > height - 3) return 0;
    const edge = Math.min(1, (contrast[y * width + x] as number) / 12);
    const below = likeness[x * span + 2 * reach + offset] as number;
    const total = likeness[x * span + 3 * reach] as number;
    return edge + (0.5 * (total - 2 * below)) / reach - 0.01 * Math.abs(offset);
  };
}

/**
 * Running sums down each column, over two reaches to both sides of the line, of how much a pixel looks like the floor just
 * below (1) or not (-1). Means and deviations are of 81 columns.
 */
function footLikeness({ lab, width, height }: WorkingCopy, { floor }: Lines, reach: number): Float32Array {
  const span = 4 * reach + 1;
  const sums = new Float32Array(width * span);
  const [means, squares] = [lab.map(() => new Float32Array(width)), lab.map(() => new Float32Array(width))];
  const counts = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const from = Math.round(floor[x] as number) + reach;
    for (let y = Math.max(0, from); y < Math.min(height, from + 4 * reach); y++) {
      counts[x] = (counts[x] as number) + 1;
      lab.forEach((plane, c) => {
        const value = plane[y * width + x] as number;
        const [mean, square] = [means[c] as Float32Array, squares[c] as Float32Array];
        mean[x] = (mean[x] as number) + value;
        square[x] = (square[x] as number) + value * value;
      });
    }
  }
  for (let x = 0; x < width; x++) {
    const [from, to] = [Math.max(0, x - 40), Math.min(width - 1, x + 40)];
    const model = lab.map((_, c) => {
      let [n, sum, square] = [1e-6, 0, 0];
      for (let k = from; k <= to; k++) {
        n += counts[k] as number;
        sum += (means[c] as Float32Array)[k] as number;
        square += (squares[c] as Float32Array)[k] as number;
      }
      return [sum / n, Math.max(c === 0 ? 6 : 2.5, square / n - (sum / n) ** 2)] as const;
    });
    let sum = 0;
    for (let k = 0; k < span; k++) {
      const y = Math.round(floor[x] as number) + k - 2 * reach;
      if (y >= 0 && y < height) {
        const distance = model.reduce(
          (far, [mean, variance], c) =>
            far + (((lab[c] as Float32Array)[y * width + x] as number) - mean) ** 2 / variance,
          0,
        );
        sum += 1 - Math.min(2, distance / 8);
      }
      sums[x * span + k] = sum;
    }
  }
  return sums;
}
