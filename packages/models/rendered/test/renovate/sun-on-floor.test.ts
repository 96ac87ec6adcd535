import { expect, test } from "vitest";
import { workingCopyOf } from "../../src/analysis/picture/working-copy.ts";
import { sunOnFloor } from "../../src/renovate/sun-on-floor.ts";
import { camera, floor, planes } from "./small-room.ts";

const isPatch = (i: number): boolean => {
  const [x, y] = [i % 240, Math.floor(i / 240)];
  return x > 90 && x < 150 && y > 138 && y < 155;
};

/** The pixels found to be in the sun if a patch of a brown floor has a colour, in a photo that shows no window. */
function found(patch: readonly [number, number, number]): number[] {
  const data = new Uint8Array(floor.length * 3);
  for (let i = 0; i < floor.length; i++) data.set(isPatch(i) ? patch : [120, 90, 60], i * 3);
  const sunny = sunOnFloor(workingCopyOf({ ...camera, data }), camera, planes, floor);
  return Array.from(sunny.keys()).filter((i) => sunny[i]);
}

test("the sun that shines through a window out of sight is found", () => {
  const sunny = found([255, 240, 200]);
  expect(sunny).toEqual(Array.from(floor.keys()).filter(isPatch));
});

test("what is little brighter than the floor is no sun", () => {
  expect(found([150, 113, 75])).toEqual([]);
});
