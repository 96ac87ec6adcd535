import { uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";

/** Pixels over which the mask falls to 0 around what has changed. */
const reach = 6;

/**
 * Softens a mask of changed pixels (255 or 0) outwards: it falls in steps over 6 pixels, in diamonds. Where a byte has
 * changed it stays 255, so that a composite through the mask is the candidate itself. If the picture `wraps` around the viewer,
 * it falls across the left and right edge.
 */
export function soften(mask: Uint8Array, width: number, height: number, wraps: boolean): void {
  const fall = Math.ceil(255 / (reach + 1));
  for (let y = 0; y < height; y++) {
    for (let i = wraps ? -reach : 0; i < width; i++) {
      const at = y * width + (i < 0 ? i + width : i);
      const left = wraps || i > 0 ? uint8At(mask, i === 0 ? at + width - 1 : at - 1) : 0;
      const before = Math.max(left, y > 0 ? uint8At(mask, at - width) : 0);
      if (before > fall && uint8At(mask, at) < before - fall) mask[at] = before - fall;
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let i = width - 1 + (wraps ? reach : 0); i >= 0; i--) {
      const at = y * width + (i < width ? i : i - width);
      const right = wraps || i < width - 1 ? uint8At(mask, i === width - 1 ? at + 1 - width : at + 1) : 0;
      const after = Math.max(right, y < height - 1 ? uint8At(mask, at + width) : 0);
      if (after > fall && uint8At(mask, at) < after - fall) mask[at] = after - fall;
    }
  }
}

/** The mask of a finished photo: 255 at pixels that have changed, falling softly to 0. */
export function maskOfChanges({ data, width, height }: Picture, output: Uint8Array): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++) {
    const at = i * 3;
    const isChanged =
      data[at] !== output[at] || data[at + 1] !== output[at + 1] || data[at + 2] !== output[at + 2];
    if (isChanged) mask[i] = 255;
  }
  soften(mask, width, height, false);
  return mask;
}
