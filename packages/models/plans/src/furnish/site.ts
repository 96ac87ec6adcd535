import { int32At } from "@image-staging/picture/at";
import { componentsOf } from "@image-staging/picture/components";
import type { Size } from "@image-staging/picture/size";
import type { PlanAnalysis } from "../analyse.ts";
import type { Ground } from "../ground.ts";
import type { PlanRoom } from "../uses.ts";

/** A rectangle in metres from the picture's corner: x to the right, z downwards. */
export interface Rect {
  x0: number;
  z0: number;
  x1: number;
  z1: number;
}

/** Cells to walk on, half of a way's width, what stays free around letters, and how near a window is next to a piece, in metres. */
const [cell, half, aroundLetters, beside] = [0.05, 0.27, 0.05, 0.16];

/** A room's floor, for questions about rectangles: to the pixel if something may stand there, in cells of 5 cm for walking. */
export class Site {
  readonly room: PlanRoom;
  readonly bounds: Rect;
  readonly #columns: number;
  readonly #rows: number;
  readonly #isFloor: Uint8Array;
  readonly #blocked: PixelSums;
  readonly #lettered: PixelSums;
  readonly #walled: PixelSums;
  readonly #glazed: PixelSums;
  readonly #taken: Rect[] = [];

  constructor(
    room: PlanRoom,
    { scale, letters, ink, map }: PlanAnalysis,
    { free, floor }: Ground,
    windows: Uint8Array,
  ) {
    this.room = room;
    this.bounds = {
      x0: Math.max(0, room.left / scale - 0.3),
      z0: Math.max(0, room.top / scale - 0.3),
      x1: Math.min(ink.width / scale, room.right / scale + 0.3),
      z1: Math.min(ink.height / scale, room.bottom / scale + 0.3),
    };
    this.#columns = Math.ceil((this.bounds.x1 - this.bounds.x0) / cell);
    this.#rows = Math.ceil((this.bounds.z1 - this.bounds.z0) / cell);
    const read = (test: (at: number) => boolean) =>
      Uint8Array.from({ length: this.#columns * this.#rows }, (_, i) => {
        const x = Math.floor((this.bounds.x0 + ((i % this.#columns) + 0.5) * cell) * scale);
        const y = Math.floor((this.bounds.z0 + (Math.floor(i / this.#columns) + 0.5) * cell) * scale);
        return x >= 0 && y >= 0 && x < ink.width && y < ink.height && test(y * ink.width + x) ? 1 : 0;
      });
    this.#isFloor = read((at) => floor[at] === room.id);
    const sums = (test: (at: number) => boolean) => new PixelSums(this.bounds, scale, ink, test);
    this.#blocked = sums((at) => free[at] !== 1 || map.rooms[at] !== room.id);
    this.#lettered = sums((at) => letters[at] === 1);
    this.#walled = sums((at) => map.rooms[at] !== room.id);
    this.#glazed = sums((at) => windows[at] === 1);
  }

  /** Whether nothing stands in a rectangle and all of it may be furnished. */
  isFree(rect: Rect): boolean {
    if (
      rect.x0 < this.bounds.x0 ||
      rect.z0 < this.bounds.z0 ||
      rect.x1 > this.bounds.x1 ||
      rect.z1 > this.bounds.z1
    )
      return false;
    if (this.#blocked.in(rect) > 0) return false;
    return this.#taken.every(
      (other) => rect.x1 <= other.x0 || rect.x0 >= other.x1 || rect.z1 <= other.z0 || rect.z0 >= other.z1,
    );
  }

  /** Whether a rectangle leaves lettering, and a little around it, free. */
  isLegible(rect: Rect): boolean {
    return this.#lettered.in(grown(rect, aroundLetters)) === 0;
  }

  /** The part of a rectangle that lettering covers, 0 to 1. */
  lettering(rect: Rect): number {
    return this.#lettered.shareOf(rect);
  }

  /** The part of a rectangle that is outside the room, 0 to 1. */
  walled(rect: Rect): number {
    return this.#walled.shareOf(rect);
  }

  /** Whether a rectangle is next to a window. */
  isAtWindow(rect: Rect): boolean {
    return this.#glazed.in(grown(rect, beside)) > 0;
  }

  take(rect: Rect): void {
    this.#taken.push(rect);
  }

  /**
   * Whether one can walk through the room with these pieces in it, whatever was taken: most of the floor is connected. A rug
   * and the room around a piece are walked on.
   */
  isWalkable(pieces: readonly Rect[]): boolean {
    const size = { width: this.#columns, height: this.#rows };
    const open = this.#isFloor.slice();
    for (const piece of pieces) {
      const { x0, z0, x1, z1 } = grown(piece, half);
      const column = (x: number) => clamp((x - this.bounds.x0) / cell, size.width);
      const row = (z: number) => clamp((z - this.bounds.z0) / cell, size.height);
      for (let at = Math.floor(row(z0)); at < row(z1); at++)
        open.fill(0, at * size.width + Math.floor(column(x0)), at * size.width + Math.ceil(column(x1)));
    }
    const parts = componentsOf(open, size).components.map(({ pixels }) => pixels);
    return Math.max(0, ...parts) > 0.82 * parts.reduce((sum, pixels) => sum + pixels, 0);
  }
}

/** A rectangle with so many metres more on each side. */
export const grown = ({ x0, z0, x1, z1 }: Rect, by: number): Rect => ({
  ...{ x0: x0 - by, z0: z0 - by, x1: x1 + by, z1: z1 + by },
});

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** How many pixels of a kind any rectangle touches. */
class PixelSums {
  readonly #scale: number;
  readonly #left: number;
  readonly #top: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #sums: Int32Array;

  /** Within bounds, of pixels that pass a test; none of those outside the picture do. */
  constructor(
    { x0, z0, x1, z1 }: Rect,
    scale: number,
    { width, height }: Size,
    test: (at: number) => boolean,
  ) {
    this.#scale = scale;
    this.#left = Math.max(0, Math.floor(x0 * scale));
    this.#top = Math.max(0, Math.floor(z0 * scale));
    this.#columns = Math.max(0, Math.min(width, Math.ceil(x1 * scale)) - this.#left);
    this.#rows = Math.max(0, Math.min(height, Math.ceil(z1 * scale)) - this.#top);
    const wide = this.#columns + 1;
    this.#sums = new Int32Array(wide * (this.#rows + 1));
    for (let row = 0; row < this.#rows; row++)
      for (let column = 0, line = 0; column < this.#columns; column++) {
        line += test((this.#top + row) * width + this.#left + column) ? 1 : 0;
        this.#sums[(row + 1) * wide + column + 1] = int32At(this.#sums, row * wide + column + 1) + line;
      }
  }

  /** The pixels of the kind that a rectangle touches. */
  in(rect: Rect): number {
    return this.#read(rect)[0];
  }

  /** Their part of all that it touches, 0 to 1. */
  shareOf(rect: Rect): number {
    const [found, all] = this.#read(rect);
    return found / Math.max(1, all);
  }

  #read({ x0, z0, x1, z1 }: Rect): [found: number, all: number] {
    // A side on a pixel's edge, but for rounding, does not touch the next pixel.
    const from = (metres: number) => Math.floor(metres * this.#scale + 1e-6);
    const to = (metres: number) => Math.ceil(metres * this.#scale - 1e-6);
    const [c0, c1] = [clamp(from(x0) - this.#left, this.#columns), clamp(to(x1) - this.#left, this.#columns)];
    const [r0, r1] = [clamp(from(z0) - this.#top, this.#rows), clamp(to(z1) - this.#top, this.#rows)];
    const wide = this.#columns + 1;
    const at = (row: number, column: number) => int32At(this.#sums, row * wide + column);
    return [at(r1, c1) - at(r0, c1) - at(r1, c0) + at(r0, c0), (r1 - r0) * (c1 - c0)];
  }
}
