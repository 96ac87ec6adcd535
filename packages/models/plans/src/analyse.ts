import type { Picture } from "@image-staging/picture/picture";
import type { Declined } from "./declined.ts";
import { scaleFromDoors } from "./door-scale.ts";
import { withoutFragments } from "./fragments.ts";
import { solidHatching, withoutLarge } from "./hatching.ts";
import { findInk, type Ink } from "./ink.ts";
import { findOpenings, type Opening } from "./openings.ts";
import { betweenNames } from "./passages.ts";
import { isName, type Label, labelsOf, lettersOf } from "./read/labels.ts";
import { withMarks } from "./read/marks.ts";
import { readRow, readWords } from "./read/reader.ts";
import { type Row, unreadRows } from "./read/rows.ts";
import { findRooms, type RoomMap } from "./rooms.ts";
import { scaleFromLabels, scaleFromRooms } from "./scale.ts";
import { nameRooms, type PlanRoom } from "./uses.ts";
import { findWalls, type Walls } from "./walls.ts";

/** What is known of a floor plan; all lengths are pixels of the picture. */
export interface PlanAnalysis {
  ink: Ink;
  /** 1 on lettering, and on small marks in rooms that were not read. */
  letters: Uint8Array;
  /** 1 on those that end dimension lines: furniture can stand on them, and they stay in sight. */
  ends: Uint8Array;
  labels: readonly Label[];
  walls: Walls;
  openings: readonly Opening[];
  /** Pixels of a metre, and what they are measured by: printed sizes, or doors and rooms of usual size. */
  scale: number;
  scaleFrom: "sizes" | "doors";
  map: RoomMap;
  rooms: readonly PlanRoom[];
}

/** The scales that a plan with legible rooms can have. */
const [leastScale, mostScale] = [9, 400];

/** Reads a floor plan: its lettering, walls, openings, scale and rooms. Declines what it does not understand. */
export async function analysePlan(picture: Picture): Promise<PlanAnalysis | Declined> {
  const ink = findInk(picture);
  if (!ink) return notUnderstood("This picture does not look like a floor plan: dark lines on light paper.");
  const solid = solidHatching(ink);
  let words = solid === ink ? await readWords(picture) : [];
  if (!labelsOf(words).some(({ uses }) => uses.length > 0))
    words = await readWords(withoutLarge(picture, solid));
  const rows: Row[] = [];
  for (const row of unreadRows(words, ink)) {
    const read = await readRow(picture, row);
    if (!read.some((word) => (word.confidence > 0.3 && /\w\w/.test(word.text)) || isName(word))) continue;
    rows.push(row);
    words = [...words.filter((word) => !isWithin(word, row)), ...read];
  }
  const labels = labelsOf(words);
  const letters = lettersOf(words, labels, rows, ink);
  const walls = findWalls(solid, letters);
  if (!walls) return notUnderstood("No walls were found on this floor plan.");
  const usual = scaleFromRooms(labels, walls);
  const printed = scaleFromLabels(labels, walls, usual);
  const scale = printed ?? scaleFromDoors(walls, ink, usual) ?? usual;
  if (scale === undefined || scale < leastScale || scale > mostScale)
    return notUnderstood(
      "The scale of this floor plan is not clear: neither room sizes nor names nor doors were found.",
    );
  const all = findOpenings(walls, ink, scale);
  const reading = { ink, letters, scale };
  const closed = findRooms(walls, all, reading);
  const gaps = betweenNames(all, closed, labels);
  const parts = gaps.length === all.length ? closed : findRooms(walls, gaps, reading);
  const openings = withoutFragments(parts, gaps, walls, reading);
  const map = openings.length === gaps.length ? parts : findRooms(walls, openings, reading);
  const rooms = nameRooms(map, labels, openings, reading);
  if (!rooms.some(({ area }) => area > 5))
    return notUnderstood("No closed rooms were found on this floor plan.");
  return {
    ink,
    ...withMarks(labels, map, reading),
    labels,
    walls,
    openings,
    scale,
    scaleFrom: printed ? "sizes" : "doors",
    map,
    rooms,
  };
}

/** Whether the middle of a word lies in a row. */
function isWithin(word: Row, { left, right, top, bottom }: Row): boolean {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
  return x > left && x < right && y > top && y < bottom;
}

const notUnderstood = (message: string): Declined => ({
  declined: { reason: "room_not_understood", message },
});
