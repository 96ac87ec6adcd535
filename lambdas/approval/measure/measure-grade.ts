import { quantile } from "@image-staging/picture/quantile";
import { type Pixels, scaledTo } from "../../runtime/picture/decoder.ts";
import type { Grade } from "../grade.ts";
import type { Homography } from "../homography.ts";
import { differences, type Rgb, spreadAround } from "./grade/differences.ts";
import { seenBy } from "./grade/seen-by.ts";
import { register } from "./registration/registration.ts";
import { planesOf, viewSize } from "./view.ts";

/**
 * Measures how far a candidate is from a mere grade of its source, seen by the homography that the model states. Any sizes
 * will do.
 */
export async function measureGrade(
  candidate: Pixels,
  source: Pixels,
  homography: Homography | undefined,
): Promise<Grade> {
  const size = viewSize(source);
  const photo = await scaledTo(size, source);
  const before = homography
    ? { ...size, pixels: seenBy(photo, size, homography) }
    : { ...size, pixels: photo };
  const after = { ...size, pixels: await scaledTo(size, candidate) };
  const { moved } = register(planesOf(before.pixels, size).luma, planesOf(after.pixels, size).luma);
  return { moved, ...largestOf(halved(before), halved(after)) };
}

function largestOf(source: Rgb, candidate: Rgb): Omit<Grade, "moved"> {
  const [light, red, blue] = differences(source, candidate);
  const place = light.reduce(
    (best, value, i) => (Math.abs(value) > Math.abs(light[best] ?? 0) ? i : best),
    0,
  );
  return {
    light: commonlyLargest(light),
    colour: Math.max(commonlyLargest(red), commonlyLargest(blue)),
    spot: Math.abs(light[place] ?? 0),
    busier: spreadAround(candidate, place) > spreadAround(source, place),
  };
}

/** What only 0.2 % of the sizes of a plane's values exceed. */
function commonlyLargest(plane: Float32Array): number {
  return quantile(plane.map(Math.abs), 0.998);
}

/** A picture at half its size, each pixel the mean of four. */
function halved({ width, height, pixels }: Rgb): Rgb {
  const half = { width: Math.floor(width / 2), height: Math.floor(height / 2) };
  const made = new Uint8Array(half.width * half.height * 3);
  for (let i = 0; i < made.length; i++) {
    const [x, y] = [Math.floor(i / 3) % half.width, Math.floor(i / 3 / half.width)];
    const at = (2 * y * width + 2 * x) * 3 + (i % 3);
    const below = at + width * 3;
    const sum = (pixels[at] ?? 0) + (pixels[at + 3] ?? 0) + (pixels[below] ?? 0) + (pixels[below + 3] ?? 0);
    made[i] = Math.round(sum / 4);
  }
  return { ...half, pixels: made };
}
