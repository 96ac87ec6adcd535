import { boxMean } from "@image-staging/picture/box-mean";
import { Plane } from "@image-staging/picture/plane";
import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";

/** Pixels at the picture's border in which no step is measured: what is cut off there does not join what is above it. */
const border = 3;

/** The lower quarter of noise alone lies at this share of its median (Rayleigh); if it is much lower, walls are not all alike. */
const [ofMiddle, calm] = [0.64, 0.3];

/** Pixels of the domain without an edge in sight, at two scales, and the usual step of lightness from pixel to pixel. */
export function evenPixels(copy: WorkingCopy, domain: Uint8Array, lines: Uint8Array) {
  const { width, height } = copy;
  const even = domain.slice();
  let noise = 0;
  for (const radius of [1, 3]) {
    const gradient = gradientOf(copy, radius);
    const usual = usualOf(gradient.values.filter((_, i) => domain[i] === 1));
    const [least, most] = radius === 1 ? [0.5, 3] : [0.22, 1.3];
    const threshold = Math.min(most, Math.max(least, 3.4 * usual));
    if (radius === 1) noise = usual;
    const slope = boxMean(gradient, 10 * radius);
    gradient.values.forEach((value, i) => {
      if (value > threshold * 2.5 || (value > threshold && value > 1.5 * slope.at(i))) even[i] = 0;
    });
  }
  lines.forEach((isLine, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isAtBorder = Math.min(x, y, width - 1 - x, height - 1 - y) < border;
    if (isLine || isAtBorder) even[i] = 0;
  });
  const apart = even.slice();
  for (let i = width + 1; i < even.length - width - 1; i++) {
    for (const row of [i - width, i, i + width]) {
      if (!(even[row - 1] && even[row] && even[row + 1])) apart[i] = 0;
    }
  }
  return { even: apart, noise };
}

/** The usual step on the walls: of their calm part, if another part is brick or another pattern. */
function usualOf(steps: Float32Array): number {
  const middle = medianOf(steps);
  const quarter = medianOf(steps.filter((step) => step < middle));
  return quarter < calm * middle ? quarter / ofMiddle : middle;
}

/** Steps of Lab a pixel between means of squares. */
function gradientOf({ lab, width, height }: WorkingCopy, radius: number): Plane {
  const gradient = new Plane({ width, height });
  for (const plane of lab) {
    const smooth = boxMean(plane, radius);
    for (let y = radius; y < height - radius; y++) {
      for (let i = y * width + radius; i < (y + 1) * width - radius; i++) {
        const across = (smooth.at(i + radius) - smooth.at(i - radius)) / (2 * radius);
        const down = (smooth.at(i + radius * width) - smooth.at(i - radius * width)) / (2 * radius);
        gradient.values[i] = gradient.at(i) + across * across + down * down;
      }
    }
  }
  return gradient.map(Math.sqrt);
}
