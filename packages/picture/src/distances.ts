import { Plane } from "./plane.ts";
import type { Size } from "./size.ts";

/** The distance in pixels from each pixel to the nearest one of the mask (a chamfer of 1 and √2, at most 8 % too far: Borgefors, Distance transformations in digital images, 1986). */
export function distancesTo(mask: Uint8Array, size: Size): Plane {
  const { width, height } = size;
  const far = 1e6;
  const map = new Plane(
    size,
    Float32Array.from(mask, (inside) => (inside ? 0 : far)),
  );
  const side = 1;
  const corner = Math.SQRT2;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      let least = map.at(at);
      if (x > 0) least = Math.min(least, map.at(at - 1) + side);
      if (y > 0) {
        least = Math.min(least, map.at(at - width) + side);
        if (x > 0) least = Math.min(least, map.at(at - width - 1) + corner);
        if (x < width - 1) least = Math.min(least, map.at(at - width + 1) + corner);
      }
      map.values[at] = least;
    }
  for (let y = height - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--) {
      const at = y * width + x;
      let least = map.at(at);
      if (x < width - 1) least = Math.min(least, map.at(at + 1) + side);
      if (y < height - 1) {
        least = Math.min(least, map.at(at + width) + side);
        if (x < width - 1) least = Math.min(least, map.at(at + width + 1) + corner);
        if (x > 0) least = Math.min(least, map.at(at + width - 1) + corner);
      }
      map.values[at] = least;
    }
  return map;
}
