import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { groupOf, type LabelClass, labelClasses, labelGroups } from "../../src/labels/classes.ts";
import { Labels } from "../../src/labels/labels.ts";
import { paintOf } from "../../src/renovate/paint.ts";

const [width, height] = [120, 80];

type Rgb = readonly [number, number, number];
const white: Rgb = [200, 195, 185];

/** What is painted of a picture of these colours, if the labels are so sure of a class at each place. */
function paintIn(
  colourAt: (x: number, y: number) => Rgb,
  labelAt: (x: number, y: number) => LabelClass,
  sure = 0.7,
) {
  const places = Array.from(
    { length: width * height },
    (_, i) => [i % width, Math.floor(i / width)] as const,
  );
  const data = Uint8Array.from(places.flatMap(([x, y]) => [...colourAt(x, y)]));
  const classes = labelClasses.map((name) =>
    Float32Array.from(places, ([x, y]) => {
      const own = labelAt(x, y);
      return own === name ? sure : name === "wall" || (own === "wall" && name === "trim") ? 1 - sure : 0;
    }),
  );
  const groups = labelGroups.map((group) =>
    Float32Array.from(places, (_, i) =>
      labelClasses.reduce((sum, name, k) => sum + (groupOf[name] === group ? (classes[k]?.[i] ?? 0) : 0), 0),
    ),
  );
  const all = Float32Array.from(classes.flatMap((plane) => [...plane]));
  const labels = new Labels(workingCopyOf({ width, height, data }), groups, { width, height, data: all });
  const paint = paintOf(labels);
  return (x: number, y: number): boolean => paint[y * width + x] === 1;
}

const isInside = (x: number, y: number): boolean => x >= 40 && x < 80 && y >= 20 && y < 60;

test("a plain wall that the labels take for a door in part is painted whole, and a door with an edge is not", () => {
  const labelAt = (x: number, y: number): LabelClass => (isInside(x, y) ? "door" : "wall");
  expect(paintIn(() => white, labelAt)(60, 40)).toBe(true);
  const isDoor = paintIn((x, y) => (isInside(x, y) ? [120, 90, 60] : white), labelAt);
  expect(isDoor(60, 40)).toBe(false);
  expect(isDoor(20, 40)).toBe(true);
});

test("a door of the wall's colour that the labels are sure of is not painted, nor any part of it", () => {
  const labelAt = (x: number, y: number): LabelClass => (isInside(x, y) ? "door" : "wall");
  const isPaint = paintIn(() => white, labelAt, 0.9);
  expect([isPaint(41, 40), isPaint(60, 21), isPaint(60, 40), isPaint(78, 58)]).toEqual(Array(4).fill(false));
  expect(isPaint(20, 40)).toBe(true);
});

test("a fleck that the labels take for wall in a door does not paint the door", () => {
  const fleckOr = (x: number, y: number): LabelClass => (x === 60 && y === 40 ? "wall" : "door");
  const isPaint = paintIn(
    (x, y) => (isInside(x, y) ? [120, 90, 60] : white),
    (x, y) => (isInside(x, y) ? fleckOr(x, y) : "wall"),
  );
  expect(isPaint(50, 50)).toBe(false);
});

test("brick stays as it is", () => {
  const brickAt = (x: number, y: number): Rgb => (((x >> 2) + (y >> 2)) % 2 ? [150, 80, 60] : [110, 50, 40]);
  const isPaint = paintIn(
    (x, y) => (isInside(x, y) ? brickAt(x, y) : white),
    (x, y) => (isInside(x, y) ? "brick" : "wall"),
  );
  expect(isPaint(60, 40)).toBe(false);
});

test("a skirting of the wall's colour is painted with it, and one of another stays", () => {
  const labelAt = (_: number, y: number): LabelClass => (y >= 65 ? "trim" : "wall");
  expect(paintIn(() => white, labelAt)(60, 72)).toBe(true);
  const isPaint = paintIn((_, y) => (y >= 65 ? [90, 60, 40] : white), labelAt);
  expect(isPaint(60, 72)).toBe(false);
  expect(isPaint(60, 40)).toBe(true);
});

test("a fleck of the wall's colour in the paint is painted, and a socket of another is not", () => {
  const labelAt = (x: number, y: number): LabelClass =>
    x >= 58 && x < 64 && y >= 38 && y < 44 ? "window" : "wall";
  expect(paintIn(() => white, labelAt)(60, 40)).toBe(true);
  expect(paintIn((x, y) => (labelAt(x, y) === "window" ? [90, 120, 200] : white), labelAt)(60, 40)).toBe(
    false,
  );
});
