import { expect, test } from "vitest";
import { labelsOf, linesOf } from "../../src/read/labels.ts";
import type { Word } from "../../src/read/reader.ts";
import { isTextUnread } from "../../src/read/unread.ts";

/** Words one below the other, far apart. */
const wordsOf = (texts: readonly string[], confidence: number): Word[] =>
  texts.map((text, i) => ({
    ...{ left: 10, right: 60, top: 100 * i, bottom: 100 * i + 10, turn: "none" },
    ...{ text, confidence },
  }));
const isUnread = (words: readonly Word[], lines = 0): boolean => {
  const unread = Array.from({ length: lines }, () => ({ left: 0, top: 0, right: 30, bottom: 10 }));
  return isTextUnread({ words, unread }, labelsOf(linesOf(words)));
};

test("words that look like letters of another script are unread text", () => {
  expect(isUnread(wordsOf(["KYXHA", "CNAHA", "BAHA", "CKJA"], 0.85))).toBe(true);
});

test("lines that the reader could not read are unread text, unless most rooms have names", () => {
  expect(isUnread([], 5)).toBe(true);
  expect(isUnread(wordsOf(["Kitchen", "Hall", "Bath"], 0.95), 5)).toBe(false);
});

test("a note beside a plan is read text, though it names no room", () => {
  expect(isUnread(wordsOf(["Whilst", "every", "attempt", "has", "been", "made"], 0.97))).toBe(false);
});
