import { int32At, numberAt } from "./at.ts";
import type { Size } from "./size.ts";

/** A connected component of a mask, and its box. */
export interface Component {
  /** Its number in the map, from 1. */
  id: number;
  pixels: number;
  left: number;
  top: number;
  /** Exclusive. */
  right: number;
  bottom: number;
}

/** The pixels of each group of marked cells that are at most `gap` cells apart, corners too. */
export function components(marked: Uint8Array, columns: number, rows: number, gap: number): number[][] {
  const seen = new Uint8Array(marked.length);
  const groups: number[][] = [];
  for (let start = 0; start < marked.length; start++) {
    if (marked[start] === 0 || seen[start]) continue;
    const group = [start];
    seen[start] = 1;
    for (const cell of group) {
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      for (let ny = Math.max(0, y - gap); ny <= Math.min(rows - 1, y + gap); ny++)
        for (let nx = Math.max(0, x - gap); nx <= Math.min(columns - 1, x + gap); nx++) {
          const next = ny * columns + nx;
          if (marked[next] === 0 || seen[next]) continue;
          seen[next] = 1;
          group.push(next);
        }
    }
    groups.push(group);
  }
  return groups;
}

/** Marked pixels side by side: the first of each run, the end (exclusive), and the first run that it is known to connect to. */
interface Runs {
  from: number[];
  to: number[];
  first: number[];
}

/**
 * Numbers the connected components of a mask from 1, in the order of their first pixels; 0 is outside. With `diagonal`, corners
 * connect as well. (He, Chao, Suzuki: A run-based two-scan labeling algorithm, IEEE Transactions on Image Processing, 2008.)
 */
export function componentsOf(
  mask: Uint8Array,
  size: Size,
  diagonal = false,
): { map: Int32Array; components: Component[] } {
  const { from, to, first } = connectedRuns(mask, size, diagonal ? 1 : 0);
  const map = new Int32Array(mask.length);
  const components: Component[] = [];
  const ids = new Int32Array(from.length);
  for (let run = 0; run < from.length; run++) {
    const root = rootOf(first, run);
    const [start, end] = [numberAt(from, run), numberAt(to, run)];
    const top = Math.floor(start / size.width);
    const [left, right] = [start - top * size.width, end - top * size.width];
    if (root === run)
      ids[run] = components.push({ id: components.length + 1, pixels: 0, left, top, right, bottom: top });
    const id = int32At(ids, root);
    map.fill(id, start, end);
    const box = components[id - 1];
    if (!box) continue;
    box.pixels += end - start;
    box.left = Math.min(box.left, left);
    box.right = Math.max(box.right, right);
    box.bottom = top + 1;
  }
  return { map, components };
}

/** All runs of a mask, row by row; runs above one another connect, also if they are `reach` pixels aside. */
function connectedRuns(mask: Uint8Array, { width, height }: Size, reach: number): Runs {
  const [from, to, first]: [number[], number[], number[]] = [[], [], []];
  let above = 0;
  for (let row = 0; row < height; row++) {
    const below = from.length;
    const end = (row + 1) * width;
    for (let at = row * width; at < end; at++) {
      if (mask[at] === 0) continue;
      const start = at;
      while (at < end && mask[at] !== 0) at++;
      const run = first.length;
      from.push(start);
      to.push(at);
      first.push(run);
      while (above < below && numberAt(to, above) + width + reach <= start) above++;
      for (let k = above; k < below && numberAt(from, k) + width < at + reach; k++) {
        const [one, other] = [rootOf(first, k), rootOf(first, run)];
        first[Math.max(one, other)] = Math.min(one, other);
      }
    }
    above = below;
  }
  return { from, to, first };
}

function rootOf(first: number[], run: number): number {
  let root = run;
  for (let next = numberAt(first, root); next !== root; next = numberAt(first, root)) {
    first[root] = numberAt(first, next);
    root = next;
  }
  return root;
}
