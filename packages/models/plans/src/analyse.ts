import type { Picture } from "@image-staging/picture/picture";
import { inLabelledBlocks } from "./blocks.ts";
import type { Declined } from "./declined.ts";
import { type Vote, votesOfDimensions } from "./dimension-lines.ts";
import { doubtOf, missesNames, showsFurniture } from "./doubt.ts";
import { findInk, type Ink, type Reading } from "./ink.ts";
import { findOpenings, type Opening, roomsBeside, withThresholds } from "./openings.ts";
import { scaled } from "./read/box.ts";
import { type Label, labelsOf, linesOf } from "./read/labels.ts";
import { lettersOf } from "./read/letters.ts";
import { type Lettering, readLettering } from "./read/reader.ts";
import { isTextUnread } from "./read/unread.ts";
import { findRooms, mapOf, type RoomMap } from "./rooms.ts";
import { findScale, type Scale } from "./scale.ts";
import { votesOfBars } from "./scale-bars.ts";
import { shadingOf } from "./shading.ts";
import { dividedRooms, doorsBetween } from "./split.ts";
import { nameRooms, type PlanRoom, withNooks } from "./uses.ts";
import { type Walls, wallsOf } from "./walls.ts";

/** What is known of a floor plan; all lengths are pixels of the picture. */
export interface PlanAnalysis extends Scale {
  ink: Ink;
  /** 1 on lettering. */
  letters: Uint8Array;
  labels: readonly Label[];
  /** Whether the plan has text in a script that is not read, or too small: its rooms have names that nobody knows. */
  isTextUnread: boolean;
  walls: Walls;
  openings: readonly Opening[];
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

/**
 * Reads a floor plan: its lettering, walls, openings, scale and rooms. Declines what it does not understand. `page` is the same
 * picture at its own size, whose lettering is the most legible.
 */
export async function analysePlan(picture: Picture, page = picture): Promise<PlanAnalysis | Declined> {
  if ((await shadingOf(picture)) > mostShading)
    return notUnderstood(
      "This floor plan is a photo, a scan, a rendering or a coloured drawing with furniture: light, materials or paper already show in it. Send the drawing itself: dark lines on white or plain colours, without furniture.",
    );
  const ink = findInk(picture);
  if (!ink) return notUnderstood("This picture does not look like a floor plan: dark lines on light paper.");
  const lettering = shrunkBy(picture.width / page.width, await readLettering(page));
  const lines = linesOf(lettering.words);
  const labels = labelsOf(lines);
  const letters = lettersOf(lettering, labels, ink);
  const measures = [...votesOfDimensions(lines, ink), votesOfBars(lines, { ink, letters })];
  const written = { measures, labels, isTextUnread: isTextUnread(lettering, labels) };
  let best: ReadRooms | string = "No walls were found on this floor plan.";
  for (const walls of wallsOf(ink, letters)) {
    const read = readRooms(walls, written, { ink, letters });
    if (typeof best === "string" || (typeof read !== "string" && meritOf(read) > meritOf(best))) best = read;
    if (typeof best === "string") continue;
    // Other walls help neither names that cannot be read nor a plan that is furnished already.
    if (
      written.isTextUnread ||
      showsFurniture(best.rooms) ||
      (best.doubt === undefined && best.open <= mostOpen)
    )
      break;
  }
  if (typeof best === "string") return notUnderstood(best);
  return { ink, labels, isTextUnread: written.isTextUnread, letters, ...best };
}

type ReadRooms = Scale & Pick<PlanAnalysis, "walls" | "openings" | "map" | "rooms" | "open" | "doubt">;

/** What is written on a plan. */
type Written = Pick<PlanAnalysis, "labels" | "isTextUnread"> & { measures: readonly (readonly Vote[])[] };

/** How good a reading is: named rooms speak for it, names in one room or without a wall between them against it. */
const meritOf = ({ rooms, open, doubt }: ReadRooms): number =>
  rooms.filter(({ named }) => named).length -
  2 * rooms.filter(({ quarrels }) => quarrels).length -
  open -
  (doubt === undefined ? 0 : 3);

/** Reads the scale and the rooms if these are the walls; in words, why they cannot be. */
function readRooms(walls: Walls, written: Written, drawing: Omit<Reading, "scale">): ReadRooms | string {
  const { ink } = drawing;
  const { measures, labels, isTextUnread } = written;
  const measured = findScale(measures, labels, walls, ink);
  if (!measured || measured.scale < leastScale || measured.scale > mostScale)
    return "The scale of this floor plan is not clear: neither room sizes nor names nor doors were found.";
  const { scale } = measured;
  const reading = { ...drawing, scale };
  const gaps = findOpenings(walls, ink, scale);
  const found = findRooms(walls, gaps, reading);
  const own = { ...found, rooms: inLabelledBlocks(found, walls, labels) };
  const divided = dividedRooms(own, labels, scale);
  const openings = [...withThresholds(gaps, found, walls, scale), ...doorsBetween(own, divided.rooms, scale)];
  const map = mapOf({ ...found, rooms: divided.rooms }, openings, reading);
  const doors = openings.filter(({ kind }) => kind === "door");
  const rooms = withNooks(
    nameRooms(map, labels, reading),
    doors.map((door) => roomsBeside(door, map, walls)),
  );
  if (!rooms.some(({ area }) => area > 5) || missesNames(rooms, labels))
    return "No closed rooms were found around the names of this floor plan. Send it with dark, closed walls.";
  const doubt = doubtOf(rooms, { ...measured, isTextUnread });
  return { walls, openings, ...measured, map, rooms, open: divided.open, doubt };
}

/** Lettering of a page in pixels of the page made smaller. */
const shrunkBy = (scale: number, { words, unread }: Lettering): Lettering => ({
  words: words.map((word) => ({ ...word, ...scaled(word, scale) })),
  unread: unread.map((box) => scaled(box, scale)),
});

const notUnderstood = (message: string): Declined => ({
  declined: { reason: "room_not_understood", message },
});
