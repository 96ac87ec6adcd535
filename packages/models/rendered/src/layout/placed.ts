import { make } from "@image-staging/furniture/catalogue";
import { finishOf } from "@image-staging/furniture/finish";
import type { Look } from "@image-staging/furniture/looks";
import type { StylePreset } from "@image-staging/inference-contract/vocabulary";
import type { Placement } from "@image-staging/tracer/scene";
import type { Place } from "./place.ts";

/** The pieces themselves. Equal ones (six chairs) are made once. */
export function placed(
  places: readonly Place[],
  { style, seed, look }: { style: StylePreset; seed: number; look?: Look | undefined },
): Placement[] {
  const finish = finishOf(style, seed, look);
  const made = new Map<string, ReturnType<typeof make>>();
  return places.map(({ slot, x, y, z, turn }) => {
    const [width, depth, height] = slot.size;
    const key = [slot.kind, slot.number ?? 0, width, depth, height].join(" ");
    // No two shelves hold the same.
    const piece =
      (slot.kind === "bookcase" ? undefined : made.get(key)) ??
      make(slot.kind, finish, { width, depth, height }, slot.number);
    made.set(key, piece);
    return { piece, x, y, z, turn };
  });
}
