/** A wall in cells of so many metres. */
export const cell = 0.015;
/** Metres beside a shape that go on with it: labels leave the outer edges of frames to the wall. */
export const casing = 0.1;
/** What a cell of a wall shows. */
export const [nothing, bare, kept, covered] = [0, 1, 2, 3] as const;
/** The columns that must end in sight, or where a shape ends is not known. */
const leastEnds = 5;
/** Metres: what ends lower goes on to the floor. */
const low = 0.45;
/** A row or column belongs to a shape if it has this share of the cells of the fullest, and of those in sight in it: labels leak. */
const [leastOfMost, leastInSight] = [0.15, 0.5] as const;

/** A rectangle of cells, ends exclusive. */
export interface Shape {
  left: number;
  right: number;
  bottom: number;
  top: number;
  /** What covers it hides where it ends below. */
  isEndless: boolean;
}

/** The rectangle of a group, as far as it goes on behind what is removed. */
export function shapeOf(group: readonly number[], state: Uint8Array, columns: number, rows: number): Shape {
  const size = { columns, rows };
  const [left, right] = extentOf(group, state, size, false);
  const [bottom, top] = extentOf(group, state, size, true);
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
  const isLow = bottom * cell < low;
  return { left, right, top, bottom: isOpen && isLow ? 0 : bottom, isEndless: isOpen && !isLow };
}

/** From the first to behind the last row, or column, that is full enough of a group. */
function extentOf(
  group: readonly number[],
  state: Uint8Array,
  { columns, rows }: { columns: number; rows: number },
  down: boolean,
): [number, number] {
  const [own, other] = [
    (k: number) => (down ? Math.floor(k / columns) : k % columns),
    (k: number) => (down ? k % columns : Math.floor(k / columns)),
  ];
  const counts = new Int32Array(down ? rows : columns);
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const k of group) {
    counts[own(k)] = (counts[own(k)] as number) + 1;
    first = Math.min(first, other(k));
    last = Math.max(last, other(k));
  }
  const bareIn = new Int32Array(counts.length);
  for (let k = 0; k < state.length; k++)
    if (state[k] === bare && other(k) >= first && other(k) <= last)
      bareIn[own(k)] = (bareIn[own(k)] as number) + 1;
  const most = Math.max(...counts);
  const isFull = (count: number, at: number): boolean =>
    count >= leastOfMost * most && count >= leastInSight * (count + (bareIn[at] as number));
  return [counts.findIndex(isFull), counts.findLastIndex(isFull) + 1];
}
