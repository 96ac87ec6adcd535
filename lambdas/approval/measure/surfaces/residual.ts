import type { Slopes } from "@image-staging/picture/gradient";
import type { Plane } from "@image-staging/picture/plane";
import type { View } from "../view.ts";

/** What is left of a candidate's differences once a grade of the whole picture is taken out, each of 255. */
export interface Residual {
  luma: Plane;
  colour: Plane;
}

/** Slopes below this (levels a pixel) are flat. */
export const flatSlope = 3;
/** Walls and ceiling, down to this part of the height: a grade learnt from a new floor would explain it away. */
const wallsEnd = 0.6;
const binWidth = 8;
const bins = 32;
const leastPixels = 200;
const range = 255;
/** How much the difference in luma can fall and rise from one shade to the next: contrast from a half to twice. */
const [leastStep, mostStep] = [-binWidth / 2, binWidth];

/**
 * Takes a grade out: the median difference of each shade of the source, over walls that are flat in both pictures. A grade can
 * change shades smoothly, and the same shade everywhere alike: a bright window that is wall now is no grade. Colours can change
 * from shade to shade: an accent wall has its own.
 */
export function residualOf(source: View, candidate: View, before: Slopes, after: Slopes): Residual {
  const flat = new Uint8Array(before.width * before.height);
  const end = Math.floor(wallsEnd * source.height) * source.width;
  for (let i = 0; i < end; i++)
    flat[i] = before.size.at(i) < flatSlope && after.size.at(i) < flatSlope ? 1 : 0;
  const left = (from: Plane, to: Plane) => {
    const grade = gradeOf({ shade: source.luma, from, to, flat });
    return to.map((value, i) => value - from.at(i) - at(grade, source.luma.at(i)));
  };
  const [red, yellow] = [
    left(source.redGreen, candidate.redGreen),
    left(source.yellowBlue, candidate.yellowBlue),
  ];
  return {
    luma: left(source.luma, candidate.luma),
    colour: red.map((value, i) => Math.sqrt(value ** 2 + yellow.at(i) ** 2)),
  };
}

interface Planes {
  shade: Plane;
  from: Plane;
  to: Plane;
  flat: Uint8Array;
}

/** The median difference by shade; shades that are rare have that of their neighbours. */
function gradeOf({ shade, from, to, flat }: Planes): Float32Array {
  const counts = new Uint32Array(bins * (2 * range + 1));
  const pixels = new Uint32Array(bins);
  for (let i = 0; i < flat.length; i++) {
    if (flat[i] === 0) continue;
    const bin = Math.min(bins - 1, Math.floor(shade.at(i) / binWidth));
    const difference = Math.max(-range, Math.min(range, Math.round(to.at(i) - from.at(i))));
    const slot = bin * (2 * range + 1) + difference + range;
    counts[slot] = (counts[slot] ?? 0) + 1;
    pixels[bin] = (pixels[bin] ?? 0) + 1;
  }
  const grade = new Float32Array(bins);
  for (let bin = 0; bin < bins; bin++) grade[bin] = medianAround(counts, bin);
  return from === shade ? smoothly(grade, pixels.indexOf(Math.max(...pixels))) : grade;
}

/** A grade without larger steps than a grade has, seen from the most frequent shade; what is clipped to white stays so. */
function smoothly(grade: Float32Array, middle: number): Float32Array {
  for (let bin = middle + 1; bin < bins; bin++) {
    const last = grade[bin - 1] ?? 0;
    const lowest = Math.min(last + leastStep, range - (bin + 0.5) * binWidth);
    grade[bin] = Math.max(lowest, Math.min(last + mostStep, grade[bin] ?? 0));
  }
  for (let bin = middle - 1; bin >= 0; bin--) {
    const last = grade[bin + 1] ?? 0;
    grade[bin] = Math.max(last - mostStep, Math.min(last - leastStep, grade[bin] ?? 0));
  }
  return grade;
}

/** The median of a bin, with as many neighbours on both sides as it takes to have enough pixels. */
function medianAround(counts: Uint32Array, bin: number): number {
  const sums = new Uint32Array(2 * range + 1);
  const add = (other: number): number => {
    if (other < 0 || other >= bins) return 0;
    let added = 0;
    for (let d = 0; d < sums.length; d++) {
      const count = counts[other * sums.length + d] ?? 0;
      sums[d] = (sums[d] ?? 0) + count;
      added += count;
    }
    return added;
  };
  let all = add(bin);
  for (let reach = 1; reach < bins; reach++) {
    all += add(bin - reach) + add(bin + reach);
    if (all >= leastPixels) return medianOf(sums, all);
  }
  return 0;
}

function medianOf(counts: Uint32Array, all: number): number {
  let below = 0;
  for (const [value, count] of counts.entries()) {
    below += count;
    if (below * 2 >= all) return value - range;
  }
  return 0;
}

function at(grade: Float32Array, shade: number): number {
  const place = Math.max(0, Math.min(bins - 1.001, shade / binWidth - 0.5));
  const bin = Math.floor(place);
  return (grade[bin] ?? 0) * (1 - (place % 1)) + (grade[bin + 1] ?? 0) * (place % 1);
}
