import type { RoomType } from "@image-staging/inference-contract/vocabulary";
import type { Camera, Placement, Room } from "@image-staging/tracer/scene";
import { expect, it } from "vitest";
import { layOut } from "../../src/layout/lay-out.ts";
import type { Sight } from "../../src/layout/place.ts";
import { covered, outlineOf } from "../../src/layout/view.ts";

const box = { left: -2.5, right: 2.5, back: -5.5, front: 0.5, height: 2.6 };
const room: Room = {
  ...box,
  openings: [],
  floorMask: new Uint8Array(900 * 600).fill(255),
  freeFloor: { x: -2.5, z: -5.5, cell: 0.5, columns: 10, rows: 12, free: new Uint8Array(120).fill(1) },
};
const camera: Camera = {
  ...{ width: 900, height: 600, focal: 520, centreX: 450, centreY: 300 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};

/** How many seeds a room is tried with: `npm run test:long -- pictures` tries all. */
const seeds = process.env.FULL_RUN === undefined ? [1] : [1, 2, 3];

/** The kinds of pieces that a room type gets. */
function kindsIn(roomType: RoomType, seed: number): string[] {
  const placements = layOut(room, camera, { roomTypes: [roomType], style: "scandi", seed });
  return "declined" in placements ? [] : placements.map(({ piece }) => piece.kind);
}

it("gives a dining room a sideboard, also at a side wall, and a lamp", () => {
  for (const seed of seeds)
    expect(kindsIn("Dining Room", seed)).toEqual(
      expect.arrayContaining(["diningTable", "rug", "sideboard", "floorLamp"]),
    );
});

it("gives a gym one rack of dumbbells, and a ball", () => {
  for (const seed of seeds) {
    const kinds = kindsIn("Gym", seed);
    expect(kinds).toEqual(expect.arrayContaining(["gymBench", "mat", "exerciseBall"]));
    expect(kinds.filter((kind) => kind === "dumbbellRack")).toHaveLength(1);
  }
});

it.each<readonly [RoomType, readonly string[]]>([
  ["Bathroom", ["stool", "towels"]],
  ["Laundry", ["shelving"]],
  ["Closet", ["clothesRail"]],
  ["Garage", ["workbench", "bicycle"]],
  ["Wine Cellar", ["wineRack"]],
  ["Sauna", ["bucket"]],
  ["Pool", ["lounger"]],
  ["Home Theater", ["mediaUnit", "sofa"]],
  ["Children's Room", ["childBed"]],
  ["Studio", ["bed", "sofa"]],
])("gives a %s what it is told by", (roomType, kinds) => {
  for (const seed of seeds) expect(kindsIn(roomType, seed)).toEqual(expect.arrayContaining([...kinds]));
});

it.each(["Living Room", "Bedroom", "Dining Room"] as const)(
  "gives another candidate of a %s another place, or the same place and other pieces",
  (roomType) => {
    const request = { roomTypes: [roomType], style: "modern" } as const;
    const placed = (seed: number, unlike: readonly Placement[]) => {
      const found = layOut(room, camera, { ...request, seed, unlike });
      return "declined" in found ? [] : found;
    };
    const first = placed(1, []);
    const second = placed(2, first.slice(0, 1));
    const [a, b] = [first[0], second[0]];
    if (!a || !b) throw new Error("Nothing stands in the room.");
    const apart = Math.hypot(a.x - b.x, a.z - b.z) >= 1 || Math.cos(a.turn - b.turn) < 0.9;
    const kinds = (of: typeof first) => of.map(({ piece }) => piece.kind).join();
    expect(apart || kinds(first) !== kinds(second)).toBe(true);
  },
);

it.each([3, 4, 5])(
  "gives a home theater %s metres wide a seat that does not turn its back to the screen",
  (width) => {
    const narrow = { ...room, left: -width / 2, right: width / 2 };
    for (const seed of seeds) {
      const found = layOut(narrow, camera, { roomTypes: ["Home Theater"], style: "modern", seed });
      const pieces = "declined" in found ? [] : found;
      const screen = pieces.find(({ piece }) => piece.kind === "mediaUnit");
      const seats = pieces.filter(({ piece }) => piece.kind === "sofa" || piece.kind === "armchair");
      expect(seats.length).toBeGreaterThan(0);
      for (const { x, z, turn } of seats) {
        const [dx, dz] = [(screen?.x ?? 9) - x, (screen?.z ?? 9) - z];
        expect(dx * Math.sin(turn) + dz * Math.cos(turn)).toBeGreaterThan(0);
      }
    }
  },
);

it.each([-1, 1])("stands a dining table under the lamp at x = %s", (x) => {
  const lamp = { x, z: -3.2 };
  const found = layOut(room, camera, { roomTypes: ["Dining Room"], style: "scandi", seed: 1, lamp });
  const [table] = "declined" in found ? [] : found;
  expect(table?.piece.kind).toBe("diningTable");
  expect(Math.hypot((table?.x ?? 9) - lamp.x, (table?.z ?? 9) - lamp.z)).toBeLessThan(0.5);
});

it.each([false, true])("lays a rug unless the photo may show one: %s", (rugged) => {
  const found = layOut(room, camera, { roomTypes: ["Living Room"], style: "scandi", seed: 1, rugged });
  const kinds = "declined" in found ? [] : found.map(({ piece }) => piece.kind);
  expect(kinds).toContain("sofa");
  expect(kinds.includes("rug")).toBe(!rugged);
});

/** The outlines in the picture of the pieces that a room type gets, by their kinds. */
function outlinesIn(roomType: RoomType, seed: number, of = room, standing: readonly Sight[] = []) {
  const placements = layOut(of, camera, { roomTypes: [roomType], style: "scandi", seed, standing });
  return ("declined" in placements ? [] : placements).flatMap(({ x, z, turn, piece }) => {
    const [c, s] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
    const [halfX, halfZ] = [(piece.width * c + piece.depth * s) / 2, (piece.width * s + piece.depth * c) / 2];
    const rect = { left: x - halfX, right: x + halfX, back: z - halfZ, front: z + halfZ };
    const outline = outlineOf(camera, rect, 0, piece.height);
    return outline ? [{ kind: piece.kind, outline }] : [];
  });
}

it("puts nothing tall before a window: shelves stand elsewhere, or a basket does", () => {
  const window = { kind: "window", bottom: 0.9, top: 2.2 } as const;
  const walls = [
    { ...window, wall: "back", from: -2.3, to: 2.3 },
    { ...window, wall: "left", from: -5, to: -1 },
    { ...window, wall: "right", from: -5, to: -1 },
  ] as const;
  for (const seed of seeds) {
    const kinds = outlinesIn("Laundry", seed, { ...room, openings: [...walls] }).map(({ kind }) => kind);
    expect(kinds).toContain("laundryBasket");
    expect(kinds).not.toContain("shelving");
  }
});

it("stands no shelf so near to a door that it hides more than the casing", () => {
  const door = { kind: "door", wall: "left", from: -3.4, to: -2.5, bottom: 0, top: 2.1 } as const;
  const seen = outlineOf(camera, { left: -2.5, right: -2.49, back: -3.4, front: -2.5 }, 0, 2.1);
  if (!seen) throw new Error("The door is out of sight.");
  for (const seed of seeds)
    for (const { kind, outline } of outlinesIn("Closet", seed, { ...room, openings: [door] }))
      if (kind === "shelving") expect(covered(seen, outline)).toBeLessThan(0.09);
});

it("leaves in sight a small piece that stands in the room already", () => {
  for (const seed of seeds) {
    const hidden = (standing: readonly Sight[], chair: Sight): number =>
      Math.max(
        ...outlinesIn("Living Room", seed, room, standing).map(({ outline }) =>
          covered(chair.outline, outline),
        ),
      );
    const table = outlinesIn("Living Room", seed).find(({ kind }) => kind === "sideTable");
    if (!table) throw new Error("No side table stands in the room.");
    const chair = { outline: table.outline, worth: 1.5 };
    expect(hidden([], chair)).toBeGreaterThan(0.9);
    expect(hidden([chair], chair)).toBeLessThan(0.5);
  }
});

it("shows a small piece that stands for a room whole", () => {
  for (const seed of seeds)
    for (const roomType of ["Bathroom", "Sauna"] as const)
      expect(outlinesIn(roomType, seed)[0]?.outline.bottom).toBeLessThan(1.04);
});

it("gives a large kitchen a table with four chairs", () => {
  for (const seed of seeds)
    expect(kindsIn("Kitchen", seed).filter((kind) => kind === "chair")).toHaveLength(4);
});
