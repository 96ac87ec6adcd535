import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { isSun, sunOnFloor } from "../../src/renovate/sun-on-floor.ts";
import { camera, floor, planes } from "./small-room.ts";

const isPatch = (i: number): boolean => {
  const [x, y] = [i % 240, Math.floor(i / 240)];
  return x > 90 && x < 150 && y > 138 && y < 155;
};

/** The pixels found to be in the sun if a patch of a floor has a colour at each pixel, in a photo that shows no window. */
function found(
  patchAt: (x: number, y: number) => readonly [number, number, number],
  floorAt: (x: number, y: number) => readonly [number, number, number] = () => [120, 90, 60],
): number[] {
  const data = new Uint8Array(floor.length * 3);
  for (let i = 0; i < floor.length; i++) {
    const [x, y] = [i % 240, Math.floor(i / 240)];
    data.set(isPatch(i) ? patchAt(x, y) : floorAt(x, y), i * 3);
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
  expect(found((_, y) => (y > 145 ? [138, 103, 68] : [150, 113, 75]))).toEqual([]);
});

test("windows that dark floors mirror are no sun, as pale as they are, and sun is", () => {
  const mirrored = [
    [0.51, 8.32, 0.62],
    [0.52, 4.63, 0.11],
    [0.47, 13.26, 0.55],
    [0.62, 4.43, 0.09],
  ] as const;
  for (const [sharpness, times, hue] of mirrored) expect(isSun(sharpness, times, hue)).toBe(false);
  expect(isSun(0.61, 3.5, 1.2)).toBe(true);
  expect(isSun(0.82, 3.75, 0.71)).toBe(true);
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

test("a bright core of floor with sharp sides is a gloss if another side and the floor around fade", () => {
  const gloss = (x: number, y: number): [number, number, number] => {
    const away = Math.hypot(Math.max(0, 100 - x, x - 140), Math.max(0, 139 - y, y - 146));
    const level = Math.max(150, (away === 0 || x > 140 ? 235 : 200) - 3 * away);
    return [level, level, level];
  };
  expect(found(gloss, gloss)).toEqual([]);
});

test("sun in light floor that fades around it is found with sun that stands alone", () => {
  const isIn = (left: number, x: number, y: number): boolean =>
    x >= left && x <= left + 24 && y >= 139 && y <= 146;
  const isSun = (x: number, y: number): boolean => isIn(50, x, y) || isIn(125, x, y);
  const light = (x: number, y: number): [number, number, number] => {
    const away = Math.hypot(Math.max(0, 125 - x, x - 149), Math.max(0, 139 - y, y - 146));
    const level = isSun(x, y) ? 235 : Math.max(150, 200 - 3 * away);
    return [level, level, level];
  };
  const both = Array.from(floor.keys()).filter((i) => isSun(i % 240, Math.floor(i / 240)));
  expect(found(light, light)).toEqual(both);
});
