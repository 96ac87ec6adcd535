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

const cell = 0.05;

/** A room's floor in cells of 5 cm, for questions about rectangles. */
export class Site {
  readonly room: PlanRoom;
  readonly bounds: Rect;
  readonly #columns: number;
  readonly #rows: number;
  readonly #free: Uint8Array;
  readonly #isFloor: Uint8Array;
  #blocked: Int32Array;
  readonly #lettered: Int32Array;
  readonly #walled: Int32Array;
  readonly #taken: Rect[] = [];

  constructor(room: PlanRoom, { scale, letters, ink, map }: PlanAnalysis, { free, floor }: Ground) {
    this.room = room;
    this.bounds = {
      x0: room.left / scale - 0.3,
      z0: room.top / scale - 0.3,
      x1: room.right / scale + 0.3,
      z1: room.bottom / scale + 0.3,
    };
    this.#columns = Math.ceil((this.bounds.x1 - this.bounds.x0) / cell);
    this.#rows = Math.ceil((this.bounds.z1 - this.bounds.z0) / cell);
    const read = (test: (at: number) => boolean) =>
      Uint8Array.from({ length: this.#columns * this.#rows }, (_, i) => {
        const x = Math.floor((this.bounds.x0 + ((i % this.#columns) + 0.5) * cell) * scale);
        const y = Math.floor((this.bounds.z0 + (Math.floor(i / this.#columns) + 0.5) * cell) * scale);
        return x >= 0 && y >= 0 && x < ink.width && y < ink.height && test(y * ink.width + x) ? 1 : 0;
      });
    this.#free = read((at) => free[at] === 1 && map.rooms[at] === room.id);
    this.#isFloor = read((at) => floor[at] === room.id);
    this.#blocked = this.#sums(this.#free.map((value) => 1 - value));
    this.#lettered = this.#sums(read((at) => letters[at] === 1));
    this.#walled = this.#sums(read((at) => map.rooms[at] !== room.id));
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
    if (this.#sum(this.#blocked, rect) > 0) return false;
    return this.#taken.every(
      (other) => rect.x1 <= other.x0 || rect.x0 >= other.x1 || rect.z1 <= other.z0 || rect.z0 >= other.z1,
    );
  }

  /** Whether a rectangle leaves lettering, and a little around it, free. */
  isLegible({ x0, z0, x1, z1 }: Rect): boolean {
    return this.#sum(this.#lettered, { x0: x0 - cell, z0: z0 - cell, x1: x1 + cell, z1: z1 + cell }) === 0;
  }

  /** The part of a rectangle that lettering covers, counted by its cells, 0 to 1. */
  lettering(rect: Rect): number {
    return this.#sum(this.#lettered, rect) / Math.max(1, this.#cells(rect));
  }

  /** The part of a rectangle that is outside the room, 0 to 1. */
  walled(rect: Rect): number {
    return this.#sum(this.#walled, rect) / Math.max(1, this.#cells(rect));
  }

  take(rect: Rect): void {
    this.#taken.push(rect);
  }

  /**
   * Whether one can still walk through the room with these rectangles taken too: most of the floor that could be walked on
   * before is still connected.
   */
  isWalkable(pieces: readonly Rect[]): boolean {
    const half = 0.27;
    const open = this.#isFloor.slice();
    for (const { x0, z0, x1, z1 } of [...this.#taken, ...pieces])
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

  #cells({ x0, z0, x1, z1 }: Rect): number {
    return ((x1 - x0) * (z1 - z0)) / cell ** 2;
  }

  #sums(values: Uint8Array): Int32Array {
    const wide = this.#columns + 1;
    const sums = new Int32Array(wide * (this.#rows + 1));
    for (let row = 0; row < this.#rows; row++)
      for (let column = 0, line = 0; column < this.#columns; column++) {
        line += values[row * this.#columns + column] ?? 0;
        sums[(row + 1) * wide + column + 1] = (sums[row * wide + column + 1] ?? 0) + line;
      }
    return sums;
  }

  #sum(sums: Int32Array, { x0, z0, x1, z1 }: Rect): number {
    const wide = this.#columns + 1;
    const clamp = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)));
    const [c0, c1] = [(x0 - this.bounds.x0) / cell, (x1 - this.bounds.x0) / cell].map((at) =>
      clamp(at, this.#columns),
    );
    const [r0, r1] = [(z0 - this.bounds.z0) / cell, (z1 - this.bounds.z0) / cell].map((at) =>
      clamp(at, this.#rows),
    );
    const at = (row = 0, column = 0) => sums[row * wide + column] ?? 0;
    return at(r1, c1) - at(r0, c1) - at(r1, c0) + at(r0, c0);
  }
}
