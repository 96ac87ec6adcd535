import type { RoomUse } from "@image-staging/furniture/room-use";
import type { PlanRoom } from "../uses.ts";
import type { Placed } from "./score.ts";

/** What it costs to stand nearer to another name, and for each metre from the own one. */
const [elsewhere, perMetre] = [2, 0.15];

/**
 * Tells what it costs that pieces stand away from the name of their use, in a room of several: a dining table is where DINING
 * is written. Nothing in a room of one use. `scale` is pixels of a metre.
 */
export function strayingIn(
  { uses, labels }: PlanRoom,
  use: RoomUse,
  scale: number,
): (placed: readonly Placed[]) => number {
  const named = labels.filter((label) => label.uses.length > 0);
  const own = named.filter((label) => label.uses.includes(use));
  const others = named.filter((label) => !label.uses.includes(use));
  if (uses.length < 2 || own.length === 0 || others.length === 0) return () => 0;
  return (placed) => {
    const standing = placed.filter(({ slot }) => slot.on === undefined);
    const x = standing.reduce((sum, one) => sum + one.x, 0) / standing.length;
    const z = standing.reduce((sum, one) => sum + one.z, 0) / standing.length;
    const nearest = (among: typeof named) =>
      Math.min(
        ...among.map(({ left, right, top, bottom }) =>
          Math.hypot((left + right) / 2 / scale - x, (top + bottom) / 2 / scale - z),
        ),
      );
    const away = nearest(own);
    return perMetre * away + (nearest(others) < away ? elsewhere : 0);
  };
}
