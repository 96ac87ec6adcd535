import { float32At, float64At } from "@image-staging/picture/at";
import { relativeLuminance } from "@image-staging/picture/luminance";
import { percentile } from "@image-staging/picture/quantile";
import { between, randomOf } from "@image-staging/picture/random";
import { levelOf } from "@image-staging/picture/srgb";
import { hash2 } from "@image-staging/tracer/materials/noise";
import type { Camera } from "@image-staging/tracer/scene";

/**
 * Turns linear light (4 numbers a pixel) into a photo's bytes: exposed by the median, with a little vignetting, a soft
 * shoulder, white balance that is slightly off, and grain.
 */
export function develop(
  light: Float32Array,
  { width, height, projection }: Camera,
  seed: number,
): Uint8Array {
  const random = randomOf(seed * 31 + 5);
  const median = middleOf(light);
  const exposure = between(random, 0.34, 0.62) / median;
  const balance = Float64Array.of(between(random, 0.97, 1.03), 1, between(random, 0.96, 1.03));
  const [shading, grain] = [between(random, 0, 0.18), between(random, 0.4, 1.8)];
  // A panorama is stitched from the middles of its photos.
  const vignette = projection ? 0 : shading;
  const bytes = new Uint8Array(new SharedArrayBuffer(width * height * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const off = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2;
      for (let c = 0; c < 3; c++) {
        const value = float32At(light, at * 4 + c) * exposure * float64At(balance, c) * (1 - vignette * off);
        const noise = (hash2(x, y, seed * 3 + c) + hash2(x, y, seed * 3 + c + 101) - 1) * 2.4 * grain;
        bytes[at * 3 + c] = Math.min(255, Math.max(0, Math.round(levelOf(curve(value)) + noise)));
      }
    }
  }
  return bytes;
}

/** Straight to 0.6, then bent to white at about 2.5. */
function curve(value: number): number {
  return value < 0.6 ? value : 0.6 + 0.42 * (1 - Math.exp((0.6 - value) / 0.6));
}

function middleOf(light: Float32Array): number {
  const values: number[] = [];
  for (let at = 0; at < light.length; at += 4 * 37) {
    values.push(relativeLuminance(float32At(light, at), float32At(light, at + 1), float32At(light, at + 2)));
  }
  return Math.max(1e-4, percentile(values, 0.55) ?? 1);
}
