import { boxMean } from "@image-staging/picture/box-mean";
import { components } from "@image-staging/picture/components";
import { meansOf } from "@image-staging/picture/means-of";
import type { Plane } from "@image-staging/picture/plane";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Seams } from "../analysis/seams/seams.ts";
import { type Bounds, boundsOf } from "./outlines.ts";

/** Sockets, switches and thermostats are this large, in metres: what is smaller is noise. */
const [smallest, largest] = [0.05, 0.3];
/** How far (Lab) one differs from the wall around it at least, beside the noise. */
const least = 1;
/** The share of that difference at which its pixels begin. */
const begins = 0.4;
/** Pixels of its sides less one, and the part of it that has its colour. */
const [narrowest, mostly] = [3, 0.85];
/** A JPEG's blocks differ in colour by a level or two on an even wall. */
const quietly = (colour: number): number => 0.4 * colour;
/** Pixels around an uneven patch that show the wall. */
const around = 3;

/** 1 where something small hangs on a wall: uneven patches within even wall, that differ from it in colour. */
export function islandsOf(
  copy: WorkingCopy,
  domain: Uint8Array,
  even: Uint8Array,
  noise: number,
  { metre }: Seams,
): Uint8Array {
  const { width, height } = copy;
  const smooth = copy.lab.map((plane, c) => boxMean(c === 0 ? plane : plane.map(quietly), 1));
  const islands = new Uint8Array(domain.length);
  const uneven = domain.map((isIn, i) => (isIn && !even[i] ? 1 : 0));
  for (const pixels of components(uneven, width, height, 1)) {
    const bounds = boundsOf(pixels, width);
    const [left, top, right, bottom] = bounds;
    const most = Math.max(6, largest * (metre[left] as number));
    const isSmall = right - left < most + 2 * around && bottom - top < most + 2 * around;
    const isInside =
      Math.min(left, top) >= around && right < width - around && bottom < height - around && isSmall;
    if (!isInside || !isEnclosed(even, bounds, width)) continue;
    const wall = meanAround(smooth, bounds, width);
    const away = pixels.map((i) =>
      Math.hypot(...smooth.map((plane, c) => plane.at(i) - (wall[c] as number))),
    );
    const difference = Math.max(...away);
    if (difference < least + 1.3 * noise) continue;
    const plate = boundsOf(
      pixels.filter((_, k) => (away[k] as number) > begins * difference),
      width,
    );
    const [x0, y0, x1, y1] = plate;
    if (Math.max(x1 - x0, y1 - y0) + 1 < smallest * (metre[left] as number)) continue;
    if (!isOfOneColour(smooth, plate, wall, width, least + noise)) continue;
    for (let y = y0 - 1; y <= y1 + 1; y++) islands.fill(1, y * width + x0 - 1, y * width + x1 + 2);
  }
  return islands;
}

/** Whether nearly all within bounds differs from the wall in the same way, as a plate does, and noise does not. */
function isOfOneColour(
  planes: readonly Plane[],
  [left, top, right, bottom]: Bounds,
  wall: readonly number[],
  width: number,
  tolerance: number,
): boolean {
  if (right - left < narrowest || bottom - top < narrowest) return false;
  const inner: number[] = [];
  for (let y = top + 1; y < bottom; y++) for (let x = left + 1; x < right; x++) inner.push(y * width + x);
  const mean = meansOf(planes, inner).map((value, c) => value - (wall[c] as number));
  const length = Math.hypot(...mean);
  const alike = inner.filter((i) => {
    const along = planes.reduce(
      (sum, plane, c) => sum + (plane.at(i) - (wall[c] as number)) * (mean[c] as number),
      0,
    );
    return along > 0.4 * length * length;
  });
  return length > tolerance && alike.length > mostly * inner.length;
}

/** The pixels on a frame around bounds, `off` pixels from them. */
function* frame([left, top, right, bottom]: Bounds, off: number, width: number): Generator<number> {
  for (let x = left - off; x <= right + off; x++)
    for (const y of [top - off, bottom + off]) yield y * width + x;
  for (let y = top - off + 1; y < bottom + off; y++)
    for (const x of [left - off, right + off]) yield y * width + x;
}

/** Whether the wall is even nearly all around. */
function isEnclosed(even: Uint8Array, bounds: Bounds, width: number): boolean {
  let [all, ones] = [0, 0];
  for (const i of frame(bounds, 1, width)) {
    all++;
    ones += even[i] as number;
  }
  return ones > 0.9 * all;
}

function meanAround(planes: readonly Plane[], bounds: Bounds, width: number): number[] {
  return meansOf(planes, [...frame(bounds, around, width)]);
}
