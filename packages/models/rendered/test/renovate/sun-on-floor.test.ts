import { expect, test } from "vitest";
import { workingCopyOf } from "../../src/analysis/picture/working-copy.ts";
import { sunOnFloor } from "../../src/renovate/sun-on-floor.ts";
import { camera, floor, planes } from "./small-room.ts";

const isPatch = (i: number): boolean => {
  const [x, y] = [i % 240, Math.floor(i / 240)];
  return x > 90 && x < 150 && y > 138 && y < 155;
};

/** The pixels found to be in the sun if a patch of a floor has a colour at each row, in a photo that shows no window. */
function found(
  patchAt: (y: number) => readonly [number, number, number],
  floorAt: (x: number, y: number) => readonly [number, number, number] = () => [120, 90, 60],
): number[] {
  const data = new Uint8Array(floor.length * 3);
  for (let i = 0; i < floor.length; i++) {
    const [x, y] = [i % 240, Math.floor(i / 240)];
    data.set(isPatch(i) ? patchAt(y) : floorAt(x, y), i * 3);
  }
  const sunny = sunOnFloor(workingCopyOf({ ...camera, data }), camera, planes, floor);
  return Array.from(sunny.keys()).filter((i) => sunny[i]);
}

const patch = Array.from(floor.keys()).filter(isPatch);

test("the sun that shines through a window out of sight is found", () => {
  expect(found(() => [255, 240, 200])).toEqual(patch);
});

test("dim sun has sharp edges on all sides, boards that mirror fade out", () => {
  expect(found(() => [150, 113, 75])).toEqual(patch);
  expect(found((y) => (y > 145 ? [138, 103, 68] : [150, 113, 75]))).toEqual([]);
});

const white = [255, 255, 255] as const;

/** Floor of this level right around the patch, which darkens by so many levels a pixel. */
const fading =
  (from: number, by: number) =>
  (x: number, y: number): [number, number, number] => {
    const away = Math.hypot(Math.max(0, 90 - x, x - 150), Math.max(0, 138 - y, y - 155));
    const level = Math.max(150, from - by * away);
    return [level, level, level];
  };

test("sun that the photo clips to white ends at its edges, and light floor fades around it", () => {
  expect(found(() => white, fading(225, 3))).toEqual(patch);
});

test("light floor beside such sun is none of it, though it ends as sharply", () => {
  const floorAt = (x: number, y: number): [number, number, number] =>
    x > 84 && x < 156 && y > 136 && y < 157 ? [210, 205, 190] : [150, 140, 120];
  expect(found(() => white, floorAt)).toEqual(patch);
});
