import type { WorkingCopy } from "./working-copy.ts";

const [lightBins, colourBins] = [20, 24];

/**
 * How much each pixel looks like floor rather than like the rest, as a log ratio between -1.5 and 1.5. `floor` and
 * `rest` say how much each pixel counts as an example of the one and of the other.
 */
export function floorLikeness(
  copy: WorkingCopy,
  floor: (x: number, y: number) => number,
  rest: (x: number, y: number) => number,
): Float32Array {
  const { width, height } = copy;
  const bins = new Int32Array(width * height);
  const [inside, outside] = [
    new Float64Array(lightBins * colourBins ** 2),
    new Float64Array(lightBins * colourBins ** 2),
  ];
  let [insideSum, outsideSum] = [1e-9, 1e-9];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const bin = binOf(copy, i);
      bins[i] = bin;
      // A quarter of the pixels are examples enough.
      if ((x | y) & 1) continue;
      const [f, r] = [floor(x, y), rest(x, y)];
      inside[bin] = (inside[bin] as number) + f;
      outside[bin] = (outside[bin] as number) + r;
      insideSum += f;
      outsideSum += r;
    }
  }
  const [a, b] = [spread(inside), spread(outside)];
  const ratio = a.map((value, bin) => {
    const log = Math.log((value / insideSum + 2e-4) / ((b[bin] as number) / outsideSum + 2e-4));
    return Math.max(-1.5, Math.min(1.5, log));
  });
  return Float32Array.from(bins, (bin) => ratio[bin] as number);
}

function binOf({ lab }: WorkingCopy, i: number): number {
  const bin = (value: number, size: number, offset: number, count: number): number =>
    Math.max(0, Math.min(count - 1, Math.floor((value + offset) / size)));
  const l = bin(lab[0][i] as number, 5, 0, lightBins);
  const a = bin(lab[1][i] as number, 3, 36, colourBins);
  const b = bin(lab[2][i] as number, 3, 30, colourBins);
  return (l * colourBins + a) * colourBins + b;
}

/** Blurs a histogram a little along its three axes. */
function spread(histogram: Float64Array): Float64Array {
  let current = histogram;
  for (const step of [1, colourBins, colourBins ** 2]) {
    const next = new Float64Array(current.length);
    for (let i = 0; i < current.length; i++) {
      const sides = (current[i - step] ?? 0) + (current[i + step] ?? 0);
      next[i] = 0.5 * (current[i] as number) + 0.25 * sides;
    }
    current = next;
  }
  return current;
}
