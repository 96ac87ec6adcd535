import { expect, test } from "vitest";
import { type Opening, roomsBeside, withThresholds } from "../src/openings.ts";

const [width, height, scale] = [60, 40, 20];

/** A wall six pixels thick across the picture with a gap of 16 pixels: room 1 above it, and below it room 2 or what is outside. */
function drawing(below: number) {
  const isWall = (x: number, y: number) => y >= 17 && y < 23 && (x < 20 || x >= 36);
  const at = <T>(of: (x: number, y: number) => T) =>
    Array.from({ length: width * height }, (_, i) => of(i % width, Math.floor(i / width)));
  const solid = Uint8Array.from(at((x, y) => (isWall(x, y) ? 1 : 0)));
  const rooms = Int32Array.from(at((_, y) => (y < 17 ? 1 : y >= 23 ? below : 0)));
  return { map: { rooms, width, height }, walls: { solid, width, height, thickness: 6 } };
}
const gap: Opening = { kind: "window", along: "x", left: 20, right: 36, top: 17, bottom: 23 };

test("an opening has the rooms on its sides, none outside", () => {
  const sides = [2, 0].map((below) => {
    const { map, walls } = drawing(below);
    return roomsBeside(gap, map, walls);
  });
  expect(sides).toEqual([
    [1, 2],
    [1, 0],
  ]);
});

test("a narrow gap with two lines is a door's threshold between two rooms, a window at the outside", () => {
  const kinds = [2, 0].map((below) => {
    const { map, walls } = drawing(below);
    return withThresholds([gap], map, walls, scale)[0]?.kind;
  });
  expect(kinds).toEqual(["door", "window"]);
});
