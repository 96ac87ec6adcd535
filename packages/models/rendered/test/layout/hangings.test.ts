import { presets } from "@image-staging/furniture/presets";
import type { Camera, Opening, Room } from "@image-staging/tracer/scene";
import { describe, expect, it } from "vitest";
import { Ground } from "../../src/layout/ground.ts";
import { hangingsOf } from "../../src/layout/hangings.ts";
import type { Place } from "../../src/layout/place.ts";
import { Walls } from "../../src/layout/walls.ts";

const size = { width: 300, height: 200 };
const photo = { ...size, data: new Uint8Array(300 * 200 * 3).fill(150) };
const camera: Camera = {
  ...size,
  ...{ focal: 160, centreX: 150, centreY: 100, yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};
const window = (wall: "left" | "right"): Opening => ({
  kind: "window",
  wall,
  from: -4,
  to: -3,
  bottom: 0.8,
  top: 2,
});
const bench: Place = {
  slot: { kind: "bench", size: [0.4, 1, 0.45], x: 0, z: 0 },
  ...{ x: 1.8, y: 0, z: -3.5, turn: 0 },
  rect: { left: 1.6, right: 2, back: -4, front: -3 },
};

/** The photo with dark and bright cells on the right wall, from z = -2.75 to -2.35: a pane that was not found. */
function photoWithPane(): typeof photo {
  const data = photo.data.slice();
  for (const [z, y] of Array.from({ length: 2000 }, (_, i) => [
    -2.75 + (i % 50) / 125,
    0.8 + Math.floor(i / 50) / 33,
  ]))
    for (const [dx, level] of [
      [0, 30],
      [1, 230],
    ] as const) {
      const at =
        Math.round(100 - (160 * ((y as number) - 1.3)) / -(z as number)) * 300 +
        Math.round(150 + 320 / -(z as number)) +
        dx;
      data.fill(level, at * 3, at * 3 + 3);
    }
  return { ...photo, data };
}

/** The walls that get curtains in a plain room with windows, and with pieces at places. */
function curtained(openings: readonly Opening[], places: readonly Place[] = [], shown = photo): number[] {
  const freeFloor = { x: -2, z: -5, cell: 1, columns: 4, rows: 6, free: new Uint8Array(24).fill(1) };
  const room: Room = {
    ...{ left: -2, right: 2, back: -5, front: 0.5, height: 2.6 },
    ...{ openings, floorMask: new Uint8Array(0), freeFloor },
  };
  const scene = { room, camera, ground: new Ground(room, camera), walls: new Walls(room, camera, shown) };
  const country = Object.values(presets).find(({ bed }) => bed === "rattan") ?? presets.boho;
  const hung = hangingsOf({ ...scene, hangs: true, taken: [], crop: 0 }, country, places);
  return hung.filter(({ slot }) => slot.kind === "curtains").map(({ x }) => Math.sign(x));
}

describe("windows in side walls", () => {
  it("get curtains at both walls", () => {
    expect(curtained([window("left"), window("right")])).toEqual([-1, 1]);
  });

  it("get none at all if something stands before one of them", () => {
    expect(curtained([window("left"), window("right")], [bench])).toEqual([]);
  });

  it("get none if another pane that was not found is beside one of them", () => {
    expect(curtained([window("right")])).toEqual([1]);
    expect(curtained([window("right")], [], photoWithPane())).toEqual([]);
  });

  it("get none if a door leaves no wall for them", () => {
    const door: Opening = { kind: "door", wall: "left", from: -2.95, to: -2.1, bottom: 0, top: 2 };
    expect(curtained([window("left"), door])).toEqual([]);
  });
});
