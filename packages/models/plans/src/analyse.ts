import type { Picture } from "@image-staging/picture/picture";
import { inLabelledBlocks } from "./blocks.ts";
import type { Declined } from "./declined.ts";
import { scaleFromDoors } from "./door-scale.ts";
import { doubtOf, showsFurniture } from "./doubt.ts";
import { solidHatching, withoutLarge } from "./hatching.ts";
import { findInk, type Ink, type Reading } from "./ink.ts";
import { findOpenings, type Opening } from "./openings.ts";
import { isName, type Label, labelsOf, lettersOf } from "./read/labels.ts";
import { withMarks } from "./read/marks.ts";
import { readRow, readWords } from "./read/reader.ts";
import { type Row, unreadRows } from "./read/rows.ts";
import { findRooms, type RoomMap, withRooms } from "./rooms.ts";
import { scaleFromLabels, scaleFromRooms } from "./scale.ts";
import { shadingOf } from "./shading.ts";
import { dividedRooms, doorsBetween } from "./split.ts";
import { nameRooms, type PlanRoom } from "./uses.ts";
import { type Walls, wallsOf } from "./walls.ts";

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
  /** Pairs of rooms without a wall between them that their names alone keep apart. */
  open: number;
  /** Why the plan gets floors alone: its reading contradicts itself. Undefined if it can be furnished. */
  doubt: string | undefined;
}

/** Open pairs from which walls are read in another way too: a foyer is open to its living room. */
const mostOpen = 1;

/** The part of a drawing that is shaded softly, at most: JPEG makes 0.08 of it, a rendering has 0.12 and more. */
const mostShading = 0.1;

/** The scales that a plan with legible rooms can have. */
const [leastScale, mostScale] = [9, 400];

/** Reads a floor plan: its lettering, walls, openings, scale and rooms. Declines what it does not understand. */
export async function analysePlan(picture: Picture): Promise<PlanAnalysis | Declined> {
  if ((await shadingOf(picture)) > mostShading)
    return notUnderstood(
      "This floor plan is a photo, a rendering or a painting: light, materials or paper already show in it. Send the drawing itself: dark lines on white or plain colours, without furniture.",
    );
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
  let best: ReadRooms | string = "No walls were found on this floor plan.";
  for (const walls of wallsOf(solid, letters)) {
    const read = readRooms(walls, labels, { ink, letters });
    if (typeof best === "string" || (typeof read !== "string" && meritOf(read) > meritOf(best))) best = read;
    if (typeof best === "string") continue;
    if (showsFurniture(best.rooms) || (best.doubt === undefined && best.open <= mostOpen)) break;
  }
  if (typeof best === "string") return notUnderstood(best);
  return { ink, labels, ...withMarks(labels, best.map, { ink, letters, scale: best.scale }), ...best };
}

type ReadRooms = Pick<
  PlanAnalysis,
  "walls" | "openings" | "scale" | "scaleFrom" | "map" | "rooms" | "open" | "doubt"
>;

/** How good a reading is: named rooms speak for it, names in one room or without a wall between them against it. */
const meritOf = ({ rooms, open, doubt }: ReadRooms): number =>
  rooms.filter(({ named }) => named).length -
  2 * rooms.filter(({ quarrels }) => quarrels).length -
  open -
  (doubt === undefined ? 0 : 3);

/** Reads the scale and the rooms if these are the walls; in words, why they cannot be. */
function readRooms(
  walls: Walls,
  labels: readonly Label[],
  drawing: Omit<Reading, "scale">,
): ReadRooms | string {
  const { ink } = drawing;
  const usual = scaleFromRooms(labels, walls);
  const printed = scaleFromLabels(labels, walls, usual);
  const scale = printed ?? scaleFromDoors(walls, ink, usual) ?? usual;
  if (scale === undefined || scale < leastScale || scale > mostScale)
    return "The scale of this floor plan is not clear: neither room sizes nor names nor doors were found.";
  const reading = { ...drawing, scale };
  const gaps = findOpenings(walls, ink, scale);
  const found = findRooms(walls, gaps, reading);
  const own = { ...found, rooms: inLabelledBlocks(found, walls, labels) };
  const divided = dividedRooms(own, labels, scale);
  const openings = [...gaps, ...doorsBetween(own, divided.rooms, scale)];
  const map = withRooms(found, divided.rooms, openings, reading);
  const rooms = nameRooms(map, labels, reading);
  if (!rooms.some(({ area }) => area > 5)) return "No closed rooms were found on this floor plan.";
  const scaleFrom = printed ? "sizes" : "doors";
  return { walls, openings, scale, scaleFrom, map, rooms, open: divided.open, doubt: doubtOf(rooms, scale) };
}

/** Whether the middle of a word lies in a row. */
function isWithin(word: Row, { left, right, top, bottom }: Row): boolean {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
  return x > left && x < right && y > top && y < bottom;
}

const notUnderstood = (message: string): Declined => ({
  declined: { reason: "room_not_understood", message },
});
