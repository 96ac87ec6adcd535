import type { Dimensions } from "../../../domain/source-asset/dimensions.ts";
import { type Homography, placed } from "../../homography.ts";

/** A picture of three channels as a homography sees it, in its own size, by linear interpolation. */
export function seenBy(
  pixels: Uint8Array,
  { width, height }: Dimensions,
  homography: Homography,
): Uint8Array {
  const seen = new Uint8Array(pixels.length);
  for (let i = 0; i < width * height; i++) {
    const [u, v] = placed(homography, ((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height);
    const x = Math.min(width - 1.001, Math.max(0, u * width - 0.5));
    const y = Math.min(height - 1.001, Math.max(0, v * height - 0.5));
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [dx, dy] = [x - column, y - row];
    const first = (row * width + column) * 3;
    for (let c = 0; c < 3; c++) {
      const at = (offset: number) => pixels[first + offset + c] ?? 0;
      const top = at(0) + (at(3) - at(0)) * dx;
      const bottom = at(width * 3) + (at(width * 3 + 3) - at(width * 3)) * dx;
      seen[i * 3 + c] = Math.round(top + (bottom - top) * dy);
    }
  }
  return seen;
}
