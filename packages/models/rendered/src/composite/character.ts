import { uint8At } from "@image-staging/picture/at";
import { relativeLuminance } from "@image-staging/picture/luminance";
import type { Picture } from "@image-staging/picture/picture";
import { percentile } from "@image-staging/picture/quantile";

/** How sharp and how noisy a photo is: standard deviations of its blur in pixels and of its grain in levels. */
export interface Character {
  blur: number;
  grain: number;
}

/** Deviation of an edge that is as sharp as pixels can show. */
const sharpest = 0.42;

/** Measures the photo, so that furniture is neither sharper nor cleaner than what stands around it. */
export function characterOf(picture: Picture): Character {
  const luma = lumaOf(picture.data);
  const edge = percentile(edgeWidths(luma, picture), 0.25) ?? sharpest;
  const blur = Math.min(0.8, Math.sqrt(Math.max(0, edge * edge - sharpest * sharpest)));
  const grain = Math.min(3, (percentile(roughness(luma, picture), 0.4) ?? 0) * 0.75);
  return { blur, grain };
}

type Luma = (i: number) => number;

const lumaOf =
  (data: Uint8Array): Luma =>
  (i) =>
    Math.fround(relativeLuminance(uint8At(data, i * 3), uint8At(data, i * 3 + 1), uint8At(data, i * 3 + 2)));

/** Deviations of strong edges in both directions: their height over their steepest step. */
function edgeWidths(luma: Luma, { width, height }: Picture): number[] {
  const widths: number[] = [];
  const step = Math.max(1, Math.round(height / 500));
  for (let y = 5; y < height - 5; y += step) {
    for (let x = 5; x < width - 5; x++) {
      for (const along of [1, width]) {
        const at = y * width + x;
        const slope = Math.abs(luma(at + along) - luma(at));
        if (slope < 18) continue;
        const before = Math.abs(luma(at) - luma(at - along));
        const after = Math.abs(luma(at + 2 * along) - luma(at + along));
        if (slope < before || slope < after) continue;
        const rise = Math.abs(luma(at + 4 * along) - luma(at - 3 * along));
        if (rise > 50) widths.push(rise / slope / 2.507);
      }
    }
  }
  return widths;
}

/** Deviations from the mean of the four neighbours in even blocks of 8 pixels, in levels of noise. */
function roughness(luma: Luma, { width, height }: Picture): number[] {
  const deviations: number[] = [];
  const stride = Math.max(8, Math.round(Math.sqrt((width * height) / 12_000)));
  for (let top = 1; top + 9 < height; top += stride) {
    for (let left = 1; left + 9 < width; left += stride) {
      let [squares, sum, all] = [0, 0, 0];
      for (let y = top; y < top + 8; y++) {
        for (let x = left; x < left + 8; x++) {
          const at = y * width + x;
          const own = luma(at);
          const around = luma(at - 1) + luma(at + 1) + luma(at - width) + luma(at + width);
          squares += (own - around / 4) ** 2;
          sum += own;
          all += own * own;
        }
      }
      const mean = sum / 64;
      if (mean < 30 || mean > 235 || all / 64 - mean * mean > 60) continue;
      deviations.push(Math.sqrt(squares / 64 / 1.25));
    }
  }
  return deviations;
}
