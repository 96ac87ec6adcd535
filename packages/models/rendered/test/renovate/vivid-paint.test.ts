import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, it } from "vitest";
import { faceNames, hitsOf } from "../../src/analysis/faces.ts";
import { addVividPaint } from "../../src/renovate/vivid-paint.ts";

const [width, height] = [60, 40];
const camera = {
  ...{ width, height, focal: 50, centreX: 30, centreY: 20, elevation: 1.3 },
  ...{ yaw: 0, pitch: 0, roll: 0 },
};
/** The back wall fills the picture. */
const hits = hitsOf(camera, { left: -9, right: 9, back: -4, front: 1, height: 6 });

const none = new Uint8Array(width * height);

type Colour = readonly [number, number, number];

/** What is painted of a wall of this colour with a plate on it, of which only the right part was known as paint; the ceiling above has this colour, if any. */
function paintedBy(colour: Colour, plate: Colour = [240, 240, 240], ceiling?: Colour): Uint8Array {
  const isPlate = (x: number, y: number) => x >= 10 && x < 16 && y >= 4 && y < 10;
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++)
    data.set(
      ceiling && i < width * 2 ? ceiling : isPlate(i % width, Math.floor(i / width)) ? plate : colour,
      i * 3,
    );
  const paint = Uint8Array.from({ length: width * height }, (_, i) => (i % width > 20 ? 1 : 0));
  const face = hits.face.map((wall, i) => (ceiling && i < width * 2 ? faceNames.indexOf("ceiling") : wall));
  const domain = new Uint8Array(width * height).fill(1);
  addVividPaint(workingCopyOf({ width, height, data }), paint, domain, none, { ...hits, face });
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

it("a greyish blue below a white ceiling tells rims of paint, and white none below one in the same warm light", () => {
  const around = (paint: Uint8Array) => [2, 9, 12, 16].map((x) => paint[6 * width + x]);
  expect(around(paintedBy([135, 155, 170], [190, 150, 110], [230, 232, 235]))).toEqual([0, 1, 0, 1]);
  expect(around(paintedBy([215, 190, 150], [225, 200, 160], [220, 195, 155]))).toEqual([0, 0, 0, 0]);
});

it("what has the paint's hue away from paint, as trees behind a pane have, is none", () => {
  const isWithin = (i: number, [left, top, right, bottom]: readonly [number, number, number, number]) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x >= left && x < right && y >= top && y < bottom;
  };
  const isOpening = (i: number) => isWithin(i, [8, 4, 30, 30]);
  const isTree = (i: number) => isWithin(i, [12, 20, 20, 26]);
  const data = Uint8Array.from({ length: 3 * width * height }, (_, k) => {
    const i = Math.floor(k / 3);
    return (isOpening(i) && !isTree(i) ? [245, 248, 250] : [70, 110, 80])[k % 3] as number;
  });
  const paint = Uint8Array.from({ length: width * height }, (_, i) => (i % width > 30 ? 1 : 0));
  const openings = paint.map((_, i) => (isOpening(i) ? 1 : 0));
  const domain = new Uint8Array(width * height).fill(1);
  addVividPaint(workingCopyOf({ width, height, data }), paint, domain, openings, hits);
  expect([paint[22 * width + 15], paint[6 * width + 30], paint[2 * width + 15]]).toEqual([0, 1, 1]);
});
