import { relativeLuminance } from "@image-staging/picture/luminance";

/** Squares to each side, and the difference of log light, over which the old pattern is smoothed away. */
const [reach, tolerance] = [12, 0.28];
/** How far a board's log light can be from its neighbours': what is further is sun. */
const unlikeBoards = Math.log(3);

/**
 * The floor's colour (4 numbers a square, the last 1 if it is seen) without its boards, joints and tiles. A median takes
 * single boards and tiles of another shade away, two rounds of a bilateral filter the rest, both along rows and columns:
 * the edges of shadow stay, and those of sun if it is known which squares have it (`sunny`: 1 for them).
 */
export function withoutPattern(
  colour: Float32Array,
  columns: number,
  rows: number,
  sunny?: Uint8Array,
): Float32Array {
  const filter: Filter = (current, step, length) => filtered(current, columns, step, length, sunny);
  const alike = bothWays(colour, columns, rows, (current, step, length) =>
    medians(current, columns, step, length, sunny),
  );
  return bothWays(bothWays(alike, columns, rows, filter), columns, rows, filter);
}

/** Gives each square the colour of the median around it along a line, unless its log light is too far from that. */
function medians(
  colour: Float32Array,
  columns: number,
  step: number,
  length: number,
  sunny?: Uint8Array,
): Float32Array {
  const light = logLight(colour);
  const lightOf = (k: number): number => light[k] as number;
  // Sorted as it fills: sort() would call back for each pair.
  const near = new Int32Array(2 * reach + 1);
  const next = colour.slice();
  for (let k = 0; k < light.length; k++) {
    if (!colour[k * 4 + 3]) continue;
    const at = step === 1 ? k % columns : Math.floor(k / columns);
    let count = 0;
    for (let d = -Math.min(reach, at); d <= Math.min(reach, length - 1 - at); d++) {
      const other = k + d * step;
      if (!colour[other * 4 + 3] || sunny?.[other] !== sunny?.[k]) continue;
      let place = count++;
      for (; place > 0 && lightOf(near[place - 1] as number) > lightOf(other); place--)
        near[place] = near[place - 1] as number;
      near[place] = other;
    }
    const middle = near[count >> 1] as number;
    if (Math.abs(lightOf(middle) - lightOf(k)) < unlikeBoards)
      next.set(colour.subarray(middle * 4, middle * 4 + 4), k * 4);
  }
  return next;
}

/** Filters along lines of squares: `step` is the way to the next square of a line, `length` how many a line has. */
type Filter = (colour: Float32Array, step: number, length: number) => Float32Array;

/** Filters along rows, then along columns. */
export const bothWays = (colour: Float32Array, columns: number, rows: number, filter: Filter): Float32Array =>
  filter(filter(colour, 1, columns), columns, rows);

const weights = Float64Array.from({ length: reach + 1 }, (_, d) => Math.exp(-((d / (0.5 * reach)) ** 2) / 2));

function filtered(
  colour: Float32Array,
  columns: number,
  step: number,
  length: number,
  sunny?: Uint8Array,
): Float32Array {
  const light = logLight(colour);
  const next = new Float32Array(colour.length);
  for (let k = 0; k < light.length; k++) {
    if (!colour[k * 4 + 3]) continue;
    const at = step === 1 ? k % columns : Math.floor(k / columns);
    let [r, g, b, sum] = [0, 0, 0, 0];
    for (let d = -Math.min(reach, at); d <= Math.min(reach, length - 1 - at); d++) {
      const other = k + d * step;
      if (!colour[other * 4 + 3] || sunny?.[other] !== sunny?.[k]) continue;
      const away = ((light[other] as number) - (light[k] as number)) / tolerance;
      const weight = (weights[Math.abs(d)] as number) * Math.exp(-away * away);
      r += weight * (colour[other * 4] as number);
      g += weight * (colour[other * 4 + 1] as number);
      b += weight * (colour[other * 4 + 2] as number);
      sum += weight;
    }
    next[k * 4] = r / sum;
    next[k * 4 + 1] = g / sum;
    next[k * 4 + 2] = b / sum;
    next[k * 4 + 3] = 1;
  }
  return next;
}

/** The logarithm of each square's light. */
export const logLight = (colour: Float32Array): Float32Array =>
  Float32Array.from({ length: colour.length / 4 }, (_, k) => {
    const [r, g, b] = [colour[k * 4] as number, colour[k * 4 + 1] as number, colour[k * 4 + 2] as number];
    return Math.log(1e-3 + relativeLuminance(r, g, b));
  });
