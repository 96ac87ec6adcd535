import type { Hits, Planes } from "../analysis/faces.ts";
import type { WorkingCopy } from "../analysis/working-copy.ts";
import { medianOf } from "./box-mean.ts";
import { type Lines, linesOf } from "./lines.ts";
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
  /** The share that an edge shows of the foot, or of the ceiling's line if less of that. */
  evidence: number;
}

/** Metres between which the upper edge of a skirting, or the lower edge of a moulding, is looked for. */
const [lowest, highest, step] = [0.03, 0.24, 0.005];
/** Stretches of columns that vote for a line, and how far (Lab) its edge stands out from plain wall. */
const [stretches, prominence] = [20, 0.5];

/** The height of a skirting that has the walls' colour, so that no edge shows it: most rooms have one. */
const unseen = 0.1;

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
  const foot = straightened(lines.floor, lines.runs, reach, footScore(copy, lines, contrast, reach));
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
  const skirting = boardHeight((up) => foot.map((y, x) => y - metres(x, up)), stepAlong) || unseen;
  const raised = ceilingLine(lines, stepAlong);
  const ceiling = straightened(raised, lines.runs, reach, (x, offset) =>
    edgeAt(x, (raised[x] as number) + offset),
  );
  const moulding = boardHeight((down) => ceiling.map((y, x) => y + metres(x, down)), stepAlong);
  return {
    foot,
    metre: lines.metre,
    evidence: Math.min(evidenceOf(foot, stepAlong, 0), evidenceOf(ceiling, stepAlong, 1)),
    paintFoot: foot.map((y, x) => y - metres(x, skirting) + 1),
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

/** The mean step across a line in some columns: noise cancels, an edge does not; undefined if most of it is out of sight. */
type StepAlong = (line: Float32Array, from: number, to: number) => number | undefined;

/** Of each stretch of columns, how far the step across a line stands out from those on both sides of it. */
function standsOut(line: Float32Array, stepAlong: StepAlong): number[] {
  const beside = [-9, -6, 6, 9].map((distance) => line.map((y) => y + distance));
  return Array.from({ length: stretches }, (_, k) => {
    const [from, to] = [
      Math.round((k * line.length) / stretches),
      Math.round(((k + 1) * line.length) / stretches),
    ];
    const own = stepAlong(line, from, to);
    if (own === undefined) return Number.NaN;
    return own - Math.max(...beside.map((other) => stepAlong(other, from, to) ?? 0)) / 2;
  }).filter((value) => !Number.isNaN(value));
}

function evidenceOf(line: Float32Array, stepAlong: StepAlong, outOfSight: number): number {
  const values = standsOut(line, stepAlong);
  return values.length ? values.filter((value) => value > prominence).length / values.length : outOfSight;
}

/**
 * The height of a board along the walls: the greatest at which an edge stands out in most of their stretches, 0 if there is
 * no such edge.
 */
function boardHeight(lineAt: (metres: number) => Float32Array, stepAlong: StepAlong): number {
  let found = 0;
  const before: number[] = [];
  for (let height = lowest; height <= highest; height += step) {
    const values = standsOut(lineAt(height), stepAlong);
    const share = values.filter((value) => value > prominence).length / Math.max(6, values.length);
    before.push(share);
    // The same edge shows in lines up to a centimetre off.
    if (Math.max(...before.slice(-3)) + 0.15 > 0.7 && share > 0.4) found = height;
  }
  return found;
}

/** The ceiling's line at the height, of some around the box's, at which an edge stands out along most of the walls. */
function ceilingLine({ floor, ceiling }: Lines, stepAlong: StepAlong): Float32Array {
  let best = { score: 0.3, line: ceiling };
  for (let factor = 0.85; factor < 1.35; factor += 0.005) {
    const line = floor.map((y, x) => y + factor * ((ceiling[x] as number) - y));
    const values = standsOut(line, stepAlong);
    const mean =
      values.reduce((sum, value) => sum + Math.min(1, Math.max(0, value / 1.5)), 0) /
      Math.max(5, values.length);
    const score = mean + (Math.abs(factor - 1) < 0.02 ? 0.12 : 0);
    if (score > best.score) best = { score, line };
  }
  return best.line;
}
