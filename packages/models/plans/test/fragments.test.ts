import { describe, expect, it } from "vitest";
import { withoutFragments } from "../src/fragments.ts";
import type { Ink } from "../src/ink.ts";
import type { Opening } from "../src/openings.ts";
import type { RoomMap } from "../src/rooms.ts";
import type { Walls } from "../src/walls.ts";

/** A column of four rooms, 40 pixels wide: 1, 4, 1 and 4 square metres, with a gap below each of the first three. */
const [width, height, scale] = [40, 410, 40];
const ends = [40, 200, 240, 400];
const gaps = ends
  .slice(0, 3)
  .map((top): Opening => ({ kind: "door", along: "x", left: 4, right: 36, top, bottom: top + 3 }));

function columnOfRooms() {
  const empty = () => new Uint8Array(width * height);
  const [rooms, closed, drawn] = [new Int32Array(width * height), empty(), empty()];
  ends.forEach((end, i) => {
    rooms.fill(i + 1, (i === 0 ? 0 : (ends[i - 1] ?? 0) + 3) * width, end * width);
  });
  for (const { top, bottom } of gaps)
    for (let y = top; y < bottom; y++) closed.fill(1, y * width + 4, y * width + 36);
  const components = [1600, 6280, 1480, 6280].map((pixels, i) => ({ id: i + 1, pixels }));
  return { map: { width, height, rooms, closed, components } as unknown as RoomMap, drawn, empty };
}

/** A leaf and an arc begin at the ends of a gap, below it. */
function drawLeaf(drawn: Uint8Array, { bottom, left, right }: Opening): void {
  for (let y = bottom; y < bottom + 20; y++) for (const x of [left, right - 1]) drawn[y * width + x] = 1;
}

function keptWith(leaves: readonly number[]): number[] {
  const { map, drawn, empty } = columnOfRooms();
  for (const i of leaves) drawLeaf(drawn, gaps[i] as Opening);
  const kept = withoutFragments(map, gaps, { solid: empty() } as Walls, {
    ink: { width, drawn, line: 1 } as Ink,
    letters: empty(),
    scale,
  });
  return kept.map((opening) => gaps.indexOf(opening));
}

describe("an opening without a leaf", () => {
  it("does not cut a small part off from its room", () => {
    expect(keptWith([1, 2])).toEqual([1, 2]);
  });

  it("is kept on a plan that draws no leaves", () => {
    expect(keptWith([])).toEqual([0, 1, 2]);
  });
});
