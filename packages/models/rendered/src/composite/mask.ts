/** Pixels over which the mask falls to 0 around what has changed. */
const reach = 6;

/**
 * Softens a mask of changed pixels (255 or 0) outwards: it falls in steps over 6 pixels, in diamonds. Where a byte has
 * changed it stays 255, so that a composite through the mask is the candidate itself.
 */
export function soften(mask: Uint8Array, width: number, height: number): void {
  const fall = Math.ceil(255 / (reach + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const before = Math.max(x > 0 ? (mask[at - 1] ?? 0) : 0, y > 0 ? (mask[at - width] ?? 0) : 0);
      if (before > fall && (mask[at] ?? 0) < before - fall) mask[at] = before - fall;
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) {
      const at = y * width + x;
      const after = Math.max(
        x < width - 1 ? (mask[at + 1] ?? 0) : 0,
        y < height - 1 ? (mask[at + width] ?? 0) : 0,
      );
      if (after > fall && (mask[at] ?? 0) < after - fall) mask[at] = after - fall;
    }
  }
}
