import { int32At } from "./at.ts";
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

/** How far apart marked pixels still connect: along rows and columns alone, or `gap` pixels in each direction, corners too. */
type Reach = { gap: number; corners: boolean };

/**
 * Labels the connected components of a mask by breadth first search: `found` gets the pixels of each, nearest first, in
 * the order of their first pixels. Returns the map of their numbers from 1; 0 is outside the mask.
 */
function label(mask: Uint8Array, { width, height }: Size, reach: Reach, found: (pixels: Int32Array) => void) {
  const map = new Int32Array(mask.length);
  const queue = new Int32Array(mask.length);
  const { gap, corners } = reach;
  let [id, end] = [0, 0];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0 || map[start] !== 0) continue;
    const first = end;
    map[start] = ++id;
    queue[end++] = start;
    for (let at = first; at < end; at++) {
      const k = int32At(queue, at);
      const [x, y] = [k % width, Math.floor(k / width)];
      for (let ny = Math.max(0, y - gap); ny <= Math.min(height - 1, y + gap); ny++)
        for (let nx = Math.max(0, x - gap); nx <= Math.min(width - 1, x + gap); nx++) {
          if (!corners && nx !== x && ny !== y) continue;
          const next = ny * width + nx;
          if (mask[next] === 0 || map[next] !== 0) continue;
          map[next] = id;
          queue[end++] = next;
        }
    }
    found(queue.subarray(first, end));
  }
  return map;
}

/** The pixels of each group of marked cells that are at most `gap` cells apart, corners too. */
export function components(marked: Uint8Array, columns: number, rows: number, gap: number): number[][] {
  const groups: number[][] = [];
  label(marked, { width: columns, height: rows }, { gap, corners: true }, (pixels) => {
    groups.push([...pixels]);
  });
  return groups;
}

/** Numbers the connected components of a mask from 1; 0 is outside. With `diagonal`, corners connect as well. */
export function componentsOf(
  mask: Uint8Array,
  size: Size,
  diagonal = false,
): { map: Int32Array; components: Component[] } {
  const components: Component[] = [];
  const map = label(mask, size, { gap: 1, corners: diagonal }, (pixels) => {
    const id = components.length + 1;
    const box: Component = {
      id,
      pixels: pixels.length,
      left: size.width,
      top: size.height,
      right: 0,
      bottom: 0,
    };
    for (const at of pixels) {
      const [x, y] = [at % size.width, Math.floor(at / size.width)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
    components.push(box);
  });
  return { map, components };
}
