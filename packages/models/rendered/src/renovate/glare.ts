import { smoothstep } from "../render/materials/noise.ts";
import type { Rgb } from "../scene.ts";

/** Between these (sine of the angle from white) a floor's hue begins to tell, and fully tells, its own light from a mirrored one. */
const [pale, coloured] = [0.3, 0.45];

/**
 * Each square's colour (4 numbers, linear) as the floor's own times what it receives (1 is the median), plus white light
 * that it mirrors, by least squares.
 */
export function separated(
  colour: Float32Array,
  white: Rgb,
): { received: Float32Array; mirrored: Float32Array } {
  const count = colour.length / 4;
  const own = ownColour(colour);
  const unit = normalized(white);
  const cosine = dot(own, unit);
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  const trust = smoothstep(pale, coloured, sine);
  const [received, mirrored] = [new Float32Array(count), new Float32Array(count)];
  for (let k = 0; k < count; k++) {
    const seen: Rgb = [colour[k * 4] as number, colour[k * 4 + 1] as number, colour[k * 4 + 2] as number];
    const [alongOwn, alongWhite] = [dot(seen, own), dot(seen, unit)];
    let glare = trust * Math.max(0, (alongWhite - cosine * alongOwn) / Math.max(0.01, sine * sine));
    glare = Math.min(glare, 0.9 * alongWhite);
    received[k] = Math.max(0, alongOwn - cosine * glare);
    mirrored[k] = glare;
  }
  const median = received.slice().sort()[count >> 1] || 1;
  return { received: received.map((value) => value / median), mirrored };
}

/** The floor's own hue, as a direction: the mean of its more saturated half, for what it mirrors is white. */
function ownColour(colour: Float32Array): Rgb {
  const saturation = (at: number): number => {
    const [r, g, b] = [colour[at] as number, colour[at + 1] as number, colour[at + 2] as number];
    return 1 - Math.min(r, g, b) / Math.max(1e-4, r, g, b);
  };
  const middle = Float32Array.from({ length: colour.length / 4 }, (_, k) => saturation(k * 4)).sort();
  const least = middle[middle.length >> 1] ?? 0;
  const sum: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < colour.length; at += 4) {
    if (saturation(at) < least) continue;
    for (const c of [0, 1, 2] as const) sum[c] += colour[at + c] as number;
  }
  return normalized(sum);
}

const dot = (a: Rgb, b: Rgb): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function normalized(colour: Rgb): Rgb {
  const length = Math.hypot(...colour) || 1;
  return [colour[0] / length, colour[1] / length, colour[2] / length];
}
