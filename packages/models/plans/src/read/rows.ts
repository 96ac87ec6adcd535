import { componentsOf } from "@image-staging/picture/components";
import type { Ink } from "../ink.ts";
import type { Word } from "./reader.ts";

export interface Row {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The fewest letters of a row: fewer are a symbol. Letters that touch are one shape, of at most this many. */
const [fewest, mostTouching] = [3, 12];

/**
 * Rows of shapes as high as letters of the plan that the reader has passed over. `words` are those that it read: they
 * say how high letters are.
 */
export function unreadRows(words: readonly Word[], ink: Ink): Row[] {
  const heights = words.filter(({ confidence, text }) => confidence > 0.7 && text.length > 2).map(heightOf);
  const usual = heights.sort((a, b) => a - b)[heights.length >> 1];
  if (usual === undefined) return [];
  const read = words.filter(
    (word) => word.confidence > 0.25 && heightOf(word) < usual * 2 && !isTooShort(word, usual),
  );
  const letters = componentsOf(ink.drawn, ink, true).components.filter((part) => {
    const high = heightOf(part);
    const isRead = read.some((word) => overlap(word, part));
    return (
      high > usual * 0.5 &&
      high < usual * 1.5 &&
      part.right - part.left < usual * mostTouching * 0.65 &&
      !isRead
    );
  });
  const rows: (Row & { letters: number })[] = [];
  for (const { left, top, right, bottom } of letters.sort((a, b) => a.left - b.left)) {
    const row = rows.find(
      (other) =>
        left - other.right < usual * 0.9 &&
        Math.min(bottom, other.bottom) - Math.max(top, other.top) > usual * 0.4 &&
        Math.max(bottom, other.bottom) - Math.min(top, other.top) < usual * 1.8,
    );
    const high = Math.max(bottom - top, 0.7 * usual);
    const count = Math.max(1, Math.round((right - left) / (high * 0.65)));
    if (row) {
      row.letters += count;
      row.right = Math.max(row.right, right);
      row.top = Math.min(row.top, top);
      row.bottom = Math.max(row.bottom, bottom);
    } else rows.push({ left, top, right, bottom, letters: count });
  }
  return rows.flatMap((row) => {
    if (row.letters >= fewest) return [row];
    const cut = read.find((word) => isBeside(word, row, usual));
    return cut ? [unionOf(cut, row)] : [];
  });
}

/** Whether letters go on right beside a word of letters, closer than another word is: the reader has cut it. */
const isBeside = (word: Word, row: Row, usual: number): boolean =>
  /\p{L}{2}/u.test(word.text) &&
  Math.min(word.bottom, row.bottom) - Math.max(word.top, row.top) > 0.4 * usual &&
  Math.max(row.left - word.right, word.left - row.right) < 0.25 * usual;

const unionOf = (a: Row, b: Row): Row => ({
  left: Math.floor(Math.min(a.left, b.left)),
  top: Math.floor(Math.min(a.top, b.top)),
  right: Math.ceil(Math.max(a.right, b.right)),
  bottom: Math.ceil(Math.max(a.bottom, b.bottom)),
});

/** Whether a doubtful word has less than half of the letters that its place has room for. A dash or a stroke is always doubtful. */
const isTooShort = ({ text, confidence, left, right }: Word, usual: number): boolean =>
  (confidence < 0.6 || !/[\p{L}\d]/u.test(text)) && text.length < (0.5 * (right - left)) / (usual * 0.65);

const heightOf = ({ top, bottom }: { top: number; bottom: number }): number => bottom - top;

const overlap = (a: Row, b: Row): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
