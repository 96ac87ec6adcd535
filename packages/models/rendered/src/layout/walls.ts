import { float32At, int32At, uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import { project } from "@image-staging/tracer/camera";
import type { Camera, Room, WallName } from "@image-staging/tracer/scene";
import { endsOf, frontOf, isAcross } from "./sides.ts";

/** The side of a wall's cells in metres, and the difference of 8-bit levels in a cell that paint does not explain. */
const [cell, contrast] = [0.1, 17];

/** How much of a plain segment can be busy: a switch, a nail. */
const mostBusy = 0.04;

/** A vertical edge, however faint: a mean step of so many levels over two cells, the same way in this share of the rows. */
const [faintest, agreeing] = [4, 0.9];

/** Cells of ceiling in sight at least, and the part of them that can be busy: a lamp's cord. */
const [leastCeiling, mostBusyOfCeiling] = [40, 0.004];

interface Cells {
  columns: number;
  rows: number;
  /** Sums of cells that are busy, and of those in sight. */
  busy: Int32Array;
  seen: Int32Array;
  /** The level at the middle of each cell; not a number out of sight. */
  levels: Float32Array;
}

/** Which segments of the walls look plain in the photo: no window, brick, shelf or way through that went unnoticed. */
export class Walls {
  readonly #room: Room;
  readonly #camera: Camera;
  readonly #photo: Picture;
  readonly #cells: Readonly<Record<WallName, Cells>>;

  constructor(room: Room, camera: Camera, photo: Picture) {
    this.#room = room;
    this.#camera = camera;
    this.#photo = photo;
    const cellsOf = (side: WallName): Cells => measured(side, room, camera, photo);
    this.#cells = {
      back: cellsOf("back"),
      left: cellsOf("left"),
      right: cellsOf("right"),
      front: cellsOf("front"),
    };
  }

  /** Whether the wall looks plain from `from` to `to` along it and between two heights. Out of sight counts as plain. */
  isPlain(side: WallName, from: number, to: number, bottom: number, top: number): boolean {
    const { columns, busy, seen } = this.#cells[side];
    const { c0, c1, r0, r1 } = this.#range(side, from, to, bottom, top);
    const stride = columns + 1;
    const sum = (sums: Int32Array): number =>
      int32At(sums, r1 * stride + c1) -
      int32At(sums, r0 * stride + c1) -
      int32At(sums, r1 * stride + c0) +
      int32At(sums, r0 * stride + c0);
    return sum(busy) <= mostBusy * sum(seen);
  }

  /**
   * Whether a vertical edge goes through a segment from its bottom to its top: white corners and casings differ too little
   * from a white wall to make a cell of it busy.
   */
  hasEdge(side: WallName, from: number, to: number, bottom: number, top: number): boolean {
    const { columns, levels } = this.#cells[side];
    const { c0, c1, r0, r1 } = this.#range(side, from, to, bottom, top);
    for (let column = Math.max(2, c0); column < Math.min(columns - 4, c1 - 1); column++) {
      let [count, rising, step, slope] = [0, 0, 0, 0];
      for (let row = r0; row < r1; row++) {
        const at = (off: number): number => float32At(levels, row * columns + column + off);
        const [across, around] = [at(2) - at(0), (at(4) - at(2) + at(0) - at(-2)) / 2];
        if (Number.isNaN(across + around)) continue;
        count++;
        step += across;
        slope += around;
        if (across > 0) rising++;
      }
      const isOneWay = Math.max(rising, count - rising) >= agreeing * count;
      // Light that falls off along a wall does so around the step, too.
      if (isOneWay && Math.abs(step) > faintest * count && Math.abs(step - slope) > faintest * count)
        return true;
    }
    return false;
  }

  /** The columns and rows of a wall's cells that a segment has, each from the first to before the last. */
  #range(side: WallName, from: number, to: number, bottom: number, top: number) {
    const { columns, rows } = this.#cells[side];
    const start = isAcross(side) ? this.#room.left : this.#room.back;
    return {
      ...{ c0: clamp((from - start) / cell, columns), c1: clamp((to - start) / cell, columns) },
      ...{ r0: clamp(bottom / cell, rows), r1: clamp(top / cell, rows) },
    };
  }

  /** Whether the ceiling in sight has no lamp, beam or skylight. */
  isCeilingPlain(): boolean {
    const { left, right, back, height } = this.#room;
    const front = frontOf(this.#room, this.#camera) - 0.5;
    let [seen, busy] = [0, 0];
    for (let z = back + 0.3; z < front; z += cell)
      for (let x = left + 0.3; x < right - 0.3; x += cell) {
        const levels = [0, 0.4, 0.8].map((step) => {
          const at = project(this.#camera, [x + step * cell, height, z + step * cell]);
          return at ? levelOf(this.#photo, at.x, at.y) : Number.NaN;
        });
        if (levels.some(Number.isNaN)) continue;
        seen++;
        if (Math.max(...levels) - Math.min(...levels) > contrast) busy++;
      }
    return seen > leastCeiling && busy < mostBusyOfCeiling * seen;
  }
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, Math.round(value)));

function measured(side: WallName, room: Room, camera: Camera, photo: Picture): Cells {
  const [start, end] = endsOf(side, room, camera);
  const columns = Math.max(1, Math.floor((end - start) / cell));
  const rows = Math.max(1, Math.floor(room.height / cell));
  const stride = columns + 1;
  const cells = {
    columns,
    rows,
    busy: new Int32Array(stride * (rows + 1)),
    seen: new Int32Array(stride * (rows + 1)),
    levels: new Float32Array(columns * rows),
  };
  const levelAt = (along: number, y: number): number => {
    const [x, z] = isAcross(side) ? [along, room[side]] : [room[side], along];
    const at = project(camera, [x, y, z]);
    return at ? levelOf(photo, at.x, at.y) : Number.NaN;
  };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let [low, high] = [Infinity, -Infinity];
      for (const s of [0.17, 0.5, 0.83])
        for (const t of [0.17, 0.5, 0.83]) {
          const level = levelAt(start + (column + s) * cell, (row + t) * cell);
          if (s === 0.5 && t === 0.5) cells.levels[row * columns + column] = level;
          low = Math.min(low, level);
          high = Math.max(high, level);
        }
      const isSeen = !Number.isNaN(low);
      const at = (row + 1) * stride + column + 1;
      for (const [sums, value] of [
        [cells.busy, isSeen && high - low > contrast ? 1 : 0],
        [cells.seen, isSeen ? 1 : 0],
      ] as const)
        sums[at] =
          value + int32At(sums, at - 1) + int32At(sums, at - stride) - int32At(sums, at - stride - 1);
    }
  return cells;
}

/** Mean green level of the 3 x 3 pixels around a position; not a number outside the picture. */
function levelOf({ width, height, data }: Picture, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 1 || row < 1 || column > width - 2 || row > height - 2) return Number.NaN;
  let sum = 0;
  for (let r = row - 1; r <= row + 1; r++)
    for (let c = column - 1; c <= column + 1; c++) sum += uint8At(data, (r * width + c) * 3 + 1);
  return sum / 9;
}
