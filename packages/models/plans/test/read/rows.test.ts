import { expect, test } from "vitest";
import type { Ink } from "../../src/ink.ts";
import type { Word } from "../../src/read/reader.ts";
import { unreadRows } from "../../src/read/rows.ts";

const [width, height] = [200, 60];
const drawn = new Uint8Array(width * height);
// Five letters of ten pixels.
for (let letter = 0; letter < 5; letter++)
  for (let y = 30; y < 40; y++) drawn.fill(1, y * width + 100 + letter * 8, y * width + 106 + letter * 8);
const ink = { width, height, drawn } as unknown as Ink;
const known: Word = { text: "Hall", confidence: 0.9, left: 10, top: 5, right: 40, bottom: 15 };
const at = { left: 100, top: 30, right: 138, bottom: 40 };

test("letters that were read as a doubtful word of too few are a row to read again", () => {
  expect(unreadRows([known, { ...at, text: "on", confidence: 0.47 }], ink)).toMatchObject([at]);
  expect(unreadRows([known, { ...at, text: "-", confidence: 0.8 }], ink)).toMatchObject([at]);
});

test("letters that were read as a word of their length are not", () => {
  expect(unreadRows([known, { ...at, text: "Kuche", confidence: 0.47 }], ink)).toEqual([]);
  expect(unreadRows([known, { ...at, text: "on", confidence: 0.8 }], ink)).toEqual([]);
});

test("letters that go on where a word ends are read again with it", () => {
  const cut = { ...at, right: 122, text: "Stu", confidence: 0.96 };
  expect(unreadRows([known, cut], ink)).toEqual([at]);
  expect(unreadRows([known, { ...cut, text: "15" }], ink)).toEqual([]);
});

test("three letters that touch are a row", () => {
  const touching = new Uint8Array(width * height);
  for (let y = 30; y < 40; y++) touching.fill(1, y * width + 100, y * width + 122);
  const row = { left: 100, right: 122, top: 30, bottom: 40 };
  expect(unreadRows([{ ...known, bottom: 19 }], { ...ink, drawn: touching })).toMatchObject([row]);
});
