import { expect, it } from "vitest";
import { walkwaysOf } from "../../src/layout/walkways.ts";
import type { Opening, Room } from "../../src/scene.ts";

it("a way leads to a door whose middle lies behind the nearest place of the back wall", () => {
  const door: Opening = { kind: "door", wall: "right", from: -4.3, to: -3.4, bottom: 0, top: 2 };
  const room = { left: -2, right: 2, back: -4, front: 0.5, height: 2.5, openings: [door] } as unknown as Room;
  const walkable = walkwaysOf(room);
  expect(walkable([{ left: -1, right: 1, back: -2.8, front: -2 }])).toBe(true);
  expect(walkable([{ left: -1.9, right: 1.6, back: -3.2, front: -2.4 }])).toBe(false);
});
