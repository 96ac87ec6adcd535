import { int32At, uint8At } from "@image-staging/picture/at";
import type { Size } from "@image-staging/picture/size";
import type { Ink } from "./ink.ts";
import type { Box } from "./read/box.ts";
import { type Strip, stripsOf, wayThrough } from "./strips.ts";
import type { Walls } from "./walls.ts";

/** A gap in a wall, in pixels; `along` is the wall's direction. */
export interface Opening extends Box {
  kind: "door" | "window";
  along: "x" | "y";
}

/** The clear width of doors and of windows, and how much longer the way is on either side of the wall, in metres. */
const [narrowest, widestDoor, widestWindow, longer] = [0.5, 1.9, 3.6, 0.4];
/** A leaf is so wide at most, in metres: what is wider has two, or none. */
export const widestLeaf = 1.2;

/** Finds the gaps in straight walls that are at most as wide as windows. `scale` is pixels of a metre. */
export function findOpenings(walls: Walls, ink: Ink, scale: number): Opening[] {
  const deepest = walls.thickness * 1.45 + 3;
  const found = (["x", "y"] as const).flatMap((along) =>
    stripsOf(walls, along, scale * narrowest, scale * widestWindow)
      .filter((strip) => strip.last - strip.first < deepest)
      .filter((strip) => endsWall(walls, along, strip))
      .filter((strip) => isOpenBeside(walls, along, strip, scale * longer))
      .map((strip) => openingOf(ink, along, strip))
      .filter(({ kind, ...gap }) => kind === "window" || lengthOf(gap, along) < scale * widestDoor),
  );
  const isWindow = (gap: Opening) => found.some((other) => other.kind === "window" && isReveal(gap, other));
  return found.map((gap) => (isWindow(gap) ? { ...gap, kind: "window" } : gap));
}

const lengthOf = ({ left, right, top, bottom }: Box, along: "x" | "y"): number =>
  along === "x" ? right - left : bottom - top;

/** Whether a gap is the wider part of a window's opening, on its inside. */
function isReveal(gap: Opening, window: Opening): boolean {
  if (gap.along !== window.along) return false;
  const apart = (from: number, to: number, start: number, end: number) => Math.max(start - to, from - end);
  const [across, along] = [
    apart(gap.left, gap.right, window.left, window.right),
    apart(gap.top, gap.bottom, window.top, window.bottom),
  ];
  return gap.along === "x" ? across < 0 && along <= 4 : along < 0 && across <= 4;
}

/**
 * Whether the wall goes on along most of the strip at one of its ends: a pier across the room, or the wider end of a wall
 * between two doors, does not.
 */
export function endsWall(
  { solid, width, height, thickness }: Walls,
  along: "x" | "y",
  { from, to, first, last }: Strip,
): boolean {
  const steps = along === "x" ? width : height;
  const loose = Math.max(2, Math.round(thickness * 0.2));
  const goesOn = (line: number, end: number, sign: number): number => {
    const start = end + sign * loose;
    let step = start;
    while (step >= 0 && step < steps && solid[along === "x" ? line * width + step : step * width + line])
      step += sign;
    return step === start ? 0 : Math.abs(step - start) + loose;
  };
  const needed = (last - first + 1) * 0.7;
  let lines = 0;
  for (let line = first; line <= last; line++)
    if (Math.max(goesOn(line, from - 1, -1), goesOn(line, to, 1)) >= needed) lines++;
  return lines >= (last - first + 1) * 0.7;
}

/**
 * Whether the way along a strip gets much longer on both sides of it, within a wall's thickness. It does if a gap
 * interrupts a wall, and does not in a niche, between arrow heads or in a corridor. An entrance can be close to a corner.
 */
export function isOpenBeside(walls: Walls, along: "x" | "y", strip: Strip, longer: number): boolean {
  const middle = Math.round((strip.from + strip.to) / 2);
  const ways = [-1, 1].map((side) => {
    const edge = side < 0 ? strip.first : strip.last;
    let longest = 0;
    for (let away = 2; away <= walls.thickness * 1.2 + 3; away++) {
      const { from, to, leaves } = wayThrough(walls, along, edge + side * away, middle);
      if (from === to) break;
      longest = Math.max(longest, leaves ? Infinity : to - from);
    }
    return longest;
  });
  const needed = strip.to - strip.from + (ways.includes(Infinity) ? longer * 0.3 : longer);
  return ways.every((way) => way >= needed);
}

/** A window has at least two lines along the wall across the gap. */
export function openingOf(
  { drawn, width }: Ink,
  along: "x" | "y",
  { from, to, first, last }: Strip,
): Opening {
  const at = (line: number, step: number) => (along === "x" ? line * width + step : step * width + line);
  let [lines, before] = [0, false];
  for (let line = first; line <= last; line++) {
    let marked = 0;
    for (let step = from; step < to; step++) marked += uint8At(drawn, at(line, step));
    const isLine = marked > (to - from) * 0.7;
    if (isLine && !before) lines++;
    before = isLine;
  }
  const [kind, end] = [lines >= 2 ? "window" : "door", last + 1] as const;
  if (along === "x") return { kind, along, left: from, right: to, top: first, bottom: end };
  return { kind, along, left: first, right: end, top: from, bottom: to };
}

/** The numbers of the nearest rooms on both sides of an opening, within a wall's thickness; 0 for none. */
export function roomsBeside(
  { along, left, right, top, bottom }: Opening,
  { rooms, width, height }: Size & { rooms: Int32Array },
  { solid, thickness }: Walls,
): [number, number] {
  const [x, y] = [(left + right) >> 1, (top + bottom) >> 1];
  const beside = (sign: number): number => {
    for (let away = 3; away < thickness + 3; away++) {
      const px = along === "x" ? x : (sign < 0 ? left : right) + sign * away;
      const py = along === "x" ? (sign < 0 ? top : bottom) + sign * away : y;
      const at = py * width + px;
      if (px < 0 || py < 0 || px >= width || py >= height || solid[at]) return 0;
      if (rooms[at]) return int32At(rooms, at);
    }
    return 0;
  };
  return [beside(-1), beside(1)];
}

/** The same openings with doors for narrow windows between two rooms: a threshold is drawn as panes are. */
export const withThresholds = (
  openings: readonly Opening[],
  map: Parameters<typeof roomsBeside>[1],
  walls: Walls,
  scale: number,
): Opening[] =>
  openings.map((opening) => {
    const { kind, ...gap } = opening;
    const isDoor =
      lengthOf(gap, gap.along) < scale * widestLeaf &&
      roomsBeside(opening, map, walls).every((room) => room > 0);
    return isDoor ? { kind: "door", ...gap } : opening;
  });
