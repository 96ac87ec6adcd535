import { pick, type Random } from "@image-staging/picture/random";
import type { Area, Flat } from "./flat.ts";
import { hallFlat } from "./hall-flat.ts";
import { namesIn, type PlanKind } from "./kind.ts";
import { openFlat } from "./open-flat.ts";

/**
 * Draws up a flat: two rows of rooms along a hall with all doors to it, or all rooms around the living room; on its side or
 * upright, mirrored or not.
 */
export function planFlat(random: Random, kind?: PlanKind): Flat {
  const isThin = kind?.walls === "thin";
  const [thick, less] = [pick(random, [0.24, 0.3, 0.36]), pick(random, [0.1, 0.13, 0.16])];
  const [outer, inner] = isThin ? [0.1, 0.08] : [thick, less];
  const names = namesIn[kind?.language ?? "en"];
  const flat =
    kind?.layout === "open" ? openFlat(random, outer, inner, names) : hallFlat(random, outer, inner, names);
  const turned = random() < 0.5 ? transposed(flat) : flat;
  return random() < 0.5 ? mirrored(turned) : turned;
}

function transposed({ width, height, rooms, gaps }: Flat): Flat {
  const turn = <T extends Area>(area: T): T => ({
    ...area,
    x: area.y,
    y: area.x,
    width: area.height,
    height: area.width,
  });
  return {
    ...{ width: height, height: width },
    rooms: rooms.map((room) => ({ ...turn(room), back: transposedSides[room.back] })),
    gaps: gaps.map((gap) => ({ ...turn(gap), along: gap.along === "x" ? "y" : "x" })),
  };
}

const transposedSides = { top: "left", left: "top", bottom: "right", right: "bottom" } as const;
const mirroredSides = { top: "top", bottom: "bottom", left: "right", right: "left" } as const;

function mirrored({ width, rooms, gaps, ...flat }: Flat): Flat {
  const flip = <T extends Area>(area: T): T => ({ ...area, x: width - area.x - area.width });
  return {
    ...{ ...flat, width },
    rooms: rooms.map((room) => ({ ...flip(room), back: mirroredSides[room.back] })),
    gaps: gaps.map((gap) => {
      const flipped = flip(gap);
      if (gap.along === "y") return gap.opens ? { ...flipped, opens: gap.opens === 1 ? -1 : 1 } : flipped;
      return gap.hinge ? { ...flipped, hinge: gap.hinge === "start" ? "end" : "start" } : flipped;
    }),
  };
}
