/** A wall in cells of so many metres. */
export const cell = 0.025;
/** What a cell of a wall shows. */
export const [nothing, bare, kept, covered] = [0, 1, 2, 3] as const;
/** The columns that must end in sight, or where a shape ends is not known. */
const leastEnds = 3;
/** Metres: what ends lower goes on to the floor. */
const low = 0.45;
/** A row or column belongs to a shape if it has this share of the cells of the fullest. */
const leastOfMost = 0.15;

/** A rectangle of cells, ends exclusive. */
export interface Shape {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** The rectangle of a group, as far as it goes on behind what is removed. */
export function shapeOf(group: readonly number[], state: Uint8Array, columns: number, rows: number): Shape {
  const [left, right] = extentOf(group.map((k) => k % columns));
  const [bottom, top] = extentOf(group.map((k) => Math.floor(k / columns)));
  const inside = group.filter((k) => {
    const [x, y] = [k % columns, Math.floor(k / columns)];
    return x >= left && x < right && y >= bottom && y < top;
  });
  const lowest = new Map<number, number>();
  for (const k of inside) {
    const [x, y] = [k % columns, Math.floor(k / columns)];
    lowest.set(x, Math.min(y, lowest.get(x) ?? rows));
  }
  let ends = 0;
  for (const [x, y] of lowest) if (y > 0 && state[(y - 1) * columns + x] === bare) ends++;
  const isOpen = ends < leastEnds;
  return { left, right, top, bottom: isOpen && bottom * cell < low ? 0 : bottom };
}

/** From the first to behind the last value that is frequent enough. */
function extentOf(values: readonly number[]): [number, number] {
  const counts: number[] = [];
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const least = leastOfMost * Math.max(...counts.filter((count) => count !== undefined));
  const isFull = (count: number | undefined): boolean => (count ?? 0) >= least;
  return [counts.findIndex(isFull), counts.findLastIndex(isFull) + 1];
}
