import type { Kind } from "../catalogue.ts";
import type { Preset } from "../styles.ts";

/** A piece's place in a group: the wall behind the group is z = 0, the group faces +z, x runs to the right. */
export interface Slot {
  kind: Kind;
  /** Width, depth, height. */
  size: readonly [number, number, number];
  x: number;
  z: number;
  y?: number;
  turn?: number;
  /** Left out if there is no room for it; the others must fit. */
  optional?: boolean;
  /** What leaving it out costs a group that is better with it. Needs a name. */
  missed?: number;
  /** Where else it can stand, if there is no room for it at its place. */
  or?: readonly { x: number; z: number; turn: number }[];
  /** Stays small in the picture, and whole but for a hand's breadth. */
  minor?: boolean;
  /** Lies flat: others stand on it, and the picture's edge can cut it. */
  flat?: boolean;
  /** Stands on or hangs over the piece with this name, and goes with it. */
  on?: string;
  name?: string;
  /** Stands at the wall behind the group, however far from it the others stand. */
  atWall?: boolean;
  /** Hangs on the wall behind the group: only if the group stands at one that is plain there. */
  hangs?: boolean;
  number?: number;
}

/** Pieces that belong together. The first slot is the main one: it is what the picture shows. */
export interface Group {
  slots: readonly Slot[];
  /** At a wall (beds, desks), free in the room (dining tables), or either. */
  stand: "wall" | "free" | "either";
  /** How much of the picture's width the main piece likes to take. */
  share: readonly [number, number];
  /** A plant or a lamp: it can stand before a window or whatever else the photo shows. */
  decor?: boolean;
  /** What choosing it costs, if others of its kind would do better. */
  handicap?: number;
}

/** What a group's builder knows. */
export interface Setting {
  preset: Preset;
  /** Swaps left and right. */
  mirrored: boolean;
  /** 1 for the largest version, then smaller ones. */
  scale: number;
  /** Which of its arrangements a group takes: any whole number. */
  variant?: number;
  /** Only what is safe: no things on walls, fewer extras. */
  careful: boolean;
}

/** The group with left and right exchanged, but not within a piece: what stands on it keeps its place there. */
export function mirroredGroup(group: Group): Group {
  const mirrored = <Spot extends { x: number; turn?: number }>(spot: Spot): Spot => ({
    ...spot,
    x: -spot.x,
    turn: -(spot.turn ?? 0),
  });
  const slots = group.slots.map((slot) => {
    const under = group.slots.find(({ name }) => name !== undefined && name === slot.on);
    if (under) return { ...slot, x: slot.x - 2 * under.x };
    return { ...mirrored(slot), ...(slot.or && { or: slot.or.map(mirrored) }) };
  });
  return { ...group, slots };
}
