import { relativeLuminance } from "@image-staging/picture/luminance";
import { percentile } from "@image-staging/picture/quantile";
import type { Rgb } from "@image-staging/tracer/scene";
import type { Exposure } from "../analysis.ts";
import { faceNames } from "../faces.ts";
import type { SeenFaces } from "./seen-faces.ts";

/**
 * Reference white is the brightest of walls and ceiling (their 93rd percentile, or the ceiling's 60th) taken for a
 * paint of albedo 0.86, within what the median of the walls allows. Nearly grey surfaces give the light's colour.
 */
export function exposureOf(seen: SeenFaces): Exposure {
  const surfaces: number[] = [];
  const walls: number[] = [];
  const ceiling: number[] = [];
  const sum: [number, number, number] = [0, 0, 0];
  for (const name of faceNames) {
    if (name === "floor") continue;
    const { colour, pixels, emits } = seen[name];
    for (let k = 0; k < pixels.length; k++) {
      if ((pixels[k] as number) < 4 || emits[k]) continue;
      const rgb = [
        colour[k * 3] as number,
        colour[k * 3 + 1] as number,
        colour[k * 3 + 2] as number,
      ] as const;
      const luminance = relativeLuminance(...rgb);
      surfaces.push(luminance);
      (name === "ceiling" ? ceiling : walls).push(luminance);
      const most = Math.max(...rgb, 1e-4);
      const weight = luminance * Math.exp(-(((most - Math.min(...rgb)) / most / 0.3) ** 2));
      for (const c of [0, 1, 2] as const) sum[c] += (weight * rgb[c]) / Math.max(luminance, 1e-4);
    }
  }
  const reference = Math.max(shareOf(surfaces, 0.93), ceiling.length > 10 ? shareOf(ceiling, 0.6) : 0);
  const median = shareOf(walls, 0.5);
  const white = Math.min(median / 0.42, Math.max(median / 0.86, reference / 0.86));
  return { white, whitePoint: softened(sum) };
}

function softened(sum: Rgb): Rgb {
  const mean = (sum[0] + sum[1] + sum[2]) / 3 || 1;
  const soft = (value: number): number => Math.max(0.2, value / mean) ** 0.7;
  const [r, g, b] = [soft(sum[0]), soft(sum[1]), soft(sum[2])];
  const norm = (r + g + b) / 3;
  return [r / norm, g / norm, b / norm];
}

/** A percentile of what is seen; grey if nothing is. */
const shareOf = (values: readonly number[], share: number): number => percentile(values, share) ?? 0.5;
