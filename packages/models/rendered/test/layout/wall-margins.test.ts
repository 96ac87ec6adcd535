import type { Camera } from "@image-staging/tracer/scene";
import { describe, expect, it } from "vitest";
import { WallMargins } from "../../src/layout/wall-margins.ts";
import { randomRoom } from "./random-room.ts";

const { room: some } = randomRoom(1);
const camera: Camera = {
  ...{ width: 900, height: 600, focal: 700, centreX: 450, centreY: 300 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};

/** Whether a piece can stand so far before the back wall of a room that is so deep. */
function stands(gap: number, deep: number, seenBy = camera): boolean {
  const room = { ...some, left: -2, right: 2, back: -deep, front: 0.5 };
  const [back, front] = [gap - deep, gap - deep + 0.5];
  return new WallMargins(room, seenBy).keeps({ left: -0.5, right: 0.5, back, front });
}

describe("a piece at a wall", () => {
  it("stands closer to a near wall than to one whose floor boundary the photo shows less precisely", () => {
    expect(stands(0.05, 3)).toBe(true);
    expect(stands(0.05, 6)).toBe(false);
    expect(stands(0.13, 6)).toBe(true);
  });

  it("never stands in a wall, and at any wall at 20 cm", () => {
    expect(stands(0, 3)).toBe(false);
    expect(stands(0.21, 12)).toBe(true);
  });

  it("stands closer to a near wall of a panorama, too", () => {
    const around: Camera = { ...camera, projection: "equirectangular" };
    expect(stands(0.08, 2, around)).toBe(true);
    expect(stands(0.08, 4, around)).toBe(false);
    expect(stands(0.31, 12, around)).toBe(true);
  });
});
