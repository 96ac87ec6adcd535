import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { type LabelClass, labelClasses } from "../../src/labels/classes.ts";
import { labelsByShares } from "../../src/labels/index.ts";
import { declinedBy } from "../../src/panorama/gate.ts";

const [width, height] = [120, 60];

/**
 * The reason, if each share of the way around shows a class beside the viewer, and walls the rest, below a ceiling and above a floor: that
 * too shows the class if it `hidesFloor`.
 */
function reasonOf(
  around: Partial<Record<LabelClass, number>>,
  { isClear = true, hidesFloor = false } = {},
): string | undefined {
  const ends: [LabelClass, number][] = [];
  for (const [name, share] of Object.entries(around))
    ends.push([name as LabelClass, (ends.at(-1)?.[1] ?? 0) + share * width]);
  const classAt = (x: number, y: number): LabelClass => {
    if (y < 15) return "ceiling";
    return y >= 45 && !hidesFloor ? "floor" : (ends.find(([, end]) => x < end)?.[0] ?? "wall");
  };
  const places = Array.from({ length: width * height }, (_, i) => classAt(i % width, Math.floor(i / width)));
  const data = labelClasses.flatMap((name) => places.map((own) => (own === name ? 1 : 0)));
  const copy = workingCopyOf({ width, height, data: new Uint8Array(3 * width * height) });
  const declined = declinedBy(
    labelsByShares(copy, { width, height, data: Float32Array.from(data) }),
    isClear,
  );
  return declined?.declined.reason;
}

test("an empty room with doors, windows and one thing is staged if its walls are clear", () => {
  const empty = { door: 0.2, window: 0.3, thing: 0.1 };
  expect(reasonOf(empty)).toBeUndefined();
  expect(reasonOf(empty, { isClear: false })).toBe("room_not_understood");
});

test("furniture is the reason whether or not it hides the walls", () => {
  for (const isClear of [true, false]) expect(reasonOf({ thing: 0.4 }, { isClear })).toBe("no_free_floor");
});

test("a door that stands open beside the viewer, and hides the floor, is no furniture", () => {
  expect(reasonOf({ thing: 0.4 }, { hidesFloor: true })).toBeUndefined();
});

test("fittings are named if they are why: they fill the room, or hide its walls", () => {
  for (const isClear of [true, false])
    expect(reasonOf({ thing: 0.2, fitting: 0.1 }, { isClear })).toBe("no_furniture_for_room");
  expect(reasonOf({ fitting: 0.1 }, { isClear: false })).toBe("no_furniture_for_room");
  expect(reasonOf({ fitting: 0.1 })).toBeUndefined();
});
