import { expect, test } from "vitest";
import { labelsOf as labelsOfLines, linesOf } from "../../src/read/labels.ts";
import type { Word } from "../../src/read/reader.ts";

const labelsOf = (words: readonly Word[]) => labelsOfLines(linesOf(words));
const word = (text: string, place: Partial<Word>): Word => ({
  ...{ left: 10, top: 10, right: 50, bottom: 20, confidence: 0.9, turn: "none" },
  ...place,
  text,
});

test("words beside and below one another are one label", () => {
  const labels = labelsOf([
    word("Living", {}),
    word("Room", { left: 55, right: 80 }),
    word("5.1m x 3.5m", { left: 12, right: 78, top: 24, bottom: 34 }),
  ]);
  expect(labels).toMatchObject([{ uses: ["living"], left: 10, right: 80, top: 10, bottom: 34 }]);
  expect(labels[0]?.sizes).toContainEqual({ sides: [5.1, 3.5], weight: 1 });
});

test("turned words are put together as they are read, and stay where they are", () => {
  const up = { turn: "up", left: 10, right: 20 } as const;
  const labels = labelsOf([
    word("Master", { ...up, top: 50, bottom: 90 }),
    word("Bath", { ...up, left: 24, right: 34, top: 52, bottom: 88 }),
  ]);
  expect(labels).toMatchObject([
    { text: "Master Bath", uses: ["bath"], left: 10, right: 34, top: 50, bottom: 90 },
  ]);
});

test("a general name is a bedroom in a home, and a room of no use elsewhere", () => {
  const room = word("ZIMMER 2", { top: 100, bottom: 110 });
  expect(labelsOf([word("KÜCHE", {}), room])).toMatchObject([{ uses: ["kitchen"] }, { uses: ["bedroom"] }]);
  expect(labelsOf([word("RESTROOM", {}), room])).toMatchObject([
    { uses: ["bath"] },
    { uses: [], isRoom: true },
  ]);
});
