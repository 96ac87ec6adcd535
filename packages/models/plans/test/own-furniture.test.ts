import { expect, test } from "vitest";
import type { Ink } from "../src/ink.ts";
import { ownPiecesIn } from "../src/own-furniture.ts";

/** A room of 6 by 4 m, 20 pixels a metre. */
const [width, height, scale] = [120, 80, 20];

/** The pieces that are counted if the outlines of these boxes, in metres, are drawn in the room. */
function piecesOf(
  boxes: readonly (readonly [x: number, y: number, wide: number, high: number])[],
  use: "living" | "kitchen" = "living",
) {
  const drawn = new Uint8Array(width * height);
  for (const [x, y, wide, high] of boxes.map((box) => box.map((metres) => metres * scale)) as [
    number,
    number,
    number,
    number,
  ][])
    for (let i = 0; i < drawn.length; i++) {
      const [u, v] = [(i % width) - x, Math.floor(i / width) - y];
      if (u < 0 || v < 0 || u > wide || v > high) continue;
      if (u === 0 || v === 0 || u === wide || v === high) drawn[i] = 1;
    }
  const isRoom = (i: number) =>
    i % width > 0 && i % width < width - 1 && i >= width && i < width * (height - 1);
  const rooms = Int32Array.from(drawn, (_, i) => (isRoom(i) ? 1 : 0));
  const ink = { drawn, width, height, line: 1 } as unknown as Ink;
  return (
    ownPiecesIn({ rooms, width, height }, { ink, letters: new Uint8Array(drawn.length), scale }, () => [
      use,
    ]).get(1) ?? 0
  );
}

test("a drawn table counts as three chairs, a kitchen's island as nothing", () => {
  const table = [2, 1.5, 1.6, 0.9] as const;
  expect([piecesOf([table]), piecesOf([table], "kitchen") <= 0]).toEqual([3, true]);
  expect(
    piecesOf([
      [2, 1, 0.5, 0.5],
      [3, 1, 0.5, 0.5],
    ]),
  ).toBe(2);
});

test("what touches a wall is fitted, and what is smaller than a chair is a mark", () => {
  expect(
    piecesOf([
      [0, 1, 2, 0.6],
      [3, 2, 0.2, 0.2],
    ]),
  ).toBe(0);
});
