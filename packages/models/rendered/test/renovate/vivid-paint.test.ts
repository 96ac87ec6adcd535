import { expect, it } from "vitest";
import { hitsOf } from "../../src/analysis/faces.ts";
import { workingCopyOf } from "../../src/analysis/picture/working-copy.ts";
import { addVividPaint } from "../../src/renovate/vivid-paint.ts";

const [width, height] = [60, 40];
const camera = {
  ...{ width, height, focal: 50, centreX: 30, centreY: 20, elevation: 1.3 },
  ...{ yaw: 0, pitch: 0, roll: 0 },
};
/** The back wall fills the picture. */
const hits = hitsOf(camera, { left: -9, right: 9, back: -4, front: 1, height: 6 });

type Colour = readonly [number, number, number];

/** What is painted of a wall of this colour with a plate on it, of which only the right part was known as paint. */
function paintedBy(colour: Colour, plate: Colour = [240, 240, 240]): Uint8Array {
  const isPlate = (x: number, y: number) => x >= 10 && x < 16 && y >= 4 && y < 10;
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++)
    data.set(isPlate(i % width, Math.floor(i / width)) ? plate : colour, i * 3);
  const paint = Uint8Array.from({ length: width * height }, (_, i) => (i % width > 30 ? 1 : 0));
  addVividPaint(workingCopyOf({ width, height, data }), paint, new Uint8Array(width * height).fill(1), hits);
  return paint;
}

it("a strong colour is paint up to what hangs on the wall, and a pale one tells nothing", () => {
  const at = (paint: Uint8Array, x: number, y: number) => paint[y * width + x];
  const orange = paintedBy([220, 130, 70]);
  expect([at(orange, 9, 6), at(orange, 12, 6), at(orange, 16, 6)]).toEqual([1, 0, 1]);
  const pale = paintedBy([200, 195, 190]);
  expect([at(pale, 9, 6), at(pale, 12, 6), at(pale, 40, 6)]).toEqual([0, 0, 1]);
});

it("wood on a wall of nearly its hue is none of its paint", () => {
  const terracotta = paintedBy([178, 125, 105], [196, 155, 128]);
  expect([terracotta[6 * width + 9], terracotta[6 * width + 12]]).toEqual([1, 0]);
});
