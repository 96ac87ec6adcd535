import { paddedMean } from "@image-staging/picture/box-mean";
import type { Plane } from "@image-staging/picture/plane";
import { luminanceOf, type SmallCopy } from "./copy.ts";
import parameters from "./pro_capture.json" with { type: "json" };

/** Even, unclipped pixels of the upper part of a picture: walls and ceilings, mostly. */
export interface Surfaces {
  pixels: Int32Array;
  luminance: Plane;
}

/** Finds pixels that differ little from their neighbours, are not clipped, and lie above the floor. */
export function surfacesOf(copy: SmallCopy, wraps: boolean): Surfaces {
  const { relative, absolute } = parameters.flat;
  const { width, height, clipped } = copy;
  const luminance = luminanceOf(copy);
  const smooth = paddedMean(luminance, 1, wraps);
  const found: number[] = [];
  for (let y = 1; y < height * parameters.upperPart && y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      if (clipped[i]) continue;
      const across = smooth.at(i + 1) - smooth.at(i - 1);
      const down = smooth.at(i + width) - smooth.at(i - width);
      if (Math.abs(across) + Math.abs(down) <= relative * smooth.at(i) + absolute) found.push(i);
    }
  }
  return { pixels: Int32Array.from(found), luminance };
}
