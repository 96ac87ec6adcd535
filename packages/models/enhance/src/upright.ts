import { float64At, int32At, numberAt, uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import parameters from "./pro_capture.json" with { type: "json" };
import type { Lean } from "./verticals.ts";

/**
 * Where each place of an upright picture is in the photo: nine numbers, row by row, for places from 0 to 1 across and down
 * (projective coordinates).
 */
export type Homography = readonly number[];

const { view, kept: leastKept } = parameters.upright;
const degree = Math.PI / 180;

/** The homography that sets leaning verticals upright, and the part of the photo that stays in the picture. */
export interface Upright {
  homography: Homography;
  kept: number;
}

/**
 * The camera turned level, as by a lens that shifts, and cropped to the largest part of the photo of its own proportions.
 * Nothing if too little would be kept.
 */
export function uprightOf(
  lean: Lean,
  { width, height }: { width: number; height: number },
): Upright | undefined {
  const long = Math.max(width, height);
  const turned = turnOf(lean);
  const [a, b] = [width / long, height / long];
  const corners = [
    [-a, -b],
    [a, -b],
    [a, b],
    [-a, b],
  ].map(([x = 0, y = 0]) => placed(inverse(turned), x, y));
  const crop = largestInside(corners, a, b);
  const toHalves = [2 * a, 0, -a, 0, 2 * b, -b, 0, 0, 1];
  const toPart = [1 / (2 * a), 0, 0.5, 0, 1 / (2 * b), 0.5, 0, 0, 1];
  const homography = normal(product(toPart, product(turned, product(crop, toHalves))));
  const kept = areaOf(
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ].map(([x = 0, y = 0]) => placed(homography, x, y)),
  );
  return kept >= leastKept ? { homography, kept: Math.round(kept * 1000) / 1000 } : undefined;
}

/** Where a level camera's picture is in the photo, in halves of the longer side from the middle. */
function turnOf({ roll, keystone }: Lean): number[] {
  const focal = 1 / Math.tan((view * degree) / 2);
  const pitch = Math.atan(Math.tan(keystone * degree) * focal);
  const [cos, sin] = [Math.cos(pitch), Math.sin(pitch)];
  const pitched = [focal, 0, 0, 0, focal * cos, focal * focal * sin, 0, -sin, focal * cos];
  const [c, s] = [Math.cos(roll * degree), Math.sin(roll * degree)];
  return product([c, -s, 0, s, c, 0, 0, 0, 1], pitched);
}

/** Scales and shifts the rectangle of half sides `a` and `b` as far as it fits between four corners. */
function largestInside(corners: readonly (readonly [number, number])[], a: number, b: number): number[] {
  const sides = corners.map(([x, y], k) => {
    const [nextX, nextY] = corners[(k + 1) % 4] ?? [0, 0];
    const length = Math.hypot(nextX - x, nextY - y);
    const [nx, ny] = [(y - nextY) / length, (nextX - x) / length];
    return [nx, ny, -(Math.abs(nx) * a + Math.abs(ny) * b), nx * x + ny * y];
  });
  // The largest touches three of the four sides. If it can slide along two of them, it stays in the middle.
  const fitting: number[][] = [];
  for (let left = 0; left < 4; left++) {
    const three = sides.filter((_, k) => k !== left);
    const matrix = three.flatMap(([nx = 0, ny = 0, reach = 0]) => [nx, ny, reach]);
    const found = times(
      inverse(matrix),
      three.map((side) => numberAt(side, 3)),
    );
    const [x = 0, y = 0, scale = 0] = found;
    const [nx = 0, ny = 0, reach = 0, offset = 0] = sides[left] ?? [];
    if (nx * x + ny * y + reach * scale >= offset - 1e-9) fitting.push(found);
  }
  const most = Math.max(...fitting.map((found) => numberAt(found, 2)));
  const largest = fitting.filter((found) => numberAt(found, 2) > most - 1e-7);
  const [x = 0, y = 0, scale = 1] = [0, 1, 2].map(
    (k) => largest.reduce((sum, found) => sum + numberAt(found, k), 0) / largest.length,
  );
  return [scale, 0, x, 0, scale, y, 0, 0, 1];
}

function placed(m: readonly number[], x: number, y: number): [number, number] {
  const [u = 0, v = 0, w = 1] = times(m, [x, y, 1]);
  return [u / w, v / w];
}

const times = (m: readonly number[], v: readonly number[]): number[] =>
  [0, 3, 6].map((row) => [0, 1, 2].reduce((sum, k) => sum + numberAt(m, row + k) * numberAt(v, k), 0));

const product = (m: readonly number[], n: readonly number[]): number[] =>
  Array.from({ length: 9 }, (_, i) =>
    [0, 1, 2].reduce((sum, k) => sum + numberAt(m, i - (i % 3) + k) * numberAt(n, 3 * k + (i % 3)), 0),
  );

function inverse(m: readonly number[]): number[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = m;
  const adjugate = [
    ...[e * i - f * h, c * h - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  const determinant = a * numberAt(adjugate, 0) + b * numberAt(adjugate, 3) + c * numberAt(adjugate, 6);
  return adjugate.map((value) => value / determinant);
}

/** With 1 as its last number, to a millionth. */
const normal = (m: readonly number[]): number[] =>
  // No -0: JSON has none, so it would not come back equal.
  m.map((value) => Math.round((value / (m[8] ?? 1)) * 1e6) / 1e6 || 0);

function areaOf(corners: readonly (readonly [number, number])[]): number {
  const twice = corners.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = corners[(k + 1) % corners.length] ?? [0, 0];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** The photo as a homography sees it, in its own size, by cubic interpolation (Keys, a = -0.5). */
export function warped({ width, height, data }: Picture, m: Homography): Picture {
  const made = new Uint8Array(width * height * 3);
  const [columns, rows] = [new Int32Array(4), new Int32Array(4)];
  const [across, down] = [new Float64Array(4), new Float64Array(4)];
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, k = 1] = m;
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height;
    for (let x = 0; x < width; x++) {
      const u = (x + 0.5) / width;
      const w = g * u + h * v + k;
      taps(((a * u + b * v + c) / w) * width - 0.5, width, columns, across);
      taps(((d * u + e * v + f) / w) * height - 0.5, height, rows, down);
      let [red, green, blue] = [0, 0, 0];
      for (let j = 0; j < 4; j++) {
        const line = int32At(rows, j) * width;
        for (let i = 0; i < 4; i++) {
          const at = (line + int32At(columns, i)) * 3;
          const share = float64At(across, i) * float64At(down, j);
          red += share * uint8At(data, at);
          green += share * uint8At(data, at + 1);
          blue += share * uint8At(data, at + 2);
        }
      }
      const at = (y * width + x) * 3;
      made[at] = byteOf(red);
      made[at + 1] = byteOf(green);
      made[at + 2] = byteOf(blue);
    }
  }
  return { width, height, data: made };
}

/** The four neighbours of a place along a side, and what each counts; edges repeat. */
function taps(at: number, length: number, indices: Int32Array, shares: Float64Array): void {
  const first = Math.floor(at);
  const t = at - first;
  for (let k = 0; k < 4; k++) indices[k] = Math.min(length - 1, Math.max(0, first - 1 + k));
  shares[0] = ((-0.5 * t + 1) * t - 0.5) * t;
  shares[1] = (1.5 * t - 2.5) * t * t + 1;
  shares[2] = ((-1.5 * t + 2) * t + 0.5) * t;
  shares[3] = (0.5 * t - 0.5) * t * t;
}

/** Sums that are halves but for their last digits go up in every language. */
const byteOf = (value: number): number => Math.min(255, Math.max(0, Math.floor(value + 0.5 + 1e-9)));
