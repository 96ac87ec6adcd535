import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { projectorOf } from "../../src/analysis/projector.ts";
import { ventsIn } from "../../src/renovate/vents.ts";

const [width, height] = [360, 240];
const angles = { yaw: 0, pitch: -0.5, roll: 0 } as const;
const camera = { width, height, focal: 300, centreX: 180, centreY: 120, elevation: 1.5, ...angles } as const;
const room = { left: -2, right: 2, back: -4 } as const;

/** The shares of a rectangle of another grey on a floor, and of the floor beside it, that are found as a vent. */
function foundAt([x0, z0, x1, z1]: readonly [number, number, number, number], grey: number) {
  const projector = projectorOf(camera);
  const [data, floor] = [new Uint8Array(width * height * 3), new Uint8Array(width * height)];
  const [own, other]: [number[], number[]] = [[], []];
  for (let i = 0; i < width * height; i++) {
    const at = projector.onLevel((i % width) + 0.5, Math.floor(i / width) + 0.5, 0);
    const isFloor = at && at[0] > room.left && at[0] < room.right && at[1] > room.back && at[1] < 0;
    if (!isFloor) continue;
    const isIn = at[0] > x0 && at[0] < x1 && at[1] > z0 && at[1] < z1;
    (isIn ? own : other).push(i);
    data.fill(isIn ? grey : 150, i * 3, i * 3 + 3);
    floor[i] = 1;
  }
  const vents = ventsIn(workingCopyOf({ width, height, data }), camera, room, floor);
  const share = (pixels: readonly number[]): number => pixels.filter((i) => vents[i]).length / pixels.length;
  return { own: share(own), other: share(other) };
}

test("a vent along a wall stays, be it dark or white, and the floor around it does not", () => {
  for (const grey of [40, 250]) {
    const { own, other } = foundAt([-1.4, -3.9, -1.05, -3.75], grey);
    expect(own).toBe(1);
    expect(other).toBeLessThan(0.01);
  }
});

test.each([
  ["a board", [-1.4, -3.9, 0, -3.75], 40],
  ["a patch of sun", [-0.8, -3.9, 0, -3.2], 250],
  ["a small one in the middle of the floor", [-0.3, -2.6, 0.05, -2.45], 250],
  ["a tile that is a little darker", [-1.4, -3.9, -1.05, -3.75], 115],
] as const)("%s does not", (_, place, grey) => {
  expect(foundAt(place, grey)).toEqual({ own: 0, other: 0 });
});
