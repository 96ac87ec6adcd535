import { describe, expect, it } from "vitest";
import { faceNames } from "../../src/analysis/faces.ts";
import { levelOf, linearOf } from "../../src/composite/colour.ts";
import { Repaint } from "../../src/renovate/repaint.ts";
import type { Room } from "../../src/scene.ts";
import { camera, planes } from "./small-room.ts";

const levels = Array.from({ length: 256 }, (_, level) => level);

/** What a wall that shows each grey level, from left to right, shows with paint that is so many times as light. */
function repainted(times: number): Uint8Array {
  const picture = { width: 256, height: 1, data: Uint8Array.from(levels.flatMap((v) => [v, v, v])) };
  const narrow = { ...camera, width: 256, height: 1, centreX: 128, centreY: 0.5 };
  const room: Room = {
    ...{ ...planes, openings: [], floorMask: new Uint8Array(256) },
    freeFloor: { x: 0, z: 0, cell: 1, columns: 0, rows: 0, free: new Uint8Array(0) },
  };
  const output = picture.data.slice();
  const matrix = [
    [times, 0, 0],
    [0, times, 0],
    [0, 0, times],
  ] as const;
  const matrices = faceNames.map(() => matrix);
  new Repaint(picture, output).walls(new Uint8Array(256).fill(255), narrow, room, matrices);
  return output.filter((_, i) => i % 3 === 0);
}

describe("a wall with lighter paint", () => {
  it("is lighter by the paint up to bright light", () => {
    const after = repainted(1.6);
    for (const level of [20, 90, 160])
      expect(after[level]).toBe(Math.round(levelOf(1.6 * (linearOf[level] as number))));
  });

  it("shows bright light as brighter than less bright light, and none as white that was not", () => {
    const after = repainted(1.6);
    for (const level of levels.slice(1))
      expect(after[level]).toBeGreaterThanOrEqual(after[level - 1] as number);
    for (const level of levels.slice(190, 240)) expect(after[level]).toBeLessThan(254);
    expect((after[235] as number) - (after[200] as number)).toBeGreaterThan(8);
  });

  it("is not darker than it was, and stays white in the sun", () => {
    const after = repainted(1.02);
    for (const level of levels) expect(after[level]).toBeGreaterThanOrEqual(level);
    expect(repainted(1.6)[255]).toBe(255);
  });
});

it("a wall with darker paint is darker by the paint in any light", () => {
  const after = repainted(0.8);
  for (const level of levels)
    expect(after[level]).toBe(Math.round(levelOf(0.8 * (linearOf[level] as number))));
});
