import { between, pick, type Random } from "../../furniture/kit/random.ts";
import type { RoomUse } from "../read/names.ts";

/** A rectangle in metres: x to the right, y downwards. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Side = "top" | "bottom" | "left" | "right";

export interface FlatRoom extends Area {
  use: RoomUse;
  name: string;
  /** The wall without doors: fittings stand there. */
  back: Side;
}

/** A gap in a wall. A door has a leaf on one side, hinged at its start or end. */
export interface Gap extends Area {
  kind: "door" | "window";
  /** The wall's direction. */
  along: "x" | "y";
  /** Towards larger coordinates, or smaller ones. */
  opens?: 1 | -1;
  hinge?: "start" | "end";
}

export interface Flat {
  width: number;
  height: number;
  rooms: readonly FlatRoom[];
  gaps: readonly Gap[];
}

const names: Readonly<Partial<Record<RoomUse, readonly [string, ...string[]]>>> = {
  living: ["Reception Room", "Living Room", "Lounge", "Sitting Room", "Drawing Room"],
  bedroom: ["Bedroom", "Bedroom 1", "Bedroom 2", "Principal Bedroom", "Master Bedroom"],
  kitchen: ["Kitchen"],
  bath: ["Bathroom", "Shower Room", "Bathroom"],
  dining: ["Dining Room"],
  office: ["Study", "Office"],
};

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

/** Draws up a flat: two rows of rooms along a hall, all doors to the hall; on its side or upright. */
export function planFlat(random: Random): Flat {
  const outer = pick(random, [0.24, 0.3, 0.36]);
  const inner = pick(random, [0.1, 0.13, 0.16]);
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
    ...{ use: "hall", name: pick(random, ["Hall", "Entrance Hall", "Hallway"]), back: "top" },
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
  const flat: Flat = { width, height, rooms: [...rooms, corridor], gaps };
  const turned = random() < 0.5 ? transposed(flat) : flat;
  return random() < 0.5 ? mirrored(turned) : turned;
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
