import { boxMean } from "@image-staging/picture/box-mean";
import { Plane } from "@image-staging/picture/plane";
import type { Size } from "@image-staging/picture/size";
import { shrunk, type WorkingCopy } from "@image-staging/picture/working-copy";
import { enlarge, enlarged } from "./enlarged.ts";

/** Pixels at half of a copy of 900, and the variance of colours (0 to 1) that counts as flat. By the study: floors +0.003 to +0.005. */
const [radius, flat] = [6, 2e-3] as const;

/** A number for each pixel, row by row. */
type Values = Float32Array;
type Mean = (plane: Values) => Values;

/**
 * Planes of shares at the copy's size, their edges pulled to those of the photo: a colour guided filter (He et al., 2010), whose
 * coefficients are found at half of the copy's size (He and Sun, 2015).
 */
export function guided(copy: WorkingCopy, planes: readonly Values[], from: Size): Values[] {
  const half = { width: Math.ceil(copy.width / 2), height: Math.ceil(copy.height / 2) };
  const mean: Mean = (plane) => boxMean(new Plane(half, plane), radius).values;
  const guide = coloursOf(shrunk({ ...copy, data: copy.rgb }, half.width, half.height));
  const means = guide.map(mean);
  const inverse = inverseOf(guide, means, mean);
  return planes.map((plane) => {
    const shares = enlarged(plane, from, half);
    const flatShares = mean(shares);
    const varied = guide.map((colour, c) =>
      covariance(colour, shares, [means[c] ?? colour, flatShares], mean),
    );
    const slopes = inverse.map((row) => weighted(row, varied));
    const offset = minus(flatShares, weighted(slopes, means));
    return lines([...slopes, offset].map(mean), half, copy);
  });
}

/** The shares that the slopes of red, green and blue and an offset, smooth between the pixels of `half`, give at the copy's pixels. */
function lines(found: readonly Values[], half: Size, { width, height, rgb }: WorkingCopy): Values {
  const shares = new Float32Array(width * height);
  found.forEach((plane, c) => {
    enlarge(plane, half, { width, height }, (i, value) => {
      shares[i] = (shares[i] as number) + (c < 3 ? (value * (rgb[3 * i + c] as number)) / 255 : value);
    });
  });
  return shares;
}

/** The planes of red, green and blue from 0 to 1. */
const coloursOf = (rgb: Uint8Array): Values[] =>
  [0, 1, 2].map((c) => Float32Array.from({ length: rgb.length / 3 }, (_, i) => (rgb[3 * i + c] ?? 0) / 255));

function covariance(a: Values, b: Values, [meanA, meanB]: [Values, Values], mean: Mean): Values {
  return minus(mean(weighted([a], [b])), weighted([meanA], [meanB]));
}

/** The sum of products, pixel by pixel. */
function weighted(weights: readonly Values[], planes: readonly Values[]): Values {
  const sum = new Float32Array(planes[0]?.length ?? 0);
  weights.forEach((weight, k) => {
    const plane = planes[k] ?? weight;
    for (let i = 0; i < sum.length; i++)
      sum[i] = (sum[i] as number) + (weight[i] as number) * (plane[i] as number);
  });
  return sum;
}

const minus = (a: Values, b: Values): Values => a.map((value, i) => value - (b[i] as number));

/** The inverse of the colours' covariance at each pixel, row by row, with `flat` added to the variances. */
function inverseOf(guide: readonly Values[], means: readonly Values[], mean: Mean): Values[][] {
  const between = (a: number, b: number): Values => {
    const [first, second, meanA, meanB] = [guide[a], guide[b], means[a], means[b]];
    if (!first || !second || !meanA || !meanB) throw new RangeError("A picture has three colours.");
    const found = covariance(first, second, [meanA, meanB], mean);
    return a === b ? found.map((value) => value + flat) : found;
  };
  const [rr, rg, rb] = [between(0, 0), between(0, 1), between(0, 2)];
  const [gg, gb, bb] = [between(1, 1), between(1, 2), between(2, 2)];
  const minor = (a: Values, b: Values, c: Values, d: Values): Values =>
    minus(weighted([a], [b]), weighted([c], [d]));
  const [first, second, third] = [minor(gg, bb, gb, gb), minor(gb, rb, rg, bb), minor(rg, gb, gg, rb)];
  const determinant = weighted([rr, rg, rb], [first, second, third]);
  const [middle, across, last] = [minor(rr, bb, rb, rb), minor(rg, rb, rr, gb), minor(rr, gg, rg, rg)];
  const scaled = (plane: Values): Values => plane.map((value, i) => value / (determinant[i] as number));
  const [a, b, c, d, e, f] = [first, second, third, middle, across, last].map(scaled);
  return [
    [a, b, c],
    [b, d, e],
    [c, e, f],
  ].map((row) => row.filter((plane) => plane !== undefined));
}
