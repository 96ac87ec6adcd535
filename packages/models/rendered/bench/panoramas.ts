import type { Picture } from "../src/analysis/analysis.ts";

/** Intersection over union of two floor masks, by pixels of the sphere: a panorama's rows near its poles show little. */
export function floorOverlap(found: Uint8Array, truth: Uint8Array): number {
  const width = Math.round(Math.sqrt(truth.length * 2));
  let [both, either] = [0, 0];
  for (let i = 0; i < truth.length; i++) {
    const size = Math.sin((Math.PI * (Math.floor(i / width) + 0.5) * 2) / width);
    const [a, b] = [(found[i] ?? 0) > 127, (truth[i] ?? 0) > 127];
    if (a && b) both += size;
    if (a || b) either += size;
  }
  return both / either;
}

/** How much larger, in levels, the mean step from a panorama's right edge to its left one is than those beside it. */
export function seamStep({ width, height, data }: Picture): number {
  const step = (from: number, to: number): number => {
    let sum = 0;
    for (let y = 0; y < height; y++) {
      for (let c = 0; c < 3; c++)
        sum += Math.abs((data[(y * width + from) * 3 + c] ?? 0) - (data[(y * width + to) * 3 + c] ?? 0));
    }
    return sum / (height * 3);
  };
  return step(width - 1, 0) - (step(width - 2, width - 1) + step(0, 1)) / 2;
}
