import type { Size } from "@image-staging/picture/size";

/** A plane at another size, smooth between its pixels' centres. */
export function enlarged(plane: Float32Array, from: Size, to: Size): Float32Array {
  const large = new Float32Array(to.width * to.height);
  enlarge(plane, from, to, (i, value) => {
    large[i] = value;
  });
  return large;
}

/** Calls back with each pixel's index and value at the other size, row by row. */
export function enlarge(
  plane: Float32Array,
  from: Size,
  to: Size,
  put: (i: number, value: number) => void,
): void {
  const [columns, rows] = [placesOf(from.width, to.width), placesOf(from.height, to.height)];
  for (let y = 0, i = 0; y < to.height; y++) {
    const row = rows.first[y] as number;
    const [above, below] = [row * from.width, Math.min(from.height - 1, row + 1) * from.width];
    const down = rows.share[y] as number;
    for (let x = 0; x < to.width; x++, i++) {
      const left = columns.first[x] as number;
      const right = Math.min(from.width - 1, left + 1);
      const along = columns.share[x] as number;
      const high = mixed(plane[above + left] as number, plane[above + right] as number, along);
      const low = mixed(plane[below + left] as number, plane[below + right] as number, along);
      put(i, mixed(high, low, down));
    }
  }
}

const mixed = (a: number, b: number, share: number): number => a + share * (b - a);

/** Between which two of `from` pixels the centre of each of `to` lies, and how near to the second. */
function placesOf(from: number, to: number): { first: Int32Array; share: Float32Array } {
  const at = Float64Array.from({ length: to }, (_, i) =>
    Math.max(0, Math.min(from - 1, ((i + 0.5) * from) / to - 0.5)),
  );
  const first = Int32Array.from(at, Math.floor);
  return { first, share: Float32Array.from(at, (place, i) => place - (first[i] as number)) };
}
