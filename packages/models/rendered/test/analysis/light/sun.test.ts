import { workingCopyOf } from "@image-staging/picture/working-copy";
import type { Camera, Opening } from "@image-staging/tracer/scene";
import { expect, test } from "vitest";
import { sunOf } from "../../../src/analysis/light/sun.ts";

const planes = { left: -3, right: 2, back: -4, front: 0.5, height: 2.6 };
const camera: Camera = {
  ...{ width: 240, height: 160, focal: 150, centreX: 120, centreY: 80 },
  ...{ yaw: 0, pitch: 0, roll: 0, elevation: 1.3 },
};
const window: Opening = { kind: "window", wall: "left", from: -3.5, to: -1, bottom: 0, top: 2.2 };

const [wood, sunny] = [
  [120, 90, 60],
  [255, 240, 200],
] as const;

/**
 * The sun in a brown room with a bright patch on its floor, whose sides lean by so many pixels a row and which has a colour at
 * each of its pixels; what it would mirror of the back wall has another.
 */
function sunWith(
  backWall: readonly number[],
  [left, right, bottom]: readonly [number, number, number] = [80, 100, 152],
  lean = 0,
  colourAt: (x: number) => readonly number[] = () => sunny,
) {
  const data = new Uint8Array(240 * 160 * 3);
  const floor = new Uint8Array(240 * 160);
  for (let i = 0; i < floor.length; i++) {
    const [x, y] = [i % 240, Math.floor(i / 240)];
    if (y > 130) floor[i] = 255;
    const isWithin = (top: number, end: number, shift = 0): boolean =>
      y > top && y < end && x > left + shift && x < right + shift;
    const isSunny = isWithin(136, bottom, lean * (y - 136));
    data.set(isSunny ? colourAt(x) : isWithin(105, 121) ? backWall : wood, i * 3);
  }
  return sunOf(workingCopyOf({ ...camera, data }), camera, { planes, openings: [window] }, floor, [1, 1, 1]);
}

test("what furniture shades of a sunny floor gets the colour of the floor beside it", () => {
  const shade = sunWith(wood)?.light.shade;
  const linear = (level: number): number => ((level / 255 + 0.055) / 1.055) ** 2.4;
  for (const c of [0, 1, 2]) expect(shade?.[c]).toBeCloseTo(linear(wood[c as 0]) / linear(sunny[c as 0]), 1);
});

test("sun before a window has sides that lie on the floor, its mirror image has upright ones", () => {
  const wide = [60, 120, 152] as const;
  for (const patch of [[80, 100, 152], wide] as const) {
    expect(sunWith([255, 255, 255], patch, -0.7)).toBeDefined();
    expect(sunWith([255, 255, 255], patch, 0)).toBeUndefined();
  }
});

test("sun that is brighter than a white wall above it is no mirror of that", () => {
  expect(sunWith([215, 215, 215])).toBeDefined();
});

test("what loses the floor's colour and is not clipped is a gloss", () => {
  const inColour = (colour: readonly number[]) => sunWith(wood, [60, 120, 152], -0.7, () => colour);
  expect(inColour([190, 143, 96])).toBeDefined();
  expect(inColour([170, 160, 150])).toBeUndefined();
});

test("what is bright at the picture's border is a wall, unless most of its border is floor", () => {
  expect(sunWith(wood, [-1, 30, 160])).toBeUndefined();
});

test("sun is found whole if the photo clips only a part of it", () => {
  const partly = (x: number): readonly number[] =>
    x < 90 || x % 2 === 0 ? [255, 255, 255] : [238, 238, 238];
  const patches = sunWith(wood, [60, 120, 152], -0.7, partly)?.patches;
  for (const x of [70, 105]) expect(patches?.[140 * 240 + x]).toBe(255);
});

test("a black floor has no sun, and its levels end", () => {
  const floor = new Uint8Array(240 * 160).fill(255, 240 * 130);
  const black = workingCopyOf({ ...camera, data: new Uint8Array(240 * 160 * 3) });
  expect(sunOf(black, camera, { planes, openings: [window] }, floor, [1, 1, 1])).toBeUndefined();
});
