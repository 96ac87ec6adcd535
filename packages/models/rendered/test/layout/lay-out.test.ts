import { createHash } from "node:crypto";
import { drumOf } from "@image-staging/furniture/coffee-table-frames";
import { programs } from "@image-staging/furniture/programs";
import { type RoomType, stylePresets } from "@image-staging/inference-contract/vocabulary";
import { project } from "@image-staging/tracer/camera";
import type { Camera, Placement, Room } from "@image-staging/tracer/scene";
import { describe, expect, it } from "vitest";
import { keptFree } from "../../src/layout/ground.ts";
import { layOut } from "../../src/layout/lay-out.ts";
import { walkwaysOf } from "../../src/layout/walkways.ts";
import { randomRoom } from "./random-room.ts";

/** What takes seconds: `npm run test:long -- pictures` runs it. */
const inFullRuns = it.runIf(process.env.FULL_RUN !== undefined);

const types = Object.keys(programs) as RoomType[];
const isFurnished = (type: RoomType) => typeof programs[type] !== "string";
const furnished = types.filter(isFurnished);
const flat = ["rug", "mat"];

/** What a piece covers of the floor, by its own vertices. */
function footprint({ piece, x, z, turn }: Placement) {
  const rect = { left: Infinity, right: -Infinity, back: Infinity, front: -Infinity };
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  for (const { mesh } of piece.parts)
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const [px, pz] = [mesh.positions[i] ?? 0, mesh.positions[i + 2] ?? 0];
      const [wx, wz] = [px * cos + pz * sin + x, pz * cos - px * sin + z];
      rect.left = Math.min(rect.left, wx);
      rect.right = Math.max(rect.right, wx);
      rect.back = Math.min(rect.back, wz);
      rect.front = Math.max(rect.front, wz);
    }
  return rect;
}

const standing = (placements: readonly Placement[]): Placement[] =>
  placements.filter(({ y, piece }) => y === 0 && !flat.includes(piece.kind));

/** How far a piece that stands before another is from its front. */
const apart = (back: Placement, front: Placement): number =>
  (front.x - back.x) * Math.sin(back.turn) +
  (front.z - back.z) * Math.cos(back.turn) -
  (back.piece.depth + front.piece.depth) / 2;

/** Whether the floor is free there, or lies beyond the picture. */
function isFree(room: Room, camera: Camera, x: number, z: number): boolean {
  const { freeFloor } = room;
  const at = project(camera, [x, 0, z]);
  if (!at || at.x < 0 || at.x > camera.width || at.y > camera.height) return true;
  const column = Math.floor((x - freeFloor.x) / freeFloor.cell);
  const row = Math.floor((z - freeFloor.z) / freeFloor.cell);
  return freeFloor.free[row * freeFloor.columns + column] === 1;
}

/** Where all pieces are, and every number of their meshes. */
function bytesOf(placements: ReturnType<typeof layOut>): string {
  if ("declined" in placements) return placements.declined.message;
  const hash = createHash("sha256");
  for (const { piece, x, y, z, turn } of placements) {
    hash.update([piece.kind, x, y, z, turn].join(" "));
    for (const { mesh, material } of piece.parts)
      hash.update(mesh.positions).update(JSON.stringify(material));
  }
  return hash.digest("hex");
}

/** Layouts of many rooms: every furnished room type, every style. */
const cases = Array.from({ length: process.env.FULL_RUN === undefined ? 20 : 40 }, (_, seed) => {
  const { room, camera } = randomRoom(seed);
  const type = furnished[seed % furnished.length] ?? "Living Room";
  const style = stylePresets[seed % stylePresets.length] ?? "modern";
  return { seed, type, room, camera, placements: layOut(room, camera, { roomTypes: [type], style, seed }) };
});
const staged = cases.flatMap(({ placements, ...rest }) =>
  "declined" in placements ? [] : [{ ...rest, placements }],
);

describe("a layout", () => {
  it("is found for most rooms", () => {
    expect(staged.length).toBeGreaterThan(cases.length * 0.8);
  });

  it("stands inside the room and on free floor", () => {
    const places = staged.flatMap(({ room, camera, placements }) =>
      standing(placements).map((placement) => ({
        room,
        camera,
        kind: placement.piece.kind,
        rect: footprint(placement),
      })),
    );
    const off = places.filter(({ room, camera, rect: { left, right, back, front } }) => {
      if (left < room.left || right > room.right || back < room.back || front > room.front) return true;
      const [x, z] = [(left + right) / 2, (back + front) / 2];
      const spots = [0.2, 0.5, 0.8].flatMap((s) => [0.2, 0.5, 0.8].map((t) => [s, t] as const));
      return spots.some(
        ([s, t]) => !isFree(room, camera, x + (s - 0.5) * (right - left), z + (t - 0.5) * (front - back)),
      );
    });
    expect(off.map(({ kind }) => kind)).toEqual([]);
  });

  it("keeps doors, passages and fires free, of rugs only a door's swing", () => {
    for (const { room, placements } of staged) {
      for (const placement of placements.filter(({ y }) => y === 0)) {
        const openings = room.openings.filter(
          ({ kind }) => kind === "door" || !flat.includes(placement.piece.kind),
        );
        const kept = openings.flatMap((opening) => keptFree(opening, room));
        const { left, right, back, front } = footprint(placement);
        const inside = kept.filter(
          (rect) =>
            left < rect.right - 0.06 &&
            right > rect.left + 0.06 &&
            back < rect.front - 0.06 &&
            front > rect.back + 0.06,
        );
        expect(inside, placement.piece.kind).toEqual([]);
      }
    }
  });

  it("leaves a walkway of 75 cm to each door and passage", () => {
    for (const { room, placements } of staged)
      expect(walkwaysOf(room)(standing(placements).map(footprint))).toBe(true);
  });

  inFullRuns("has no two lamps side by side", () => {
    const gaps = Array.from({ length: 20 }, (_, seed) => randomRoom(seed)).flatMap(
      ({ room, camera }, seed) => {
        const found = layOut(room, camera, { roomTypes: ["Living Room"], style: "japandia", seed });
        const lamps = "declined" in found ? [] : found.filter(({ piece }) => /lamp/i.test(piece.kind));
        return lamps.flatMap((a, i) => lamps.slice(i + 1).map((b) => Math.hypot(a.x - b.x, a.z - b.z)));
      },
    );
    expect(gaps.length).toBeGreaterThan(3);
    expect(Math.min(...gaps)).toBeGreaterThan(0.85);
  });

  it("hangs pictures and mirrors on walls, at eye level, not over openings", () => {
    for (const { room, placements } of staged)
      for (const { piece, x, y, z } of placements.filter((one) =>
        ["art", "mirror"].includes(one.piece.kind),
      )) {
        if (piece.height < 1.2) expect(y + piece.height / 2).toBeCloseTo(1.5, 1);
        const gaps = [x - room.left, room.right - x, z - room.back];
        expect(Math.min(...gaps)).toBeLessThan(0.03);
        const wall = (["left", "right", "back"] as const)[gaps.indexOf(Math.min(...gaps))];
        const at = wall === "back" ? x : z;
        const over = room.openings.filter(
          (opening) => opening.wall === wall && opening.from < at && opening.to > at && opening.top > y,
        );
        expect(over).toEqual([]);
      }
  });

  it("has one floor lamp at most", () => {
    for (const { placements } of staged)
      expect(placements.filter(({ piece }) => piece.kind === "floorLamp").length).toBeLessThan(2);
  });

  it("shows no armchair from behind", () => {
    for (const { placements } of staged)
      for (const { x, z, turn } of placements.filter(({ piece }) => piece.kind === "armchair"))
        expect((x * Math.sin(turn) + z * Math.cos(turn)) / Math.hypot(x, z)).toBeLessThan(0.11);
  });

  it("keeps 40 to 50 cm between sofa and coffee table", () => {
    for (const { placements } of staged) {
      const [sofa, table] = ["sofa", "coffeeTable"].map((kind) =>
        placements.find(({ piece }) => piece.kind === kind),
      );
      if (!sofa || !table) continue;
      const between = apart(sofa, table);
      expect(between).toBeGreaterThan(0.38);
      expect(between).toBeLessThan(0.52);
    }
  });

  it("keeps what lies on a coffee table within its edge, however small the table became", () => {
    for (const { placements } of staged)
      for (const table of placements.filter(({ piece }) => piece.kind === "coffeeTable")) {
        const { left, right, back, front } = footprint(table);
        const near = placements.filter(
          ({ y, x, z }) => y > 0.3 && y < 0.45 && Math.hypot(x - table.x, z - table.z) < 1,
        );
        expect(near.length).toBeGreaterThan(0);
        for (const { x, z } of near) {
          expect(x > left && x < right).toBe(true);
          expect(z > back && z < front).toBe(true);
        }
      }
  });

  inFullRuns("lays things on the higher one of nested tables, on either hand of a group", () => {
    for (let seed = 1; seed <= 6; seed++) {
      const { room, camera } = randomRoom(seed);
      const placements = layOut(room, camera, { roomTypes: ["Living Room"], style: "modern", seed });
      if ("declined" in placements) continue;
      for (const table of placements.filter(({ piece }) => piece.kind === "coffeeTable")) {
        const drum = drumOf(table.piece.width, table.piece.depth);
        const [middleX, middleZ] = [
          table.x + drum.x * Math.cos(table.turn),
          table.z - drum.x * Math.sin(table.turn),
        ];
        const on = placements.filter(({ piece }) => ["books", "bouquet", "bowl"].includes(piece.kind));
        const near = on.filter(
          ({ y, x, z }) => y > 0.3 && y < 0.45 && Math.hypot(x - table.x, z - table.z) < 1,
        );
        expect(near.length).toBeGreaterThan(0);
        for (const { x, z } of near) expect(Math.hypot(x - middleX, z - middleZ)).toBeLessThan(drum.radius);
      }
    }
  });

  it("puts a bed's head at a wall", () => {
    for (const { room, placements } of staged)
      for (const { piece, x, z, turn } of placements.filter((one) => one.piece.kind === "bed")) {
        const [headX, headZ] = [
          x - (Math.sin(turn) * piece.depth) / 2,
          z - (Math.cos(turn) * piece.depth) / 2,
        ];
        expect(Math.min(headX - room.left, room.right - headX, headZ - room.back)).toBeLessThan(0.35);
      }
  });

  it("stands a plant before glass walls, with air between", () => {
    const glass = { kind: "window", bottom: 0, top: 2.3 } as const;
    const gaps = [1, 2, 3, 4, 5, 6].flatMap((seed) => {
      const { room, camera } = randomRoom(seed);
      const openings = [
        { ...glass, wall: "back", from: room.left, to: room.right },
        { ...glass, wall: "left", from: room.back, to: -1 },
        { ...glass, wall: "right", from: room.back, to: -1 },
      ] as const;
      const request = { roomTypes: ["Dining Room"], style: "scandi", seed } as const;
      const placements = layOut({ ...room, openings }, camera, request);
      if ("declined" in placements) return [];
      const plants = placements.filter(({ piece }) => piece.kind === "plant");
      return plants.map((plant) => footprint(plant).back - room.back);
    });
    expect(gaps).not.toEqual([]);
    expect(Math.min(...gaps)).toBeGreaterThan(0.4);
  });

  it("is the same for the same seed and another for the next", () => {
    const { room, camera } = randomRoom(4);
    const of = (seed: number) =>
      bytesOf(layOut(room, camera, { roomTypes: ["Living Room"], style: "scandi", seed }));
    expect(of(8)).toBe(of(8));
    expect(of(8)).not.toBe(of(9));
  });

  it("has fewer pieces and nothing on walls if camera and room are unsure", () => {
    for (const { room, camera, type, seed } of cases.slice(0, 8)) {
      const unsure = layOut(room, camera, { roomTypes: [type], style: "modern", seed, confidence: 0.3 });
      if ("declined" in unsure) continue;
      expect(unsure.filter(({ piece }) => ["art", "mirror"].includes(piece.kind))).toEqual([]);
    }
  });
});

describe("a room type without furniture", () => {
  it.each(types.filter((type) => !isFurnished(type)))("declines %s", (type) => {
    const { room, camera } = randomRoom(1);
    const answer = layOut(room, camera, { roomTypes: [type], style: "modern", seed: 1 });
    expect(answer).toMatchObject({
      declined: { reason: "no_furniture_for_room", message: expect.stringMatching(/\.$/) },
    });
  });

  it("leaves its zone of an open plan empty", () => {
    const { room, camera } = randomRoom(4);
    const answer = layOut(room, camera, { roomTypes: ["Bathroom", "Living Room"], style: "modern", seed: 1 });
    expect(answer).not.toHaveProperty("declined");
  });
});

it("declines a room if its picture shows no free floor", () => {
  const { room, camera } = randomRoom(4);
  const full = {
    ...room,
    freeFloor: { ...room.freeFloor, free: new Uint8Array(room.freeFloor.free.length) },
  };
  expect(layOut(full, camera, { roomTypes: ["Bedroom"], style: "modern", seed: 1 })).toMatchObject({
    declined: { reason: "no_free_floor" },
  });
});
