import { describe, expect, it } from "vitest";
import { project } from "../../src/camera.ts";
import { generateRoom } from "../../src/rooms/index.ts";

const size = { width: 150, height: 100 };

describe("generateRoom", () => {
  it("draws the same room from the same seed, and another from another", () => {
    const [once, again, other] = [generateRoom(3, size), generateRoom(3, size), generateRoom(4, size)];
    expect(Buffer.from(again.picture.data).equals(Buffer.from(once.picture.data))).toBe(true);
    expect(again.truth).toEqual(once.truth);
    expect(Buffer.from(other.picture.data).equals(Buffer.from(once.picture.data))).toBe(false);
  });

  it.each([5, 6, 7])("shows the floor of room %i where its camera projects it", (seed) => {
    const { truth } = generateRoom(seed, size);
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

  it("exposes pictures so that neither black nor white fills them", () => {
    for (const seed of [11, 12]) {
      const { data } = generateRoom(seed, size).picture;
      const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
      expect(mean).toBeGreaterThan(60);
      expect(mean).toBeLessThan(230);
    }
  });
});
