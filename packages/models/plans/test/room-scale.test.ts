import { expect, test } from "vitest";
import { roomsAround, scaleFromRooms, votesOfRoom } from "../src/room-scale.ts";
import type { Walls } from "../src/walls.ts";

const [width, height] = [330, 140];

/** Two rooms with a door between them; the left one is 100 x 120 pixels and has a window beside its label. */
function twoRooms(): Walls {
  const isWall = (x: number, y: number): boolean => {
    if (x < 5 || x >= 325 || y < 5 || y >= 135) return false;
    if (x >= 110 && x < 115) return y < 20 || y >= 60;
    if (x < 10) return y < 60 || y > 100;
    return x >= 320 || y < 10 || y >= 130;
  };
  const solid = Uint8Array.from({ length: width * height }, (_, i) =>
    isWall(i % width, Math.floor(i / width)) ? 1 : 0,
  );
  return { width, height, solid, thickness: 5 };
}

const label = {
  ...{ left: 50, right: 70, top: 77, bottom: 83, lineHeight: 5 },
  ...{ text: "Chambre 30 m²", uses: ["bedroom"] as const, isRoom: true, sizes: [] },
};

test("an area gives the scale, though half of the ways beside its label lead through a door", () => {
  const [room] = roomsAround([{ ...label, area: { area: 30, weight: 0.4 } }], twoRooms());
  const [vote] = room ? votesOfRoom(room) : [];
  expect(Math.exp(vote?.log ?? 0)).toBeCloseTo(20, 0);
});

test("rooms that see each other's names are of no usual size: the walls between them were not found", () => {
  const walls = twoRooms();
  const open = {
    ...walls,
    solid: walls.solid.map((value, i) => (i % width >= 110 && i % width < 115 ? 0 : value)),
  };
  const labels = [label, { ...label, left: 200, right: 220 }];
  expect(scaleFromRooms(roomsAround(labels, walls))).toBeGreaterThan(20);
  expect(scaleFromRooms(roomsAround(labels, open))).toBeUndefined();
});
