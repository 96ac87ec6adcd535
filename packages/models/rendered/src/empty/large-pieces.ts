import { componentsOf } from "@image-staging/picture/components";
import type { Size } from "@image-staging/picture/size";

/** 1 for each marked pixel whose connected piece is larger than a share of the picture. */
export function largePieces(marked: Uint8Array, size: Size, least: number): Uint8Array {
  const { map, components } = componentsOf(marked, size);
  const isLarge = components.map(({ pixels }) => pixels > least * marked.length);
  return Uint8Array.from(map, (id) => (id > 0 && isLarge[id - 1] ? 1 : 0));
}
