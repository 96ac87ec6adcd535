import { expect, test } from "vitest";
import type { PlanAnalysis } from "../../src/analyse.ts";
import { windowsOf } from "../../src/furnish/windows.ts";

const [width, height] = [100, 40];
const solid = Uint8Array.from({ length: width * height }, (_, i) =>
  i >= 10 * width && i < 23 * width ? 1 : 0,
);
const planOf = (isDrawn: (x: number, y: number) => boolean, openings: readonly object[] = []) => {
  const drawn = solid.map((_, i) => (isDrawn(i % width, Math.floor(i / width)) ? 1 : 0));
  return {
    ...{ openings, scale: 50, walls: { solid, thickness: 14 } },
    ink: { width, height, drawn, line: 1 },
  } as unknown as PlanAnalysis;
};
const columnsOf = (mask: Uint8Array) => {
  const row = mask.slice(12 * width, 13 * width);
  return [row.indexOf(1), row.lastIndexOf(1)];
};
const isFace = (y: number) => y === 10 || y === 22;

test("a window of a wall of two lines is where a third line is", () => {
  const glass = windowsOf(planOf((x, y) => isFace(y) || (y === 16 && x >= 30 && x < 60)));
  expect(columnsOf(glass)).toEqual([30, 59]);
});

test("a hatched or a filled wall has none but its gaps", () => {
  const gap = { kind: "window", left: 40, right: 70, top: 10, bottom: 23 };
  expect(columnsOf(windowsOf(planOf((x, y) => (x + y) % 5 === 0, [gap])))).toEqual([40, 69]);
  expect(columnsOf(windowsOf(planOf((_, y) => y >= 10 && y < 23)))).toEqual([-1, -1]);
});
