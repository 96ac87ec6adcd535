/** A wall in cells of so many metres. */
export const cell = 0.015;
/** Metres beside a shape that go on with it: labels leave the outer edges of frames to the wall. */
export const casing = 0.1;
/** What a cell of a wall shows. */
export const [nothing, bare, kept, covered] = [0, 1, 2, 3] as const;
/** The columns, or rows, that must end in sight, or where a shape ends is not known. */
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
  /** Whether what covers it hides its lower end or one of its sides. */
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
  const isSeen = (dx: number, dy: number): boolean => endsOf(inside, dx, dy, state, size) >= leastEnds;
  const isOpen = !isSeen(0, -1);
  const isLow = bottom * cell < low;
  const isEndless = (isOpen && !isLow) || !isSeen(-1, 0) || !isSeen(1, 0);
  return { left, right, top, bottom: isOpen && isLow ? 0 : bottom, isEndless };
}

/** In how many of its lines a group ends in sight: beside it is bare wall or, on a side, a corner or the picture's border. */
function endsOf(
  group: readonly number[],
  dx: number,
  dy: number,
  state: Uint8Array,
  { columns, rows }: { columns: number; rows: number },
): number {
  const last = new Map<number, number>();
  for (const k of group) {
    const [x, y] = [k % columns, Math.floor(k / columns)];
    const [line, at] = dx === 0 ? [x, dy * y] : [y, dx * x];
    last.set(line, Math.max(at, last.get(line) ?? at));
  }
  const isEnd = (x: number, y: number): boolean => {
    const isOut = x < 0 || x >= columns || y < 0 || y >= rows;
    const own = isOut ? nothing : state[y * columns + x];
    return own === bare || (own === nothing && dx !== 0);
  };
  return [...last].filter(([line, at]) => (dx === 0 ? isEnd(line, dy * at + dy) : isEnd(dx * at + dx, line)))
    .length;
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
