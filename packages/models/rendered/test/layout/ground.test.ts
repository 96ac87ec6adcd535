import type { Room } from "@image-staging/tracer/scene";
import { expect, it } from "vitest";
import { keptFree } from "../../src/layout/ground.ts";

const room: Room = {
  ...{ left: -2.5, right: 2.5, back: -5, front: 0.5, height: 2.6 },
  ...{ openings: [], floorMask: new Uint8Array(0) },
  freeFloor: { x: 0, z: 0, cell: 1, columns: 0, rows: 0, free: new Uint8Array(0) },
};
const depthBefore = (to: number, bottom: number): number | undefined => {
  const [strip] = keptFree({ wall: "back", kind: "window", from: 0, to, bottom, top: 2.2 }, room);
  return strip && strip.front - strip.back;
};

it("keeps a way free before a door of glass, a passage along a wall of it, and nothing below a sill", () => {
  expect(depthBefore(0.9, 0)).toBeCloseTo(0.9);
  expect(depthBefore(3, 0)).toBeCloseTo(0.6);
  expect(depthBefore(1.2, 0.9)).toBeUndefined();
});
