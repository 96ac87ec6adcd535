import type { Picture } from "@image-staging/picture/picture";

/** A level of the picture between its pixels' centres. */
export function levelAt({ width, height, data }: Picture, x: number, y: number, c: number): number {
  const u = Math.max(0, Math.min(width - 1, x - 0.5));
  const v = Math.max(0, Math.min(height - 1, y - 0.5));
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const right = Math.min(width - 1, column + 1);
  const below = Math.min(height - 1, row + 1);
  const at = (px: number, py: number): number => data[3 * (py * width + px) + c] as number;
  const high = at(column, row) + (u - column) * (at(right, row) - at(column, row));
  const low = at(column, below) + (u - column) * (at(right, below) - at(column, below));
  return high + (v - row) * (low - high);
}
