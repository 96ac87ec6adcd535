import type { Area, FlatRoom } from "./flat.ts";

/** A rectangle that is drawn in a room: metres, and how round its corners are. */
export interface Fitting extends Area {
  round: number;
}

/** Bath, basin and toilet; worktop, sink and hob: at the wall without doors and next to it. Built-in wardrobes on demand. */
export function fittingsOf(room: FlatRoom, hasWardrobes = false): Fitting[] {
  const { along, deep, place } = fromBack(room);
  /** From `u` along the back wall and `v` away from it. */
  const box = (u: number, v: number, width: number, depth: number, round = 0): Fitting => ({
    ...place(u, v, width, depth),
    round,
  });
  if (room.use === "bath") {
    const bath = Math.min(1.7, along - 0.04);
    return [
      box(0.02, 0.02, bath, 0.72),
      box(0.1, 0.1, bath - 0.16, 0.56, 0.22),
      box(along - 0.2, 0.95, 0.18, 0.42),
      box(along - 0.66, 0.98, 0.46, 0.36, 0.18),
      box(0.02, 1.0, 0.36, 0.46, 0.1),
    ];
  }
  if (room.use === "bedroom" && hasWardrobes) {
    const long = Math.min(2, deep - 1.4);
    return [box(along - 0.58, 0.02, 0.56, long), box(along - 0.32, 0.02, 0.03, long)];
  }
  if (room.use !== "kitchen") return [];
  const hob = [0.12, 0.36].flatMap((u) =>
    [0.14, 0.38].map((v) => box(along - 0.75 + u, v, 0.17, 0.17, 0.085)),
  );
  return [box(0, 0, along, 0.6), box(along / 2 - 0.3, 0.1, 0.6, 0.4, 0.06), ...hob];
}

/** Coordinates along a room's back wall and away from it. */
function fromBack({ x, y, width, height, back }: FlatRoom) {
  const isUpright = back === "left" || back === "right";
  return {
    along: isUpright ? height : width,
    deep: isUpright ? width : height,
    place: (u: number, v: number, wide: number, deep: number): Area => {
      if (back === "top") return { x: x + u, y: y + v, width: wide, height: deep };
      if (back === "bottom") return { x: x + u, y: y + height - v - deep, width: wide, height: deep };
      if (back === "left") return { x: x + v, y: y + u, width: deep, height: wide };
      return { x: x + width - v - deep, y: y + u, width: deep, height: wide };
    },
  };
}
