import { int32At } from "@image-staging/picture/at";
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

/** Cells to walk on, what stays free around lettering, and how near a window is next to a piece, in metres. */
const [cell, aroundLetters, beside] = [0.05, 0.05, 0.16];

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
    { scale, letters, ends, ink, map }: PlanAnalysis,
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
    this.#lettered = sums((at) => letters[at] === 1 && ends[at] !== 1);
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
  isLegible({ x0, z0, x1, z1 }: Rect): boolean {
    const rect = {
      x0: x0 - aroundLetters,
      z0: z0 - aroundLetters,
      x1: x1 + aroundLetters,
      z1: z1 + aroundLetters,
    };
    return this.#lettered.in(rect) === 0;
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
  isAtWindow({ x0, z0, x1, z1 }: Rect): boolean {
    const [left, top, right, bottom] = [x0 - beside, z0 - beside, x1 + beside, z1 + beside];
    return this.#glazed.in({ x0: left, z0: top, x1: right, z1: bottom }) > 0;
  }

  take(rect: Rect): void {
    this.#taken.push(rect);
  }

  /**
   * Whether one can walk through the room with these pieces in it, whatever was taken: most of the floor is connected. A rug
   * and the room around a piece are walked on.
   */
  isWalkable(pieces: readonly Rect[]): boolean {
    const half = 0.27;
    const open = this.#isFloor.slice();
    for (const { x0, z0, x1, z1 } of pieces)
      this.#each({ x0: x0 - half, z0: z0 - half, x1: x1 + half, z1: z1 + half }, (at) => {
        open[at] = 0;
      });
    let [largest, all] = [0, 0];
    const seen = new Uint8Array(open.length);
    const stack: number[] = [];
    for (let start = 0; start < open.length; start++) {
      if (!open[start] || seen[start]) continue;
      let size = 0;
      stack.push(start);
      seen[start] = 1;
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        size++;
        for (const next of [at - 1, at + 1, at - this.#columns, at + this.#columns])
          if (open[next] && !seen[next]) {
            seen[next] = 1;
            stack.push(next);
          }
      }
      all += size;
      largest = Math.max(largest, size);
    }
    return largest > all * 0.82;
  }

  #each({ x0, z0, x1, z1 }: Rect, visit: (at: number) => void): void {
    const [c0, c1] = [Math.floor((x0 - this.bounds.x0) / cell), Math.ceil((x1 - this.bounds.x0) / cell)];
    const [r0, r1] = [Math.floor((z0 - this.bounds.z0) / cell), Math.ceil((z1 - this.bounds.z0) / cell)];
    for (let row = Math.max(0, r0); row < Math.min(this.#rows, r1); row++)
      for (let column = Math.max(0, c0); column < Math.min(this.#columns, c1); column++)
        visit(row * this.#columns + column);
  }
}

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
    const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
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
