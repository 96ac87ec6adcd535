import { project } from "@image-staging/tracer/camera";
import { describe, expect, it } from "vitest";
import { generateRoom } from "../../src/rooms/index.ts";

const size = { width: 120, height: 80 };
const rooms = [3, 5, 6].map((seed) => [seed, generateRoom(seed, size)] as const);
const bytes = (room: ReturnType<typeof generateRoom>) => Buffer.from(room.picture.data);

describe("generateRoom", () => {
  it("draws the same room from the same seed, and another from another", () => {
    const [[seed, once] = [0, undefined], [, other] = [0, undefined]] = rooms;
    if (!once || !other) throw new Error("no rooms");
    const again = generateRoom(seed, size);
    expect(bytes(again).equals(bytes(once))).toBe(true);
    expect(again.truth.camera).toEqual(once.truth.camera);
    expect(bytes(other).equals(bytes(once))).toBe(false);
  });

  it.each(rooms)("shows the floor of room %i at the pixels of its projection", (_, { truth }) => {
    const { camera, room } = truth;
    let [seen, right] = [0, 0];
    for (let x = room.left + 0.4; x < room.right - 0.4; x += 0.2) {
      for (let z = room.back + 0.6; z < -0.5; z += 0.2) {
        const at = project(camera, [x, 0, z]);
        if (!at || at.x < 2 || at.y < 2 || at.x > size.width - 2 || at.y > size.height - 2) continue;
        seen++;
        if (room.floorMask[Math.floor(at.y) * size.width + Math.floor(at.x)] === 255) right++;
      }
    }
    expect(seen).toBeGreaterThan(10);
    expect(right / seen).toBeGreaterThan(0.95);
  });

  it.each(rooms)("exposes room %i so that neither black nor white fills it", (_, { picture }) => {
    const mean = picture.data.reduce((sum, value) => sum + value, 0) / picture.data.length;
    expect(mean).toBeGreaterThan(60);
    expect(mean).toBeLessThan(230);
  });
});
