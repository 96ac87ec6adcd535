import { float64At, numberAt, uint8At } from "@image-staging/picture/at";
import { relativeLuminance } from "@image-staging/picture/luminance";
import type { Picture } from "@image-staging/picture/picture";
import { labOf, shrunk } from "@image-staging/picture/working-copy";
import { axesOf } from "@image-staging/tracer/camera";
import type { Camera } from "@image-staging/tracer/scene";
import type { Homography } from "../src/upright.ts";

/** Peak signal to noise in dB over all channels. */
export function psnr(a: Picture, b: Picture): number {
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += (uint8At(a.data, i) - uint8At(b.data, i)) ** 2;
  return 10 * Math.log10((255 * 255 * a.data.length) / Math.max(1e-9, sum));
}

/** The mean colour difference, as CIE 1976 has it. */
export function deltaE(a: Picture, b: Picture): number {
  const [from, to] = [labOf(a), labOf(b)];
  const count = from[0].values.length;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const [l, m, n] = [0, 1, 2].map((plane) => (from[plane]?.at(i) ?? 0) - (to[plane]?.at(i) ?? 0));
    sum += Math.hypot(l ?? 0, m ?? 0, n ?? 0);
  }
  return sum / count;
}

const side = 16;

/**
 * How much of the wanted picture's pattern of light and dark the made one has, 0 to 1: the correlation of their luminance in
 * windows of 16 x 16 pixels of copies of about 256, weighted by contrast, as the service's approval measures it.
 */
export function structure(made: Picture, wanted: Picture): number {
  const scale = 256 / Math.max(made.width, made.height);
  const [columns, rows] = [made.width, made.height].map((length) =>
    Math.max(1, Math.round((length * scale) / side)),
  );
  const size = [side * (columns ?? 1), side * (rows ?? 1)] as const;
  const [x, y] = [made, wanted].map((picture) => luminance(shrunk(picture, ...size))) as [
    Float64Array,
    Float64Array,
  ];
  let [kept, all] = [0, 0];
  for (let window = 0; window < (columns ?? 1) * (rows ?? 1); window++) {
    const left = side * (window % (columns ?? 1));
    const top = side * Math.floor(window / (columns ?? 1));
    const sums = [0, 0, 0, 0, 0];
    for (let k = 0; k < side * side; k++) {
      const at = (top + Math.floor(k / side)) * size[0] + left + (k % side);
      const [a, b] = [float64At(x, at), float64At(y, at)];
      [a, b, a * a, b * b, a * b].forEach((value, n) => {
        sums[n] = numberAt(sums, n) + value / (side * side);
      });
    }
    const [a = 0, b = 0, aa = 0, bb = 0, ab = 0] = sums;
    const [inA, inB] = [Math.max(0, aa - a * a), Math.max(0, bb - b * b)];
    const contrast = Math.sqrt(inB);
    if (inB < 1e-11) continue;
    all += contrast;
    if (inA > 1e-11) kept += contrast * Math.max(0, (ab - a * b) / Math.sqrt(inA * inB));
  }
  return all > 0 ? kept / all : 1;
}

const luminance = (bytes: Uint8Array): Float64Array =>
  Float64Array.from(
    { length: bytes.length / 3 },
    (_, i) =>
      relativeLuminance(uint8At(bytes, i * 3), uint8At(bytes, i * 3 + 1), uint8At(bytes, i * 3 + 2)) / 255,
  );

/**
 * The largest lean of verticals, in degrees, at mid-height of a room's picture that was seen by homographies, the last one
 * first: in its middle and a tenth of the width from its sides.
 */
export function leanAfter(camera: Camera, seenBy: readonly (Homography | undefined)[]): number {
  const { width, height, focal, centreX, centreY } = camera;
  const [right, up, back] = axesOf(camera);
  // Where verticals meet, in projective coordinates.
  const far = -back[1];
  const [meetX, meetY] = [
    (focal * right[1] + centreX * far) / width,
    (centreY * far - focal * up[1]) / height,
  ];
  const inRoom = (x: number, y: number) =>
    seenBy.reduceRight<readonly [number, number]>(([u, v], m) => (m ? placed(m, u, v) : [u, v]), [x, y]);
  const leans = [0.1, 0.5, 0.9].map((x) => {
    const [step, y] = [0.001, 0.5];
    const [u, v] = inRoom(x, y);
    const [[rightU, rightV], [downU, downV]] = [inRoom(x + step, y), inRoom(x, y + step)];
    const [a, b, c, d] = [rightU - u, downU - u, rightV - v, downV - v];
    const [towardsU, towardsV] = [meetX - far * u, meetY - far * v];
    const across = (d * towardsU - b * towardsV) * width;
    const down = (a * towardsV - c * towardsU) * height;
    return Math.abs(Math.atan(across / down)) * (180 / Math.PI);
  });
  return Math.max(...leans);
}

function placed(
  [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1]: Homography,
  x: number,
  y: number,
) {
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w] as const;
}
