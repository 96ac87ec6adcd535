import { expect, test } from "vitest";
import { bare, covered, kept, nothing, shapeOf } from "../../src/empty/wall-shapes.ts";

const [columns, rows] = [60, 50];

/** A wall with a window from 20 to 40 across and 25 to 45 up, and what else is said of its cells. */
function wallOf(more: (x: number, y: number) => number | undefined) {
  const state = Uint8Array.from({ length: columns * rows }, (_, k) => {
    const [x, y] = [k % columns, Math.floor(k / columns)];
    return more(x, y) ?? (x >= 20 && x < 40 && y >= 25 && y < 45 ? kept : bare);
  });
  const group = Array.from(state.keys()).filter((k) => state[k] === kept);
  return shapeOf(group, state, columns, rows);
}

test("a window's shape is its rectangle, also where something covers a part of it", () => {
  expect(wallOf(() => undefined)).toEqual({ left: 20, right: 40, bottom: 25, top: 45, isEndless: false });
  expect(wallOf((x, y) => (x > 32 && y < 31 ? covered : undefined))).toEqual({
    ...{ left: 20, right: 40, bottom: 25, top: 45, isEndless: false },
  });
});

test("what labels leak out of a window does not belong to it", () => {
  const leaking = (x: number, y: number) => (y > 18 && y < 25 && x >= 20 && x < 26 ? kept : undefined);
  expect(wallOf(leaking)).toMatchObject({ left: 20, right: 40, bottom: 25 });
});

test("a door whose lower end is covered goes on to the floor", () => {
  const door = (x: number, y: number) => {
    if (x < 20 || x >= 40 || y >= 45) return bare;
    return y < 12 ? covered : kept;
  };
  expect(wallOf(door)).toMatchObject({ bottom: 0, top: 45 });
});

test("a window whose lower end is covered all along does not say where it ends", () => {
  expect(wallOf((_, y) => (y < 32 ? covered : undefined))).toMatchObject({ isEndless: true });
});

test("a window of which a side is covered all along does not say where it ends", () => {
  expect(wallOf((x) => (x >= 36 ? covered : undefined))).toMatchObject({ isEndless: true });
  expect(wallOf((x, y) => (x >= 36 && y < 36 ? covered : undefined))).toMatchObject({ isEndless: false });
});

test("a window ends at the wall's corner, and at the picture's border", () => {
  const wide = (x: number, y: number) => (y < 25 || y >= 45 ? bare : x < 50 ? kept : nothing);
  expect(wallOf(wide)).toMatchObject({ left: 0, right: 50, isEndless: false });
});
