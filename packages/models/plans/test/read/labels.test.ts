import { expect, test } from "vitest";
import { labelsOf } from "../../src/read/labels.ts";

const place = { left: 10, top: 10, right: 40, bottom: 20 };
const usesOf = (text: string) => labelsOf([{ ...place, text, confidence: 0.15 }]).flatMap(({ uses }) => uses);

test("a doubtful word is a label if it names a room and is no short one", () => {
  expect(["Biro", "Kiiche"].map(usesOf)).toEqual([["office"], ["kitchen"]]);
  expect(["hal", "xyzz"].map(usesOf)).toEqual([[], []]);
});
