import type { RoomUse } from "@image-staging/furniture/room-use";
import type { PlanRoom } from "../uses.ts";
import type { Placed } from "./score.ts";

/**
 * Tells whether pieces stand nearer to the name of another use of their room than to the name of their own: a dining table is
 * where DINING is written. Nowhere in a room of one use. `scale` is pixels of a metre.
 */
export function elsewhereIn(
  { uses, labels }: PlanRoom,
  use: RoomUse,
  scale: number,
): (placed: readonly Placed[]) => boolean {
  const named = labels.filter((label) => label.uses.length > 0);
  const [own, others] = [true, false].map((isOwn) =>
    named.filter((label) => label.uses.includes(use) === isOwn),
  );
  if (uses.length < 2 || !own?.length || !others?.length) return () => false;
  return (placed) => {
    const standing = placed.filter(({ slot }) => slot.on === undefined);
    const x = standing.reduce((sum, one) => sum + one.x, 0) / standing.length;
    const z = standing.reduce((sum, one) => sum + one.z, 0) / standing.length;
    const nearest = (among: typeof named) =>
      Math.min(
        ...among.map(({ left, right, top, bottom }) =>
          Math.hypot((left + right) / 2 - x * scale, (top + bottom) / 2 - z * scale),
        ),
      );
    return nearest(others) < nearest(own);
  };
}
