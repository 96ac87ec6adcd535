import { workingCopyOf } from "@image-staging/picture/working-copy";
import { describe, expect, it } from "vitest";
import { metInCorners } from "../../../src/analysis/seams/corners.ts";
import { shownAround } from "../../../src/analysis/seams/shown.ts";

const [width, height] = [600, 400];
const runs = [
  { from: 0, to: 200 },
  { from: 200, to: 600 },
];
/** Two walls' foot: they meet in the corner at 200. */
const footAt = (x: number): number => (x < 200 ? 280 - 0.2 * (x - 200) : 280 + 0.05 * (x - 200));
const line = (at: (x: number) => number): Float32Array =>
  Float32Array.from({ length: width }, (_, x) => at(x));

/** What a light wall shows above a dark floor with a joint `joint` pixels below the foot of the wall on the right, whose own foot can be hidden; `between` is how light it is down to the joint. */
function shownWith(joint: number, isHidden = false, between = 110) {
  const data = Uint8Array.from({ length: 3 * width * height }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    const below = y - footAt(x);
    if (x >= 200 && Math.abs(below - joint) < 2) return 40;
    if (x >= 200 && below > 0 && below < joint && !isHidden) return between;
    return below > 0 || (isHidden && x >= 200) ? 110 : 200;
  });
  const lines = { floor: line(footAt), ceiling: line(() => 20), metre: line(() => 100), runs };
  return shownAround(workingCopyOf({ width, height, data }), lines);
}

describe("the foot of a wall", () => {
  it("that was a joint in the floor moves to where it meets the next wall's", () => {
    const joint = 12;
    const found = line((x) => footAt(x) + (x < 200 ? 0 : joint));
    const met = metInCorners(found, 0, shownWith(joint));
    for (const x of [10, 199, 200, 400, 590])
      expect(Math.abs((met[x] as number) - footAt(x))).toBeLessThan(2);
  });

  it("that was the sun's edge moves there over floor in shade", () => {
    const sun = 12;
    const found = line((x) => footAt(x) + (x < 200 ? 0 : sun));
    const met = metInCorners(found, 0, shownWith(sun, false, 50));
    for (const x of [200, 400, 590]) expect(Math.abs((met[x] as number) - footAt(x))).toBeLessThan(2);
  });

  it("stays if no edge shows where it would meet the next wall's", () => {
    const joint = 12;
    const found = line((x) => footAt(x) + (x < 200 ? 0 : joint));
    expect(metInCorners(found, 0, shownWith(joint, true))).toEqual(found);
  });

  it("stays if a board, unlike the floor, ends there", () => {
    const board = 16;
    const found = line((x) => footAt(x) + (x < 200 ? 0 : board));
    expect(metInCorners(found, 0, shownWith(board, false, 160))).toEqual(found);
  });

  it("stays if it meets the next wall's, also far from the box's line", () => {
    const found = line((x) => footAt(x) + 12);
    expect(metInCorners(found, 0, shownWith(12))).toEqual(found);
  });
});
