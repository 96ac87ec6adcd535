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
}

/** Metres between which the upper edge of a skirting, or the lower edge of a moulding, is looked for. */
const [lowest, highest, step] = [0.03, 0.24, 0.005];
/** Up to here the wall is compared with: plain but for what hangs there. */
const plainTo = 0.5;
/** Stretches of columns that vote for a board, and how far its edge stands out from plain wall. */
const [stretches, prominence] = [20, 0.1];

/** Finds the walls' lower and upper ends near the projected box. */
export function seamsOf(copy: WorkingCopy, hits: Hits, planes: Planes): Seams {
  const { width, height } = copy;
  const lines = linesOf(hits, planes, width, height);
  const reach = Math.max(4, Math.round(0.012 * Math.hypot(width, height)));
  const contrast = contrastOf(copy);
  const clear = Math.max(2.5, 4 * medianOf(contrast));
  const foot = straightened(lines.floor, lines.runs, reach, footScore(copy, lines, contrast, reach));
  const edgeAt = (x: number, y: number): number => {
    const row = Math.round(y - 0.5);
    return row < 2 || row > height - 3 ? 0 : Math.min(1, (contrast[row * width + x] as number) / clear);
  };
  const raised = ceilingLine(lines, edgeAt);
  const ceiling = straightened(raised, lines.runs, reach, (x, offset) =>
    edgeAt(x, (raised[x] as number) + offset),
  );
  const skirting = boardHeight(width, (x, up) =>
    edgeAt(x, (foot[x] as number) - up * (lines.metre[x] as number)),
  );
  const moulding = boardHeight(width, (x, down) =>
    edgeAt(x, (ceiling[x] as number) + down * (lines.metre[x] as number)),
  );
  const metres = (x: number, board: number): number => board * (lines.metre[x] as number);
  return {
    foot,
    metre: lines.metre,
    paintFoot: foot.map((y, x) => (skirting > 0 ? y - metres(x, skirting) + 1 : y)),
    paintTop: ceiling.map((y, x) => (moulding > 0 ? y + metres(x, moulding) - 1 : y)),
  };
}

/** How much each pixel's surroundings above and below differ, in Lab. */
function contrastOf({ lab, width, height }: WorkingCopy): Float32Array {
  const contrast = new Float32Array(width * height);
  for (let y = 2; y < height - 2; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      let sum = 0;
      for (const plane of lab) {
        const above = (plane[i - width] as number) + (plane[i - 2 * width] as number);
        const below = (plane[i] as number) + (plane[i + width] as number);
        sum += (above - below) ** 2;
      }
      contrast[i] = Math.sqrt(sum) / 2;
    }
  }
  return contrast;
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

/**
 * The height of a board along the walls: the farthest at which an edge stands out in most stretches of them; 0 if there
 * is none.
 */
function boardHeight(width: number, edgeAt: (x: number, metres: number) => number): number {
  const steps = Math.round((plainTo - lowest) / step);
  const votes = new Uint8Array(steps);
  for (let stretch = 0; stretch < stretches; stretch++) {
    const [from, to] = [
      Math.round((stretch * width) / stretches),
      Math.round(((stretch + 1) * width) / stretches),
    ];
    const profile = Float32Array.from({ length: steps }, (_, k) => {
      let sum = 0;
      for (let x = from; x < to; x++) sum += edgeAt(x, lowest + k * step);
      return sum / (to - from);
    });
    const plain = medianOf(profile.slice(Math.round((highest - lowest) / step)));
    const standsOut = profile.map((value) => (value > plain + prominence ? 1 : 0));
    for (let k = 2; k < steps; k++)
      if (standsOut.slice(k - 2, k + 3).includes(1)) votes[k] = (votes[k] as number) + 1;
  }
  let found = 0;
  votes.forEach((count, k) => {
    if (lowest + k * step <= highest && count >= 0.55 * stretches) found = lowest + (k - 2) * step;
  });
  return found;
}

/** The ceiling's line at the height, of some around the box's, at which most edges run along the walls. */
function ceilingLine({ floor, ceiling }: Lines, edgeAt: (x: number, y: number) => number): Float32Array {
  let best = { mean: 0, line: ceiling };
  for (let factor = 0.85; factor < 1.35; factor += 0.005) {
    const line = floor.map((y, x) => y + factor * ((ceiling[x] as number) - y));
    let [sum, count] = [0, 0];
    line.forEach((y, x) => {
      if (y < 3) return;
      sum += edgeAt(x, y);
      count++;
    });
    const mean = (sum / Math.max(1, count)) * Math.min(1, (4 * count) / line.length);
    if (mean > best.mean + (best.mean === 0 || Math.abs(factor - 1) < 0.02 ? -0.1 : 0.05))
      best = { mean, line };
  }
  return best.line;
}
