import type { Picture } from "@image-staging/picture/picture";
import type { Declined } from "./declined.ts";
import { withoutFragments } from "./fragments.ts";
import { solidHatching } from "./hatching.ts";
import { findInk, type Ink } from "./ink.ts";
import { findOpenings, type Opening } from "./openings.ts";
import { betweenNames } from "./passages.ts";
import type { Box } from "./read/box.ts";
import { type Label, labelsOf, linesOf } from "./read/labels.ts";
import { lettersOf } from "./read/letters.ts";
import { withMarks } from "./read/marks.ts";
import { type Lettering, readLettering } from "./read/reader.ts";
import { isTextUnread } from "./read/unread.ts";
import { findRooms, type RoomMap } from "./rooms.ts";
import { findScale, type Scale } from "./scale.ts";
import { nameRooms, type PlanRoom } from "./uses.ts";
import { findWalls, type Walls } from "./walls.ts";

/** What is known of a floor plan; all lengths are pixels of the picture. */
export interface PlanAnalysis extends Scale {
  ink: Ink;
  /** 1 on lettering, and on small marks in rooms that were not read. */
  letters: Uint8Array;
  /** 1 on those that end dimension lines: furniture can stand on them, and they stay in sight. */
  ends: Uint8Array;
  labels: readonly Label[];
  /** Whether the plan has text in a script that is not read, or too small: its rooms have names that nobody knows. */
  isTextUnread: boolean;
  walls: Walls;
  openings: readonly Opening[];
  map: RoomMap;
  rooms: readonly PlanRoom[];
}

/** The scales that a plan with legible rooms can have. */
const [leastScale, mostScale] = [9, 400];

/**
 * Reads a floor plan: its lettering, walls, openings, scale and rooms. Declines what it does not understand. `page` is the same
 * picture at its own size, whose lettering is the most legible.
 */
export async function analysePlan(picture: Picture, page = picture): Promise<PlanAnalysis | Declined> {
  const ink = findInk(picture);
  if (!ink) return notUnderstood("This picture does not look like a floor plan: dark lines on light paper.");
  const solid = solidHatching(ink);
  const lettering = shrunkBy(picture.width / page.width, await readLettering(page));
  const lines = linesOf(lettering.words);
  const labels = labelsOf(lines);
  const letters = lettersOf(lettering, labels, ink);
  const walls = findWalls(solid, letters);
  if (!walls) return notUnderstood("No walls were found on this floor plan.");
  const found = findScale(lines, labels, walls, ink);
  if (!found || found.scale < leastScale || found.scale > mostScale)
    return notUnderstood(
      "The scale of this floor plan is not clear: neither room sizes nor names nor doors were found.",
    );
  const { scale } = found;
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
    isTextUnread: isTextUnread(lettering, labels),
    walls,
    openings,
    ...found,
    map,
    rooms,
  };
}

/** Lettering of a page in pixels of the page made smaller. */
function shrunkBy(scale: number, { words, unread }: Lettering): Lettering {
  const shrunk = <Part extends Box>(part: Part): Part => ({
    ...part,
    ...{
      left: part.left * scale,
      top: part.top * scale,
      right: part.right * scale,
      bottom: part.bottom * scale,
    },
  });
  return { words: words.map(shrunk), unread: unread.map(shrunk) };
}

const notUnderstood = (message: string): Declined => ({
  declined: { reason: "room_not_understood", message },
});
