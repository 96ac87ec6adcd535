import type { RoomUse } from "@image-staging/furniture/room-use";
import { between, pick, type Random } from "@image-staging/picture/random";
import type { Flat, FlatRoom, Gap } from "./flat.ts";
import type { Names } from "./kind.ts";

const programs = [
  ["kitchen", "bath", "bedroom"],
  ["bedroom", "bath", "bedroom"],
  ["bedroom", "bath", "kitchen", "office"],
  ["dining", "kitchen", "bath", "bedroom"],
] as const satisfies readonly (readonly RoomUse[])[];

/** A flat without a hall: the living room over its whole depth, and a column of rooms whose doors open from it. */
export function openFlat(random: Random, outer: number, inner: number, names: Names): Flat {
  const uses = pick(random, programs as unknown as [readonly RoomUse[]]);
  const named = (use: RoomUse) => ({ use, name: pick(random, names[use] ?? ["Room"]) });
  const wide = between(random, 3.4, 4.3);
  const living: FlatRoom = {
    ...named("living"),
    back: "left",
    ...{ x: outer, y: outer, width: between(random, 4.6, 5.8), height: 0 },
  };
  const x = living.x + living.width + inner;
  let y = outer;
  const rooms: FlatRoom[] = uses.map((use) => {
    const high = use === "bath" ? between(random, 1.9, 2.3) : between(random, 2.8, 3.5);
    const room: FlatRoom = { ...named(use), back: "right", ...{ x, y, width: wide, height: high } };
    y += high + inner;
    return room;
  });
  const [width, height] = [x + wide + outer, y - inner + outer];
  living.height = height - 2 * outer;
  const gaps = [
    ...rooms.flatMap((room) => gapsOf(random, room, inner, outer)),
    ...ownGaps(random, living, outer),
  ];
  return { width, height, rooms: [...rooms, living], gaps };
}

/** A door to the living room and a window in the outer wall. */
function gapsOf(random: Random, room: FlatRoom, inner: number, outer: number): Gap[] {
  const [wide, glass] = [between(random, 0.76, 0.88), room.use === "bath" ? 0.6 : between(random, 1.1, 1.7)];
  const nearStart = random() < 0.5;
  return [
    {
      ...{ kind: "door", along: "y", opens: 1, hinge: nearStart ? "start" : "end" },
      ...{ x: room.x - inner, width: inner, height: wide },
      y: nearStart ? room.y + 0.15 : room.y + room.height - wide - 0.15,
    },
    {
      ...{ kind: "window", along: "y", x: room.x + room.width, width: outer, height: glass },
      y: room.y + (room.height - glass) / 2,
    },
  ];
}

/** The entrance at the upper wall, and a window in the lower one. */
function ownGaps(random: Random, living: FlatRoom, outer: number): Gap[] {
  const glass = between(random, 1.6, 2.6);
  return [
    {
      ...{ kind: "door", along: "x", opens: 1, hinge: "start", width: 0.9, height: outer },
      ...{ x: living.x + living.width - 1.2, y: 0 },
    },
    {
      ...{ kind: "window", along: "x", width: glass, height: outer, y: living.y + living.height },
      x: living.x + (living.width - glass) / 2,
    },
  ];
}
