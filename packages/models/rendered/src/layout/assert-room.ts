import type { Room } from "@image-staging/tracer/scene";

/** Throws a RangeError unless a room is a box of a positive size, in metres, and its free floor has all of its cells. */
export function assertRoom({ left, right, back, front, height, freeFloor }: Room): void {
  if (!(left < right && back < front && height > 0))
    throw new RangeError(
      `A room's walls stand apart: left ${left}, right ${right}, back ${back}, front ${front}, height ${height}.`,
    );
  const { columns, rows, free } = freeFloor;
  if (free.length !== columns * rows)
    throw new RangeError(`A free floor of ${columns} x ${rows} cells has as many, not ${free.length}.`);
}
