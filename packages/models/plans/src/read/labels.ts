import type { RoomUse } from "@image-staging/furniture/room-use";
import { int32At, uint8At } from "@image-staging/picture/at";
import { componentsOf } from "@image-staging/picture/components";
import type { Ink } from "../ink.ts";
import { useOf } from "./names.ts";
import type { Word } from "./reader.ts";
import type { Row } from "./rows.ts";
import { type AreaReading, agree, readArea, readSides, type SideReading } from "./sizes.ts";

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A room's lettering: its name and what its size may be. */
export interface Label extends Box {
  text: string;
  /** What it names, in reading order: "Kitchen / Dining Room" are two. */
  uses: readonly RoomUse[];
  sizes: readonly SideReading[];
  area?: AreaReading;
  lineHeight: number;
}

interface Line extends Box {
  text: string;
}

const heightOf = ({ top, bottom }: Box): number => bottom - top;
const middleOf = ({ left, right }: Box): number => (left + right) / 2;

/** Puts words together to lines and lines to labels. Labels without a name or a size are dropped. */
export function labelsOf(words: readonly Word[]): Label[] {
  const heights = words.filter(({ confidence }) => confidence > 0.7).map(heightOf);
  const usual = heights.sort((a, b) => a - b)[heights.length >> 1] ?? Number.POSITIVE_INFINITY;
  const usable = words.filter(
    (word) => heightOf(word) < usual * 3 && (word.confidence > 0.2 || /\d/.test(word.text) || isName(word)),
  );
  const blocks = blocksOf(linesOf(usable));
  return blocks.map(labelOf).filter(({ uses, sizes, area }) => uses.length > 0 || sizes.length > 0 || area);
}

/** Whether a word names a room, however doubtful: the reader of English doubts Büro, and noise is no name of four letters. */
export const isName = ({ text }: Word): boolean => text.length > 3 && useOf(text) !== undefined;

/** Words side by side, no further apart than a letter and a half is high. */
function linesOf(words: readonly Word[]): Line[] {
  const lines: Line[] = [];
  for (const word of [...words].sort((a, b) => a.left - b.left)) {
    const line = lines.find((other) => {
      const height = Math.max(usualHeight(other), usualHeight(word));
      const overlap = Math.min(other.bottom, word.bottom) - Math.max(other.top, word.top);
      const gap = word.left - other.right;
      return (
        gap < height * 1.1 &&
        gap > -height * 0.7 &&
        overlap > 0.45 * Math.min(heightOf(other), heightOf(word))
      );
    });
    if (line) {
      line.text += ` ${word.text}`;
      line.right = Math.max(line.right, word.right);
      // A lone x is read with a box that is too tall.
      if (word.text.length > 1) {
        line.top = Math.min(line.top, word.top);
        line.bottom = Math.max(line.bottom, word.bottom);
      }
    } else {
      const { text, left, top, right, bottom } = word;
      lines.push({ text, left, top, right, bottom });
    }
  }
  return lines;
}

const usualHeight = (box: Box & { text: string }): number =>
  box.text.length > 1 ? heightOf(box) : Math.min(heightOf(box), (box.right - box.left) * 1.6);

/** Lines below one another, centred or aligned. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [];
  for (const line of [...lines].sort((a, b) => a.top - b.top)) {
    const block = blocks.find((other) => {
      const last = other.at(-1);
      if (!last) return false;
      const height = Math.max(heightOf(last), heightOf(line));
      const apart = line.top - last.bottom;
      const beside =
        Math.min(Math.abs(middleOf(line) - middleOf(last)), Math.abs(line.left - last.left)) < height * 1.5;
      const similar = heightOf(line) < heightOf(last) * 1.9 && heightOf(last) < heightOf(line) * 1.9;
      return (
        apart < height * 1.1 && apart > -height * 0.6 && beside && similar && !startsLabel(line.text, other)
      );
    });
    if (block) block.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

/** Whether a name below a size begins the next label. */
const startsLabel = (text: string, block: readonly Line[]): boolean =>
  usesIn(text).length > 0 && block.some((line) => readSides(line.text).length > 0);

const usesIn = (text: string): RoomUse[] => text.split(/[\s/&+-]+/).flatMap((word) => useOf(word) ?? []);

function labelOf(block: readonly Line[]): Label {
  const text = block.map((line) => line.text).join(" ");
  const whole = /en[\s-]?suite/i.test(text) ? ["bath" as const] : [...new Set(usesIn(text))];
  const areas = block.flatMap((line) => readArea(line.text) ?? []);
  // A length alone is a measure, not a room's size.
  const area = areas.find(({ weight }) => weight > 0.3 || whole.length > 0);
  return {
    ...(area && { area }),
    text,
    uses: whole,
    lineHeight: Math.max(4, ...block.map(heightOf)),
    sizes: agree(block.map((line) => readSides(line.text))),
    left: Math.min(...block.map(({ left }) => left)),
    top: Math.min(...block.map(({ top }) => top)),
    right: Math.max(...block.map(({ right }) => right)),
    bottom: Math.max(...block.map(({ bottom }) => bottom)),
  };
}

/**
 * The pixels of lettering: small parts of the drawing in a label, in a row of letters, or as high as the word that they
 * lie in.
 */
export function lettersOf(
  words: readonly Word[],
  labels: readonly Label[],
  rows: readonly Row[],
  ink: Ink,
): Uint8Array {
  const { map, components } = componentsOf(ink.drawn, ink, true);
  const kept = new Uint8Array(components.length + 1);
  const read = words.filter(({ text, confidence }) => /[a-z0-9]/i.test(text) && confidence > 0.25);
  const boxes = [
    ...rows.map((row) => ({ ...row, high: heightOf(row), wide: heightOf(row) * 3 })),
    ...labels.map((label) => ({ ...label, high: label.lineHeight, wide: label.lineHeight * 3 })),
    ...read.map((word) => ({ ...word, high: Math.max(4, usualHeight(word)), wide: word.right - word.left })),
  ];
  for (const part of components) {
    const [x, y] = [(part.left + part.right) / 2, (part.top + part.bottom) / 2];
    const inside = boxes.some(
      ({ left, right, top, bottom, high, wide }) =>
        x > left - 3 &&
        x < right + 3 &&
        y > top - high * 0.3 &&
        y < bottom + high * 0.3 &&
        heightOf(part) < high * 1.7 &&
        part.right - part.left < wide * 1.2 + 4,
    );
    if (inside) kept[part.id] = 1;
  }
  return ink.drawn.map((_, i) => uint8At(kept, int32At(map, i)));
}
