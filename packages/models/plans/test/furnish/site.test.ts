import { expect, test } from "vitest";
import type { PlanAnalysis } from "../../src/analyse.ts";
import { Site } from "../../src/furnish/site.ts";
import type { PlanRoom } from "../../src/uses.ts";

/** A room of 4 x 2 m, 50 pixels a metre, with walls of 10 pixels and one pixel of lettering in its middle. */
const [width, height, scale] = [220, 120, 50];
const isRoom = (i: number) => i % width >= 10 && i % width < 210 && i >= 10 * width && i < 110 * width;
const inRoom = Int32Array.from({ length: width * height }, (_, i) => (isRoom(i) ? 1 : 0));
const letters = new Uint8Array(width * height);
letters[60 * width + 110] = 1;
const map = { rooms: inRoom };
const plan = { scale, letters, ink: { width, height }, map } as unknown as PlanAnalysis;
/** A window of a metre in the upper wall. */
const windows = inRoom.map((_, i) => (i < 10 * width && i % width >= 85 && i % width < 135 ? 1 : 0));
const room = { id: 1, left: 10, top: 10, right: 210, bottom: 110 } as PlanRoom;
const site = new Site(room, plan, { floor: inRoom, free: Uint8Array.from(inRoom) }, Uint8Array.from(windows));
const square = (x0: number, z0: number, side = 0.5) => ({ x0, z0, x1: x0 + side, z1: z0 + side });

test("a piece touches no pixel of a wall", () => {
  expect(site.isFree(square(0.2, 0.2))).toBe(true);
  expect(site.isFree(square(0.19, 0.2))).toBe(false);
  expect(site.isFree(square(3.7, 1.7))).toBe(true);
  expect(site.isFree(square(3.7, 1.71))).toBe(false);
});

test("a piece touches no pixel of lettering, nor what is next to it", () => {
  expect(site.isLegible(square(2.3, 1))).toBe(true);
  expect(site.isLegible(square(2.26, 1))).toBe(false);
  expect(site.isLegible(square(1.65, 1))).toBe(true);
  expect(site.isLegible(square(1.7, 1))).toBe(false);
});

test("a piece at the wall is next to a window or not", () => {
  expect(site.isAtWindow(square(1.8, 0.25))).toBe(true);
  expect(site.isAtWindow(square(1, 0.25))).toBe(false);
  expect(site.isAtWindow(square(1.8, 0.5))).toBe(false);
});

test("one walks through what is left beside pieces, and through the room taken around them", () => {
  const piece = { x0: 2, z0: 0.2, x1: 2.5, z1: 1.85 };
  const walked = new Site(
    room,
    plan,
    { floor: inRoom, free: Uint8Array.from(inRoom) },
    Uint8Array.from(windows),
  );
  walked.take({ ...piece, z1: 2 });
  expect(walked.isWalkable([piece])).toBe(true);
  expect(walked.isWalkable([{ ...piece, z1: 2 }])).toBe(false);
});
