import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, it } from "vitest";
import { hitsOf } from "../../src/analysis/faces.ts";
import { meetEdges } from "../../src/renovate/meet-edges.ts";

const [width, height] = [30, 20];
const camera = {
  ...{ width, height, focal: 50, centreX: 15, centreY: 10, elevation: 1.3 },
  ...{ yaw: 0, pitch: 0, roll: 0 },
};
/** The back wall fills the picture. */
const hits = hitsOf(camera, { left: -9, right: 9, back: -4, front: 1, height: 6 });

/** How far paint reaches that ended at column 10 of a wall, by the grey of each column from there on. */
function endOf(greys: readonly number[]): number {
  const data = Uint8Array.from(
    { length: width * height * 3 },
    (_, k) => greys[(Math.floor(k / 3) % width) - 10] ?? (Math.floor(k / 3) % width < 10 ? 150 : 240),
  );
  const paint = Uint8Array.from({ length: width * height }, (_, i) => (i % width < 10 ? 1 : 0));
  const walls = new Uint8Array(width * height).fill(1);
  meetEdges(workingCopyOf({ width, height, data }), paint, walls, hits, 2);
  return paint.subarray(10 * width, 11 * width).lastIndexOf(1) + 1;
}

it("paint reaches an edge that clearly shows, and what is more wall than frame", () => {
  expect(endOf([150, 150, 240])).toBe(12);
  expect(endOf([150, 170, 240])).toBe(12);
  expect(endOf([150, 225, 240])).toBe(11);
});

it("paint stays off what may be a fitting of the wall's colour", () => {
  expect(endOf(Array(20).fill(153))).toBe(10);
  expect(endOf([150, 90, 90, 150, ...Array(16).fill(150)])).toBe(10);
});
