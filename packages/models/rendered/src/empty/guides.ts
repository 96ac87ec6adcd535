import { float32At, uint8At } from "@image-staging/picture/at";

/** What is known of where the cells of a texture may come from. */
export interface Guide {
  /** Whether sources may be mirrored, left to right. */
  mirrors: boolean;
  /** Moves that are likely. */
  moves: readonly { x: number; z: number }[];
  /** What it costs that a cell (column, row) is copied from another, in squares of values. */
  price: (tx: number, tz: number, sx: number, sz: number) => number;
  /** The same for cells of twice the side. */
  halved: () => Guide;
}

/** A square table, row by row. */
export interface Table {
  side: number;
  values: Float32Array;
}

/** Columns or rows of a wall. */
export interface Lines extends Table {
  /** How unlike itself each is along itself, from 0 (a frame) to 1. */
  uneven: Float32Array;
  /** 1 for each in which an opening lies. */
  inside: Uint8Array;
}

/**
 * For walls, whose openings are frames and panes in columns and rows: a source must lie in a column and in a row that look like the
 * cell's own, as far as they are in sight. A frame's row may go on from any column, and its column from any row.
 */
export function profileGuide(columns: Lines, rows: Lines): Guide {
  const moves: Guide["moves"][number][] = [];
  for (let x = 1 - columns.side; x < columns.side; x++) moves.push({ x, z: 0 });
  for (let z = 1 - rows.side; z < rows.side; z++) moves.push({ x: 0, z });
  return {
    mirrors: true,
    moves,
    price: (tx, tz, sx, sz) =>
      float32At(rows.uneven, tz) * float32At(columns.values, tx * columns.side + sx) +
      float32At(columns.uneven, tx) * float32At(rows.values, tz * rows.side + sz) +
      leaving(columns, tx, sx) +
      leaving(rows, tz, sz),
    halved: () => profileGuide(halvedLines(columns), halvedLines(rows)),
  };
}

/** For floors of tiles: a source must lie where the cell lies in its own tile. */
export function tileGuide(columns: Table, rows: Table, moves: Guide["moves"]): Guide {
  const halved = () => tileGuide(halvedTable(columns), halvedTable(rows), halvedMoves(moves));
  return { ...byAxes(columns, rows), mirrors: false, moves, halved };
}

const byAxes = (columns: Table, rows: Table): Pick<Guide, "price"> => ({
  price: (tx, tz, sx, sz) =>
    float32At(columns.values, tx * columns.side + sx) + float32At(rows.values, tz * rows.side + sz),
});

const halvedMoves = (moves: Guide["moves"]): Guide["moves"] =>
  moves.map(({ x, z }) => ({ x: Math.round(x / 2), z: Math.round(z / 2) }));

/** What it costs to copy into an opening from beside it: more than any difference. */
const leaving = ({ inside }: Lines, target: number, from: number): number =>
  uint8At(inside, target) > uint8At(inside, from) ? 3 : 0;

const halvedLines = (lines: Lines): Lines => ({
  ...halvedTable(lines),
  uneven: Float32Array.from({ length: Math.ceil(lines.side / 2) }, (_, i) =>
    Math.min(float32At(lines.uneven, 2 * i), float32At(lines.uneven, Math.min(lines.side - 1, 2 * i + 1))),
  ),
  inside: lines.inside.filter((_, i) => i % 2 === 0),
});

function halvedTable({ side, values }: Table): Table {
  const half = Math.ceil(side / 2);
  const small = new Float32Array(half * half).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < side * side; i++) {
    const k = (Math.floor(i / side) >> 1) * half + ((i % side) >> 1);
    small[k] = Math.min(float32At(small, k), float32At(values, i));
  }
  return { side: half, values: small };
}

/** What each move costs, from -(columns - 1) and -(rows - 1), row by row. */
export interface MovePrices {
  columns: number;
  rows: number;
  values: Float32Array;
}

/** For floors, whose pattern repeats: a source must lie at a move at which the floor looks like itself. */
export function moveGuide(prices: MovePrices, moves: Guide["moves"]): Guide {
  const { columns, rows, values } = prices;
  const wide = 2 * columns - 1;
  return {
    mirrors: false,
    moves,
    price: (tx, tz, sx, sz) => float32At(values, (sz - tz + rows - 1) * wide + sx - tx + columns - 1),
    halved: () => moveGuide(halvedPrices(prices), halvedMoves(moves)),
  };
}

function halvedPrices(prices: MovePrices): MovePrices {
  const [columns, rows] = [Math.ceil(prices.columns / 2), Math.ceil(prices.rows / 2)];
  const [wide, high] = [2 * columns - 1, 2 * rows - 1];
  const [fineWide, fineHigh] = [2 * prices.columns - 1, 2 * prices.rows - 1];
  const values = new Float32Array(wide * high).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < wide * high; i++) {
    const [x, z] = [
      2 * ((i % wide) - columns + 1) + prices.columns - 1,
      2 * (Math.floor(i / wide) - rows + 1) + prices.rows - 1,
    ];
    for (let s = 0; s < 9; s++) {
      const [u, v] = [x + (s % 3) - 1, z + Math.floor(s / 3) - 1];
      if (u >= 0 && v >= 0 && u < fineWide && v < fineHigh)
        values[i] = Math.min(float32At(values, i), float32At(prices.values, v * fineWide + u));
    }
  }
  return { columns, rows, values };
}
