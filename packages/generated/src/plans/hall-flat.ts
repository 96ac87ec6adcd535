import type { RoomUse } from "@image-staging/furniture/room-use";
import { between, pick, type Random } from "@image-staging/picture/random";
import type { Area, Flat, FlatRoom, Gap } from "./flat.ts";
import type { Names } from "./kind.ts";

/** Rooms of the two rows of a flat: sides of the hall. */
const programs: readonly (readonly [readonly RoomUse[], readonly RoomUse[]])[] = [
  [
    ["living", "kitchen"],
    ["bedroom", "bath", "bedroom"],
  ],
  [
    ["living", "kitchen", "bath"],
    ["bedroom", "bedroom", "office"],
  ],
  [
    ["kitchen", "living"],
    ["bedroom", "bath"],
  ],
  [
    ["bedroom", "living", "kitchen"],
    ["bedroom", "bath", "bedroom"],
  ],
  [
    ["living", "dining"],
    ["kitchen", "bath", "bedroom"],
  ],
  [
    ["office", "living"],
    ["bedroom", "kitchen", "bath", "bedroom"],
  ],
];

/** Widths that uses take, in metres. */
const widths: Readonly<Partial<Record<RoomUse, readonly [number, number]>>> = {
  living: [4.4, 6],
  bedroom: [2.9, 4.2],
  kitchen: [2.6, 3.6],
  bath: [1.9, 2.5],
  dining: [3.2, 4],
  office: [2.5, 3.2],
};

/** A flat with two rows of rooms along a hall, all doors to it. */
export function hallFlat(random: Random, outer: number, inner: number, names: Names): Flat {
  const [upper, lower] = programs[Math.floor(random() * programs.length)] ?? [["living"], ["bedroom"]];
  const rows = [upper, lower].map((uses) =>
    uses.map((use) => ({ use, width: between(random, ...(widths[use] ?? [3, 4])) })),
  );
  const lengths = rows.map((row) => row.reduce((sum, { width }) => sum + width + inner, -inner));
  const length = Math.max(...lengths);
  const depths = [between(random, 3.4, 4.6), between(random, 3, 4)];
  const hall = between(random, 1.1, 1.5);
  const rooms: FlatRoom[] = [];
  rows.forEach((row, i) => {
    let x = outer;
    const stretch = (length - inner * (row.length - 1)) / ((lengths[i] ?? length) - inner * (row.length - 1));
    const y = i === 0 ? outer : outer + (depths[0] ?? 4) + inner + hall + inner;
    for (const { use, width } of row) {
      rooms.push({
        ...{ use, name: pick(random, names[use] ?? ["Room"]), back: i === 0 ? "top" : "bottom" },
        ...{ x, y, width: width * stretch, height: depths[i] ?? 3 },
      });
      x += width * stretch + inner;
    }
  });
  const corridor: FlatRoom = {
    ...{ use: "hall", name: pick(random, names.hall ?? ["Hall"]), back: "top" },
    ...{ x: outer, y: outer + (depths[0] ?? 4) + inner, width: length, height: hall },
  };
  const width = length + 2 * outer;
  const height = 2 * outer + 2 * inner + hall + (depths[0] ?? 4) + (depths[1] ?? 3);
  const gaps = [
    ...rooms.flatMap((room) => [
      doorOf(random, room, corridor, inner),
      windowOf(random, room, corridor, outer),
    ]),
    entranceOf(random, corridor, outer, width),
  ];
  return { width, height, rooms: [...rooms, corridor], gaps };
}

function doorOf(random: Random, room: FlatRoom, hall: Area, wall: number): Gap {
  const width = Math.min(between(random, 0.76, 0.88), room.width - 0.4);
  const above = room.y < hall.y;
  const nearStart = random() < 0.5;
  return {
    ...{ kind: "door", along: "x", opens: above ? -1 : 1, hinge: nearStart ? "start" : "end" },
    x: nearStart
      ? room.x + between(random, 0.12, 0.25)
      : room.x + room.width - width - between(random, 0.12, 0.25),
    y: above ? hall.y - wall : hall.y + hall.height,
    ...{ width, height: wall },
  };
}

function windowOf(random: Random, room: FlatRoom, hall: Area, outer: number): Gap {
  const width = room.use === "bath" ? 0.6 : Math.min(room.width * 0.6, between(random, 1.1, 2.2));
  const above = room.y < hall.y;
  return {
    ...{ kind: "window", along: "x", width, height: outer },
    x: room.x + (room.width - width) / 2,
    y: above ? room.y - outer : room.y + room.height,
  };
}

function entranceOf(random: Random, hall: Area, outer: number, width: number): Gap {
  const wide = Math.min(0.9, hall.height - 0.2);
  const atEnd = random() < 0.5;
  return {
    ...{ kind: "door", along: "y", opens: atEnd ? -1 : 1, hinge: "start" },
    x: atEnd ? width - outer : 0,
    y: hall.y + (hall.height - wide) / 2,
    ...{ width: outer, height: wide },
  };
}
