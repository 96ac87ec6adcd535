import type { Camera, Opening, Room } from "@image-staging/tracer/scene";
import { expect, it } from "vitest";
import { Ground } from "../../src/layout/ground.ts";
import { picturesOf } from "../../src/layout/pictures.ts";
import type { Place } from "../../src/layout/place.ts";
import { Walls } from "../../src/layout/walls.ts";

const size = { width: 300, height: 200 };
const photo = { ...size, data: new Uint8Array(300 * 200 * 3).fill(150) };
const camera: Camera = {
  ...size,
  ...{ focal: 160, centreX: 150, centreY: 100, yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};
const shelf: Place = {
  slot: { kind: "bookcase", size: [1.8, 0.34, 2.05], x: 0, z: 0 },
  ...{ x: 0, y: 0, z: -4.8, turn: 0 },
  rect: { left: -0.9, right: 0.9, back: -5, front: -4.6 },
};
const glass = (wall: "left" | "right"): Opening => ({
  ...{ kind: "window", wall, from: -5, to: 0.5, bottom: 0, top: 2.4 },
});

/** What hangs in a plain room, from left to right: the wall's side in x and z. */
function hung(openings: readonly Opening[], places: readonly Place[], seed = 0, shown = photo): number[][] {
  const freeFloor = { x: -2, z: -5, cell: 1, columns: 4, rows: 6, free: new Uint8Array(24).fill(1) };
  const room: Room = {
    ...{ left: -2, right: 2, back: -5, front: 0.5, height: 2.6 },
    ...{ openings, floorMask: new Uint8Array(0), freeFloor },
  };
  const scene = { room, camera, ground: new Ground(room, camera), walls: new Walls(room, camera, shown) };
  return picturesOf({ ...scene, hangs: true, taken: [], crop: 0 }, places, seed).map(({ x, z }) => [
    Math.round(x * 10) / 10 + 0,
    Math.round(z),
  ]);
}

it("hang in the middle of the wall that shows them best", () => {
  expect(hung([], [])).toEqual([[0, -5]]);
  const pair = hung([], [], 1);
  expect(pair.map(([, z]) => z)).toEqual([-5, -5]);
  expect((pair[1]?.[0] ?? 0) - (pair[0]?.[0] ?? 0)).toBeCloseTo(0.7, 1);
});

it("hang where neither a shelf nor glass is", () => {
  const [[x = 0, z = 0] = []] = hung([glass("left"), glass("right")], [shelf]);
  expect(z).toBe(-5);
  expect(Math.abs(x)).toBeGreaterThan(1.2);
});

it("do not hang if a group has its own", () => {
  const mirror: Place = { ...shelf, slot: { ...shelf.slot, hangs: true } };
  expect(hung([], [mirror])).toEqual([]);
});

it("do not hang over the floor boundary of a wall that lies further back, as in a way through", () => {
  const data = photo.data.slice().fill(90, 131 * size.width * 3);
  expect(hung([], [], 0, { ...size, data })).toEqual([]);
});

it("do not hang across a vertical edge that hardly shows, as that of white wall before white wall", () => {
  const data = photo.data.map((level, i) =>
    Math.floor(i / 3) % size.width > size.width / 2 ? level + 7 : level,
  );
  const [[x = 0] = []] = hung([glass("left"), glass("right")], [], 0, { ...size, data });
  expect(Math.abs(x)).toBeGreaterThan(0.6);
});

it("hang where the light falls off along a wall", () => {
  const data = photo.data.map((_, i) => 220 - (Math.floor(i / 3) % size.width) / 2);
  expect(hung([], [], 0, { ...size, data })).toEqual([[0, -5]]);
});
