import { boxMean } from "@image-staging/picture/box-mean";
import { components } from "@image-staging/picture/components";
import { Plane } from "@image-staging/picture/plane";
import { medianOf } from "@image-staging/picture/quantile";
import { linearOf } from "@image-staging/picture/srgb";
import type { WorkingCopy } from "@image-staging/picture/working-copy";

/** How far (shares of red and of blue in linear light) the colour of a thing is from the floor's at least, and the multiple of the floor's own spread. */
const [unlike, spread] = [0.05, 4];
/** Pixels of a thing at least, and by which it is widened for its blurred edge. */
const [smallest, blurred] = [150, 2];
/** The share of a thing's columns that it fills up to the floor's upper end at least: sun through a window fills a strip across it. */
const leastFromTop = 0.5;
/** Pixels to each side of a thing's edge, the part of its colour that changes between both, and the part of the edge at which it does. */
const [aside, step, mostly] = [3, 0.75, 0.7];

/** The value of a byte above which a pixel is clipped: there sun on the floor has lost the floor's colour. */
const clipped = 250;

/**
 * 1 where things at the picture's left or right border hide the floor up to the walls' foot: a door's casing, a cupboard's end.
 * Their colour is not the floor's in any light, they hide it from its upper end on, unlike a strip of sun, and their edges are
 * sharp, unlike those of mirrored windows.
 */
export function thingsBefore(copy: WorkingCopy, floor: Uint8Array): Uint8Array {
  const { width, height } = copy;
  const shares = sharesOf(copy);
  const usual = shares.map((plane) => medianOf(plane.filter((_, i) => floor[i] === 1)));
  const away = Float32Array.from(floor, (_, i) =>
    Math.hypot(...shares.map((plane, c) => (plane[i] as number) - (usual[c] as number))),
  );
  const least = Math.max(unlike, spread * medianOf(away.filter((_, i) => floor[i] === 1)));
  const isClipped = (i: number): boolean =>
    copy.rgb.subarray(3 * i, 3 * i + 3).some((value) => value > clipped);
  const other = away.map((value, i) => (floor[i] && value > least && !isClipped(i) ? 1 : 0));
  const things = new Plane(copy);
  for (const pixels of components(Uint8Array.from(other), width, height, 1)) {
    if (pixels.length < smallest || !pixels.some(isAtBorder) || !isFromTop(pixels) || !isSharp(pixels))
      continue;
    for (const i of pixels) things.values[i] = 1;
  }
  return Uint8Array.from(boxMean(things, blurred).values, (share) => (share > 0 ? 1 : 0));

  function isAtBorder(i: number): boolean {
    return i % width === 0 || i % width === width - 1;
  }

  /** Whether a thing hides the floor from its upper end on, in most of its columns. */
  function isFromTop(pixels: readonly number[]): boolean {
    const columns = new Set(pixels.map((i) => i % width));
    const fromTop = new Set(pixels.filter((i) => !floor[i - blurred * width]).map((i) => i % width));
    return fromTop.size >= leastFromTop * columns.size;
  }

  /** Whether nearly all of a thing's colour is gone a few pixels from its edge with the floor. */
  function isSharp(pixels: readonly number[]): boolean {
    let [edge, sharp] = [0, 0];
    for (const i of pixels) {
      const x = i % width;
      for (const way of [1, -1, width, -width]) {
        const isAcross = Math.abs(way) === 1 && (x + way < 0 || x + way >= width);
        if (isAcross || !floor[i + way] || other[i + way]) continue;
        edge++;
        const [inside, outside] = [away[i - aside * way] ?? 0, away[i + aside * way] ?? 0];
        if (inside - outside > step * inside) sharp++;
      }
    }
    return edge > 0 && sharp > mostly * edge;
  }
}

/** The shares of red and of blue in each pixel's light. */
function sharesOf({ rgb, lab: [lightness] }: WorkingCopy): readonly Float32Array[] {
  const share = (c: 0 | 2): Plane =>
    lightness.map((_, i) => {
      const [r, g, b] = [0, 1, 2].map((k) => linearOf[rgb[i * 3 + k] as number] as number) as [
        number,
        number,
        number,
      ];
      return (c === 0 ? r : b) / (r + g + b + 1e-3);
    });
  return [share(0), share(2)].map((plane) => boxMean(plane, 1).values);
}
