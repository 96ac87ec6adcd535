import { int32At } from "@image-staging/picture/at";
import { componentsOf } from "@image-staging/picture/components";
import { maskWhere } from "@image-staging/picture/mask";
import type { Label } from "./read/labels.ts";
import type { Found } from "./rooms.ts";
import { roomUnder } from "./uses.ts";
import type { Walls } from "./walls.ts";

/**
 * Each pixel's room without the rooms of blocks that have no label while another one has: logos, key plans, title blocks.
 * A block is what walls and rooms connect, but for gaps that look like doors between two of them: each storey on a sheet is one.
 */
export function inLabelledBlocks(map: Found, { solid }: Walls, labels: readonly Label[]): Int32Array {
  const isPlan = maskWhere(solid.length, (i) => map.rooms[i] || solid[i]);
  const { map: blocks } = componentsOf(isPlan, map, true);
  const named = new Set(labels.map((label) => roomUnder(label, map)));
  const labelled = new Set<number>();
  map.rooms.forEach((room, i) => {
    if (room > 0 && named.has(room)) labelled.add(int32At(blocks, i));
  });
  if (labelled.size === 0) return map.rooms;
  return map.rooms.map((room, i) => (labelled.has(int32At(blocks, i)) ? room : 0));
}
