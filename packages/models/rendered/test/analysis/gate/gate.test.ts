import { copyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { declinedAsShapeless, declinedBy } from "../../../src/analysis/gate/gate.ts";
import { withoutWater } from "../../../src/analysis/gate/outdoors.ts";
import { labelClasses, labelGroups } from "../../../src/labels/classes.ts";
import { Labels } from "../../../src/labels/labels.ts";

const [width, height] = [60, 40];

/** A room seen squarely: its lower half is ground of a colour, a share of which things hide; a thing hangs on the wall, too. */
function labelled(share: number, colour: readonly [number, number, number]): Labels {
  const data = new Uint8Array(3 * width * height);
  const groups = labelGroups.map(() => new Float32Array(width * height));
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isThing = y < height / 2 ? y < 5 : x < share * width;
    const group = isThing ? "things" : y < height / 2 ? "walls" : "floor";
    const plane = groups[labelGroups.indexOf(group)];
    if (plane) plane[i] = 1;
    data.set(y < height / 2 ? [200, 200, 200] : colour, 3 * i);
  }
  const classes = new Float32Array(labelClasses.length * 4);
  return new Labels(copyOf({ width, height, data }, 1), groups, { width: 2, height: 2, data: classes });
}

const wood = [150, 110, 70] as const;
const lawn = [70, 130, 50] as const;
const water = [60, 150, 190] as const;

test.each([
  ["an empty room", 0, wood, undefined],
  ["a room with a chair or two", 0.05, wood, undefined],
  ["a furnished room", 0.3, wood, "This model furnishes empty rooms only"],
  ["a lawn", 0, lawn, "a lawn or water"],
  ["garden chairs on a lawn", 0.3, lawn, "a lawn or water"],
] as const)("of a photo of %s the gate names what it is", (_name, share, colour, words) => {
  const answer = declinedBy(labelled(share, colour));
  if (words === undefined) expect(answer).toBeUndefined();
  else expect(answer?.declined.message).toContain(words);
});

test("things in a room with fittings of its own are no furniture to the gate", () => {
  expect(declinedBy(labelled(0.3, wood), { fitted: true })).toBeUndefined();
});

test("outdoors a lawn is ground, what stands there is no furniture, and water is no floor", () => {
  for (const ground of [lawn, wood])
    expect(declinedBy(labelled(0.3, ground), { outdoors: true })).toBeUndefined();
  const isFloor = (colour: typeof lawn | typeof water): boolean =>
    withoutWater(labelled(0, colour)).some((value) => value > 0);
  expect([isFloor(lawn), isFloor(water)]).toEqual([true, false]);
});

test("outdoors an unclear picture is told of its ground, a room's of its walls", () => {
  expect(declinedAsShapeless({ outdoors: true }).declined.message).toContain("The ground cannot be made out");
  expect(declinedAsShapeless({}).declined.message).toContain("walls and floor cannot be made out");
});
