import type { RoomUse } from "@image-staging/furniture/room-use";
import { type Box, heightOf } from "./box.ts";
import { namedBy } from "./names.ts";
import type { Word } from "./reader.ts";
import type { Turn } from "./recognize.ts";
import { type AreaReading, agree, readArea, readSides, type SideReading } from "./sizes.ts";

/** A room's lettering: its name and what its size may be. */
export interface Label extends Box {
  text: string;
  /** What it names, in reading order: "Kitchen / Dining Room" are two. Empty for a name such as "Room". */
  uses: readonly RoomUse[];
  /** Whether it names a room, of whatever use. */
  isRoom: boolean;
  sizes: readonly SideReading[];
  area?: AreaReading;
  /** How high its letters are, also if they are turned. */
  lineHeight: number;
}

/** Words side by side, in the turn that they are read in. */
export interface Line extends Box {
  text: string;
  turn: Turn;
}

const middleOf = ({ left, right }: Box): number => (left + right) / 2;

/** Puts words together to lines. Words that are much higher than usual are titles, or drawing. */
export function linesOf(words: readonly Word[]): Line[] {
  const upright = words.map((word) => ({ ...word, ...upTo(word, word.turn) }));
  const usual = middle(upright.map(heightOf));
  return (["none", "up", "down"] as const).flatMap((turn) =>
    joined(upright.filter((word) => word.turn === turn && heightOf(word) < usual * 3)).map((line) => ({
      ...line,
      ...upTo(line, opposite[turn]),
    })),
  );
}

/** Puts lines together to labels. Labels without a name or a size are dropped. */
export function labelsOf(lines: readonly Line[]): Label[] {
  const labels = (["none", "up", "down"] as const).flatMap((turn) => {
    const upright = lines
      .filter((line) => line.turn === turn)
      .map((line) => ({ ...line, ...upTo(line, turn) }));
    return blocksOf(upright)
      .map(labelOf)
      .filter(({ isRoom, sizes, area }) => isRoom || sizes.length > 0 || area)
      .map((label) => ({ ...label, ...upTo(label, opposite[turn]) }));
  });
  // In a home, what is only called a room is to sleep in: Zimmer, kamer, pokój. In an office it is not.
  const isHome = labels.some(({ uses }) => uses.some((use) => use === "kitchen" || use === "living"));
  return labels.map((label) =>
    isHome && label.isRoom && label.uses.length === 0 ? { ...label, uses: ["bedroom"] } : label,
  );
}

const opposite = { none: "none", up: "down", down: "up" } as const;

/** A box as it is if the page is turned so that what was read in a turn stands. */
function upTo({ left, top, right, bottom }: Box, turn: Turn): Box {
  if (turn === "none") return { left, top, right, bottom };
  return turn === "up"
    ? { left: -bottom, top: left, right: -top, bottom: right }
    : { left: top, top: -right, right: bottom, bottom: -left };
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.POSITIVE_INFINITY;

/** Words side by side, no further apart than a letter and a half is high. */
function joined(words: readonly Line[]): Line[] {
  const lines: Line[] = [];
  for (const word of words.toSorted((a, b) => a.left - b.left)) {
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
      line.top = Math.min(line.top, word.top);
      line.bottom = Math.max(line.bottom, word.bottom);
    } else {
      const { text, turn, left, top, right, bottom } = word;
      lines.push({ text, turn, left, top, right, bottom });
    }
  }
  return lines;
}

const usualHeight = (box: Line): number =>
  box.text.length > 1 ? heightOf(box) : Math.min(heightOf(box), (box.right - box.left) * 1.6);

/** Lines below one another, centred or aligned. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [];
  for (const line of lines.toSorted((a, b) => a.top - b.top)) {
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
  namedBy(text).isRoom && block.some((line) => readSides(line.text).length > 0);

function labelOf(block: readonly Line[]): Label {
  const text = block.map((line) => line.text).join(" ");
  const named = namedBy(text);
  const areas = block.flatMap((line) => readArea(line.text) ?? []);
  // A length alone is a measure, not a room's size.
  const area = areas.find(({ weight }) => weight > 0.3 || named.isRoom);
  return {
    ...(area && { area }),
    text,
    ...named,
    lineHeight: Math.max(4, ...block.map(heightOf)),
    sizes: agree(block.map((line) => readSides(line.text))),
    left: Math.min(...block.map(({ left }) => left)),
    top: Math.min(...block.map(({ top }) => top)),
    right: Math.max(...block.map(({ right }) => right)),
    bottom: Math.max(...block.map(({ bottom }) => bottom)),
  };
}
