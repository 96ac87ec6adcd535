import { expect, test } from "vitest";
import type { Ink } from "../src/ink.ts";
import type { Line } from "../src/read/labels.ts";
import { votesOfBars } from "../src/scale-bars.ts";

const [width, height] = [400, 100];
/** The bar's left end, its middle, and half of its height. */
const [left, middle, half] = [50, 50, 4];
type Draw = (
  ends: readonly number[],
  fill: (from: number, to: number, top: number, bottom: number) => void,
) => void;

const ticks: Draw = (ends, fill) => {
  fill(ends[0] ?? 0, ends.at(-1) ?? 0, middle, middle + 1);
  for (const end of ends) fill(end, end + 1, middle - half, middle + half);
};
const fields: Draw = (ends, fill) =>
  ends.slice(1).forEach((end, i) => {
    const from = ends[i] ?? 0;
    if (i % 2 === 0) fill(from, end, middle - half, middle + half);
    for (const y of [middle - half, middle + half - 1]) fill(from, end + 1, y, y + 1);
    fill(end, end + 1, middle - half, middle + half);
  });
const steps: Draw = (ends, fill) =>
  ends.forEach((end, i) => {
    fill(end, end + 1, middle - half, middle + half);
    const y = i % 2 === 0 ? middle - half : middle + half - 1;
    if (i > 0) fill(ends[i - 1] ?? 0, end + 1, 2 * middle - 1 - y, 2 * middle - y);
  });

/** What a bar says, in pixels of a metre, whose fields end so many pixels from its left end; the words are beside these places. */
function scalesOf(
  draw: Draw,
  ends: readonly number[],
  words: readonly (readonly [string, number])[],
  side: 1 | -1,
) {
  const drawn = new Uint8Array(width * height);
  draw(
    ends.map((end) => left + end),
    (from, to, top, bottom) => {
      for (let y = top; y < bottom; y++) drawn.fill(1, y * width + from, y * width + to);
    },
  );
  const ink = { width, height, drawn, line: 1 } as unknown as Ink;
  const read = words.map(([text, at]): Line => {
    const [x, y, wide] = [left + at, middle + side * 14, 3 * text.length];
    return { text, left: x - wide, right: x + wide, top: y - 6, bottom: y + 6, turn: "none" };
  });
  return votesOfBars(read, { ink, letters: new Uint8Array(drawn.length) }).map(({ log }) => Math.exp(log));
}

const foot = 0.3048;
test.each([
  [
    "ticks at unequal places",
    ticks,
    [0, 40, 80, 200],
    [
      ["0", 0],
      ["1", 40],
      ["2", 80],
      ["5 m", 200],
    ],
    40,
  ],
  [
    "fields in turn black and white",
    fields,
    [0, 50, 100, 150],
    [
      ["0", 0],
      ["5", 50],
      ["10", 100],
      ["15'", 150],
    ],
    10 / foot,
  ],
  [
    "fields in turn up and down, though only the last number was read",
    steps,
    [0, 40, 80, 120, 160, 200],
    [["5m", 200]],
    40,
  ],
  [
    "ticks, though the 0 was not read",
    ticks,
    [0, 40, 80, 120],
    [
      ["1", 40],
      ["2", 80],
      ["3 m", 120],
    ],
    40,
  ],
] as const)("a scale bar has numbers at %s, over it or under it", (_, draw, ends, words, scale) => {
  for (const side of [1, -1] as const)
    expect(scalesOf(draw, ends, words, side)).toEqual([expect.closeTo(scale, 0)]);
});

test("numbers without a unit are metres or feet", () => {
  const [metres = 0, feet = 0] = scalesOf(
    fields,
    [0, 60, 120],
    [
      ["0", 0],
      ["1", 60],
      ["2", 120],
    ],
    1,
  );
  expect([metres, feet / metres]).toEqual([expect.closeTo(60, 0), expect.closeTo(1 / foot)]);
});

const wall: Draw = (ends, fill) => {
  fill(ends[0] ?? 0, ends.at(-1) ?? 0, middle - half, middle + half);
  for (const end of ends) fill(end, end + 8, 0, height);
};
test.each([
  [
    "dimension lines, whose numbers are between two ticks",
    ticks,
    [0, 100, 200],
    [
      ["3 m", 50],
      ["3 m", 150],
    ],
  ],
  ["a line that has one number at its end", ticks, [0, 200], [["5 m", 200]]],
  [
    "fields whose numbers contradict them",
    fields,
    [0, 60, 120],
    [
      ["0", 0],
      ["4", 60],
      ["5", 120],
    ],
  ],
  [
    "a wall that goes on",
    wall,
    [0, 60, 120],
    [
      ["0", 0],
      ["1", 60],
      ["2", 120],
    ],
  ],
] as const)("%s are no scale bar", (_, draw, ends, words) => {
  expect(scalesOf(draw, ends, words, 1)).toEqual([]);
});
