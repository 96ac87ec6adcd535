import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, it } from "vitest";
import { colourBinsOf } from "../../../src/analysis/box/floor-colour.ts";
import { toldByColours } from "../../../src/analysis/box/told-by-colours.ts";

const [width, height, focal] = [300, 200, 200];
const camera = {
  ...{ width, height, focal, centreX: width / 2, centreY: height / 2 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1 },
};

/** How much is told of a box of which the back wall ends at row `foot`; wall and floor part at row 150, and rows 60 to 110 shine. */
function toldAt(foot: number, { wall, floor, window }: Record<"wall" | "floor" | "window", number>): number {
  const data = new Uint8Array(width * height * 3).fill(wall);
  data.fill(window, 60 * width * 3, 110 * width * 3);
  data.fill(floor, 150 * width * 3);
  const copy = workingCopyOf({ width, height, data });
  const back = focal / (foot - height / 2);
  return toldByColours(copy, colourBinsOf(copy), camera, { left: 9, right: 9, back, height: 9 });
}

it("colours tell most of the box that parts wall and floor where they part", () => {
  const told = (foot: number): number => toldAt(foot, { wall: 150, window: 150, floor: 125 });
  expect(told(150)).toBeGreaterThan(1.5 * Math.max(told(165), told(120)));
});

it("a window that shines tells nothing of the wall's foot below it", () => {
  expect(toldAt(110, { wall: 150, window: 255, floor: 150 })).toBeCloseTo(0);
});
