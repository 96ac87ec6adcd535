import type { WorkingCopy } from "@image-staging/picture/working-copy";

const [lightSteps, colourSteps] = [20, 24];
/** The bins of a colour histogram. */
const colourBins = lightSteps * colourSteps ** 2;

/** The bin of a colour histogram that each pixel falls into. */
export function colourBinsOf({ lab }: WorkingCopy): Int16Array {
  const [lightness, a, b] = lab;
  const bins = new Int16Array(lightness.values.length);
  for (let i = 0; i < bins.length; i++) {
    const light = binOf(lightness.at(i) / 5, lightSteps);
    const red = binOf((a.at(i) + 36) / 3, colourSteps);
    bins[i] = (light * colourSteps + red) * colourSteps + binOf((b.at(i) + 30) / 3, colourSteps);
  }
  return bins;
}

const binOf = (value: number, count: number): number => Math.max(0, Math.min(count - 1, Math.floor(value)));

/**
 * How much each pixel looks like floor rather than like the rest, as `trust` times a log ratio between -1.5 and 1.5. `floor`
 * and `rest` say how much each pixel counts as an example of the one and of the other.
 */
export function floorLikeness(
  { width, height }: WorkingCopy,
  bins: Int16Array,
  floor: (x: number, y: number) => number,
  rest: (x: number, y: number) => number,
  trust = 1,
): Float32Array {
  const [inside, outside] = [new Float64Array(colourBins), new Float64Array(colourBins)];
  let [insideSum, outsideSum] = [1e-9, 1e-9];
  // A quarter of the pixels are examples enough.
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const bin = bins[y * width + x] as number;
      const f = floor(x, y);
      const r = rest(x, y);
      inside[bin] = (inside[bin] as number) + f;
      outside[bin] = (outside[bin] as number) + r;
      insideSum += f;
      outsideSum += r;
    }
  }
  const [a, b] = [spread(inside), spread(outside)];
  const ratio = a.map((value, bin) => {
    const log = Math.log((value / insideSum + 2e-4) / ((b[bin] as number) / outsideSum + 2e-4));
    return trust * Math.fround(Math.max(-1.5, Math.min(1.5, log)));
  });
  const likeness = new Float32Array(bins.length);
  for (let i = 0; i < bins.length; i++) likeness[i] = ratio[bins[i] as number] as number;
  return likeness;
}

/** Blurs a histogram a little along its three axes. */
function spread(histogram: Float64Array): Float64Array {
  let current = histogram;
  for (const step of [1, colourSteps, colourSteps ** 2]) {
    const next = new Float64Array(current.length);
    for (let i = 0; i < current.length; i++) {
      const sides = (current[i - step] ?? 0) + (current[i + step] ?? 0);
      next[i] = 0.5 * (current[i] as number) + 0.25 * sides;
    }
    current = next;
  }
  return current;
}
