import type { Group, Slot } from "@image-staging/furniture/groups/slots";
import type { Rect, Site } from "./site.ts";

/** A slot in the plan: metres from the picture's corner, turned about the vertical. */
export interface Placed {
  slot: Slot;
  x: number;
  z: number;
  turn: number;
  rect: Rect;
}

/** A group in place: how much of its back is at a wall, and how far a screen is aside of its sofa, if it is one. */
export interface Fit {
  slots: readonly Slot[];
  placed: readonly Placed[];
  back: number;
  aside: number | undefined;
}

/** Metres from a piece's middle to the room's nearest corner, along the wall that is further. */
export const cornerOf = ({ bounds: { x0, z0, x1, z1 } }: Site, { x, z }: Placed): number =>
  Math.max(Math.min(x - x0, x1 - x), Math.min(z - z0, z1 - z));

/** How good a place of a group is: complete, at its wall, in the middle or at the side as it should be, off lettering. */
export function scoreOf(site: Site, group: Group, { slots, placed, back, aside }: Fit): number {
  const standing = slots.filter(({ on }) => on === undefined).length;
  const fitted = placed.filter(({ slot }) => slot.on === undefined).length;
  const hidden = placed.reduce(
    (sum, { slot, rect }) => sum + (slot.on === undefined ? site.lettering(rect) * (slot.flat ? 0.5 : 4) : 0),
    0,
  );
  const { x0, z0, x1, z1 } = site.bounds;
  const [first] = placed;
  if (!first) return 0;
  const [middleX, middleZ] = [(x0 + x1) / 2, (z0 + z1) / 2];
  const isAcross = Math.abs(Math.sin(first.turn - (first.slot.turn ?? 0))) > 0.5;
  const offset = isAcross ? Math.abs(first.z - middleZ) / (z1 - z0) : Math.abs(first.x - middleX) / (x1 - x0);
  const centred = Math.abs(first.x - middleX) / (x1 - x0) + Math.abs(first.z - middleZ) / (z1 - z0);
  const isSmall = group.slots.length < 3;
  const isPlant = first.slot.kind === "plant";
  const place =
    aside !== undefined
      ? -aside
      : isPlant
        ? -0.4 * cornerOf(site, first)
        : group.stand === "free"
          ? -centred * 1.2
          : isSmall
            ? offset * 0.6
            : -offset * 0.9;
  return (fitted / standing) * 1.4 + (group.stand === "wall" ? back : back * 0.8) + place - hidden;
}
