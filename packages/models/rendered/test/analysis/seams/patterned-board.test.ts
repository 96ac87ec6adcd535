import { workingCopyOf } from "@image-staging/picture/working-copy";
import { expect, test } from "vitest";
import { isFloorBetween, patternedBoard } from "../../../src/analysis/seams/patterned-board.ts";

/** A board between rows 100 and 130 of a picture of 400 columns; a metre is 150 pixels. Grain is stripes two rows high. */
function boardOf(board: number, floor: number, grain: number, isSeenAt = (_x: number) => true): number {
  const [width, height] = [400, 200];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const stripe = y % 4 < 2 ? grain : -grain;
      data.fill(
        y < 130 && isSeenAt(x) ? board + stripe : floor,
        (y * width + x) * 3,
        (y * width + x) * 3 + 3,
      );
    }
  }
  const lineAt = (metres: number) => new Float32Array(width).fill(100 + 150 * metres);
  return patternedBoard(workingCopyOf({ width, height, data }), lineAt);
}

test("a board of another colour than the floor's ends where strips of both differ most, whatever its grain", () => {
  expect(Math.abs(boardOf(90, 150, 10) - 0.2)).toBeLessThan(0.015);
});

test("a board of the floor's colour, or what only some walls show, is none", () => {
  expect(boardOf(150, 150, 10)).toBe(0);
  expect(boardOf(90, 150, 10, (x) => x < 200)).toBe(0);
});

test("a strip of the floor's colour whose grain runs along the wall, and the floor's does not, is no floor", () => {
  const [width, height] = [400, 200];
  const between = (isAlong: boolean): boolean => {
    const data = new Uint8Array(width * height * 3);
    for (let i = 0; i < width * height; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      const at = isAlong && y < 130 ? y : x;
      data.fill(at % 8 < 4 ? 140 : 110, i * 3, i * 3 + 3);
    }
    const [top, bottom] = [100, 130].map((row) => new Float32Array(width).fill(row)) as [
      Float32Array,
      Float32Array,
    ];
    return isFloorBetween(workingCopyOf({ width, height, data }), top, bottom);
  };
  expect(between(true)).toBe(false);
  expect(between(false)).toBe(true);
});
