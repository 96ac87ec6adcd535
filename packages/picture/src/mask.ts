/** A mask of so many pixels: 1 if the test of a pixel's index holds. `Uint8Array.from` takes ten times as long. */
export function maskWhere(length: number, isMarked: (at: number) => unknown): Uint8Array {
  const mask = new Uint8Array(length);
  for (let at = 0; at < length; at++) if (isMarked(at)) mask[at] = 1;
  return mask;
}
