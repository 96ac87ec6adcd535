import { components } from "@image-staging/picture/components";
import { Plane } from "@image-staging/picture/plane";
import { smoothstep } from "./copy.ts";
import parameters from "./pro_capture.json" with { type: "json" };

/** What surfaces differ by from the usual colour, and how much each looks like light, for each pixel of the copy. */
interface Difference {
  near: Plane;
  red: Plane;
  blue: Plane;
}

/**
 * How far the colours of surfaces are their light's, 0 to 1 for each pixel of the copy. Light also falls on what lies beyond
 * a surface's edges; paint ends there.
 */
export function sharedLight(pixels: Int32Array, { near, red, blue }: Difference): Plane {
  const { width, height } = near;
  const { gap, small, faint, from, to } = parameters.local.shared;
  const marked = new Uint8Array(width * height);
  for (const pixel of pixels) marked[pixel] = 1;
  const parts = components(marked, width, height, 1);
  /** The large part, counted from 1, that each pixel belongs to. */
  const large = new Int32Array(width * height);
  for (const [k, part] of parts.entries())
    if (part.length >= small * width * height) for (const pixel of part) large[pixel] = k + 1;
  const both = (i: number, j: number): number => red.at(i) * red.at(j) + blue.at(i) * blue.at(j);
  /** How many of the `gap` pixels to one side of a pixel lie within the copy. */
  const room = (pixel: number, dx: number, dy: number): number => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const [inX, inY] = [
      dx > 0 ? width - 1 - x : dx < 0 ? x : gap,
      dy > 0 ? height - 1 - y : dy < 0 ? y : gap,
    ];
    return Math.min(gap, inX, inY);
  };
  const shared = new Plane(near);
  for (const part of parts) {
    let [all, kept] = [1e-9, 1e-9];
    for (const pixel of part) {
      for (const [dx, dy] of sides) {
        const [steps, step] = [room(pixel, dx, dy), dx + dy * width];
        if (steps === 0 || marked[pixel + step]) continue;
        const own = both(pixel, pixel) + faint ** 2;
        const farther = Array.from({ length: steps - 1 }, (_, k) => pixel + (k + 2) * step);
        const other = farther.find((i) => large[i] && large[i] !== large[pixel]);
        const weight = other === undefined ? 0 : near.at(other);
        const alike = other === undefined ? own : Math.max(0, both(pixel, other)) + faint ** 2;
        all += own;
        kept += own + weight * (Math.min(own, alike) - own);
      }
    }
    const share = smoothstep(kept / all, from, to);
    for (const pixel of part) shared.values[pixel] = share;
  }
  return shared;
}

const sides = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
