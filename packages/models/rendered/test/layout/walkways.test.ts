import type { Opening, Room } from "@image-staging/tracer/scene";
import { expect, it } from "vitest";
import { walkwaysOf } from "../../src/layout/walkways.ts";

it("a way leads to a door whose middle lies behind the nearest place of the back wall", () => {
  const door: Opening = { kind: "door", wall: "right", from: -4.3, to: -3.4, bottom: 0, top: 2 };
  const room = { left: -2, right: 2, back: -4, front: 0.5, height: 2.5, openings: [door] } as unknown as Room;
  const walkable = walkwaysOf(room);
  expect(walkable([{ left: -1, right: 1, back: -2.8, front: -2 }])).toBe(true);
  expect(walkable([{ left: -1.9, right: 1.6, back: -3.2, front: -2.4 }])).toBe(false);
});

it("a way leads to a door from a camera that stands at a wall", () => {
  const door: Opening = { kind: "door", wall: "back", from: 2.4, to: 3.3, bottom: 0, top: 2 };
  const room = { left: -0.2, right: 4, back: -4, front: 0, height: 2.5, openings: [door] } as unknown as Room;
  const walkable = walkwaysOf(room);
  expect(walkable([{ left: 2, right: 4, back: -2.8, front: -1 }])).toBe(true);
  expect(walkable([{ left: 0.3, right: 3.9, back: -2.6, front: -1 }])).toBe(false);
});

it("a way leads out through a wall of glass somewhere, to the middle of a French door, and to no window with a sill", () => {
  const roomWith = (to: number, bottom: number): Room => {
    const window: Opening = { kind: "window", wall: "back", from: -2, to, bottom, top: 2.2 };
    return { left: -2, right: 2, back: -4, front: 0.5, height: 2.5, openings: [window] } as unknown as Room;
  };
  const barrier = [{ left: -1.9, right: 0.6, back: -3.9, front: -2.5 }];
  expect(walkwaysOf(roomWith(2, 0.05))(barrier)).toBe(true);
  expect(walkwaysOf(roomWith(-0.8, 0.05))(barrier)).toBe(false);
  expect(walkwaysOf(roomWith(-0.8, 0.6))(barrier)).toBe(true);
});
