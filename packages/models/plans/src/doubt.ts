import type { RoomUse } from "@image-staging/furniture/room-use";
import { furnished } from "./own-furniture.ts";
import type { Label } from "./read/labels.ts";
import type { Scale } from "./scale.ts";
import type { PlanRoom } from "./uses.ts";

/** Square metres from which a room counts. */
const leastArea = 5;
/** The parts of all rooms that must have a name, that rooms of two names can hold, and that one room can, also an open one. */
const [leastNamed, mostQuarrelling, mostInOne, mostInOpen] = [0.5, 0.2, 0.55, 0.8];
/** What is open to each other in a plan without walls between. */
const open: ReadonlySet<RoomUse> = new Set(["living", "dining", "kitchen", "studio"]);
/** Pieces in one room that tell of the whole plan: more than an island and a watermark. */
const much = 3 * furnished;
/** The part of all names that must be in rooms: a legend can print each once more. */
const leastInRooms = 1 / 3;
/** Square metres between which most bedrooms and living rooms are. */
const usual = { least: 5.5, most: 70 };
/** How many measures must agree on the scale. */
const leastVotes = 2;
/** Rooms with printed sizes that tell whether the scale is right, and how far a side can be off, as a logarithm. */
const sized = { fewest: 2, fitting: 0.5, off: 0.2 };

/**
 * Why a plan's rooms are not sure enough to furnish them, in words that say what to change: most rooms have no name, names that
 * exclude each other are in one room, one room is most of the plan, furniture is drawn, or rooms are not as large as usual or
 * as their sizes say, text is in a script that is not read, or fewer than two measures agree on the scale. Undefined if nothing
 * speaks against it.
 */
export function doubtOf(
  rooms: readonly PlanRoom[],
  { scale, scaleVotes, isTextUnread }: Pick<Scale, "scale" | "scaleVotes"> & { isTextUnread: boolean },
): string | undefined {
  if (isTextUnread)
    return "The names are in a script that is not read, or too small. Send the plan larger, with its names in Latin letters, Chinese or kanji.";
  const large = rooms.filter(({ area, uses }) => area > leastArea && uses[0] !== "outside");
  const named = large.filter(({ uses }) => uses.length > 0);
  if (named.length < leastNamed * large.length || named.length === 0)
    return "The names of most rooms could not be read. Send the plan larger, with printed names.";
  const all = large.reduce((sum, { area }) => sum + area, 0);
  const quarrelling = large.filter(({ quarrels }) => quarrels);
  if (quarrelling.reduce((sum, { area }) => sum + area, 0) > mostQuarrelling * all)
    return `The walls between some rooms were not found: ${namesOf(quarrelling)}. Send a plan with dark, closed walls.`;
  const whole = rooms.reduce((sum, { area }) => sum + area, 0);
  const isMost = ({ area, uses }: PlanRoom) =>
    area > (uses.every((use) => open.has(use)) ? mostInOpen : mostInOne) * whole;
  if (rooms.length > 2 && rooms.some(isMost))
    return "One room seems to be most of the plan. Send a plan with dark, closed walls.";
  if (showsFurniture(rooms)) return "This plan shows furniture of its own. Send it without furniture.";
  const main = rooms.filter(({ uses }) => uses.includes("living") || uses.includes("bedroom"));
  if (main.filter(({ area }) => area > usual.least && area < usual.most).length < main.length / 2)
    return "The scale is not clear: rooms would be too small or too large. Send the plan with printed sizes.";
  if (scaleVotes < leastVotes)
    return "The scale is not clear: no two sizes, doors and rooms agree. Send the plan with printed sizes.";
  const fits = rooms.flatMap((room) => fitOf(room, scale) ?? []);
  if (fits.length >= sized.fewest && fits.filter(Boolean).length < sized.fitting * fits.length)
    return "The printed sizes do not fit the rooms. Send the whole plan, larger, with its sizes in the rooms.";
  return undefined;
}

/** Whether most of a plan's names are in none of the rooms that were found: they are not those that it shows. */
export function missesNames(rooms: readonly PlanRoom[], labels: readonly Label[]): boolean {
  const namesIn = (all: readonly Label[]) => all.filter(({ isRoom }) => isRoom).length;
  return namesIn(rooms.flatMap((room) => room.labels)) < leastInRooms * namesIn(labels);
}

/** Whether furniture is drawn in several rooms, or much in one. */
export function showsFurniture(rooms: readonly PlanRoom[]): boolean {
  const own = rooms.filter(({ ownPieces }) => ownPieces >= furnished);
  return own.length > 1 || own.some(({ ownPieces }) => ownPieces >= much);
}

const namesOf = (rooms: readonly PlanRoom[]): string =>
  rooms.map(({ uses }) => uses.join(" and ")).join(", ");

/** Whether a room is as wide and as deep as its label says; undefined without a size. */
function fitOf({ labels: [label], left, right, top, bottom }: PlanRoom, scale: number): boolean | undefined {
  if (!label || label.sizes.length === 0) return undefined;
  const sides = [(right - left) / scale, (bottom - top) / scale].sort((a, b) => a - b);
  return label.sizes.some((size) =>
    [...size.sides]
      .sort((a, b) => a - b)
      .every((side, i) => Math.abs(Math.log(side / (sides[i] ?? side))) < sized.off),
  );
}
