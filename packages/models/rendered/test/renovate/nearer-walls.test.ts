import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { Opening, Room } from "@image-staging/tracer/scene";
import { expect, test } from "vitest";
import { hitsOf } from "../../src/analysis/faces.ts";
import { withNearerWalls } from "../../src/renovate/nearer-walls.ts";
import { camera, planes } from "./small-room.ts";

/** A narrow room, so that the picture shows metres of its walls' feet. */
const narrow = { ...planes, left: -1.2, right: 1 };
const nearest = { left: -1, right: 0.9, back: -4 };
const window: Opening = { kind: "window", wall: "left", from: -3, to: -1.5, bottom: 0.05, top: 2.2 };
const room = { ...narrow, nearest, openings: [window] } as unknown as Room;

/** The room whose walls stand where the photo of a brown floor shows it, that `isOther` (pixels) interrupts. */
function seen(isOther: (i: number, x: number) => boolean, own = room): Room {
  const data = new Uint8Array(camera.width * camera.height * 3);
  for (let i = 0; i < camera.width * camera.height; i++)
    data.set(isOther(i, i % camera.width) ? [200, 200, 200] : [120, 90, 60], i * 3);
  return withNearerWalls(workingCopyOf({ ...camera, data }), camera, own);
}

const { face } = hitsOf(camera, { ...narrow, left: nearest.left });
const isBeyond = (i: number): boolean => face[i] === 1;

test("a wall stands nearer if the floor ends before the frames of its windows, all along", () => {
  const { left, right, openings } = seen(isBeyond);
  expect([left, right]).toEqual([nearest.left, narrow.right]);
  // It is seen as before: the same share of the way to every place of it.
  const share = nearest.left / narrow.left;
  expect(openings[0]?.from).toBeCloseTo(share * window.from);
  expect(openings[0]?.top).toBeCloseTo(camera.elevation + share * (window.top - camera.elevation));
});

test("it stays if no opening on it reaches the floor: that is light or shade", () => {
  const high = { ...room, openings: [{ ...window, bottom: 0.8 }] };
  expect(seen(isBeyond, high).left).toBe(narrow.left);
});

test("it stays if the floor reaches it somewhere, or if the floor has a pattern along it", () => {
  expect(seen((i, x) => isBeyond(i) && x > 65).left).toBe(narrow.left);
  expect(seen((_, x) => Math.floor(x / 6) % 2 === 0).left).toBe(narrow.left);
});
