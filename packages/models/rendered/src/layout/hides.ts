import type { Kind } from "@image-staging/furniture/catalogue";
import type { Slot } from "@image-staging/furniture/groups/slots";
import type { Camera } from "@image-staging/tracer/scene";
import { stripBefore } from "./ground.ts";
import type { Fit, Place, Scene } from "./place.ts";
import { worths } from "./sights.ts";
import { covered, type Outline, outlineOf } from "./view.ts";

/** The share of a sight that can be hidden: outlines are boxes, and round or turned pieces hide less. */
const hardly = 0.15;

/**
 * What it costs to hide all the sun on the floor, and what is busy in the photo, by a plant or lamp or by furniture; and how
 * much the outlines count of other pieces than the main one.
 */
const weights = { sun: 0.9, busyBehindDecor: 0.4, busyBehindFurniture: 1.3, otherPiece: 0.6 } as const;

/** What the group hides of sights and of what the photo shows. */
export function hiddenBy({ group, outline, outlines }: Fit, { taken, interest, sun }: Scene): number {
  const [, ...others] = outlines;
  const sights = taken.reduce((sum, sight) => {
    const byOthers = others.reduce(
      (part, other) => part + weights.otherPiece * covered(sight.outline, other),
      0,
    );
    const hidden = Math.min(1, covered(sight.outline, outline) + byOthers);
    return sum + sight.worth * Math.max(0, hidden - hardly);
  }, 0);
  const shaded = sun ? outlines.reduce((part, seen) => part + sun.share(seen), 0) : 0;
  const busy = group.decor ? weights.busyBehindDecor : weights.busyBehindFurniture;
  return sights + busy * (interest?.within(outline) ?? 0) + weights.sun * Math.min(1, shaded);
}

/** How much of the main piece stands behind others. */
export function obscured({ outline, outlines }: Fit, { taken }: Scene): number {
  const [, ...others] = outlines;
  const before = [...others, ...taken.map((sight) => sight.outline)].filter(
    ({ bottom }) => bottom > outline.bottom,
  );
  return before.reduce((part, other) => Math.min(1, part + covered(outline, other)), 0);
}

/** Whether a piece hides more than `share` of a door, or of the way through a passage, in the image. */
export const hidesDoor = (piece: Outline, { room, camera }: Scene, share: number): boolean =>
  room.openings.some((opening) => {
    if (opening.kind !== "door" && opening.kind !== "passage") return false;
    const door = outlineOf(camera, stripBefore(opening, room, 0.02), 0, opening.top);
    return door !== undefined && covered(door, piece) > share;
  });

/** Whether a piece hides more than it may of a window, or is seen before one with more than that of itself. */
export const hidesWindow = (piece: Outline, { room, camera }: Scene): boolean =>
  room.openings.some((opening) => {
    if (opening.kind !== "window") return false;
    const window = outlineOf(camera, stripBefore(opening, room, 0.02), opening.bottom, opening.top);
    return window !== undefined && Math.max(covered(window, piece), covered(piece, window)) > mostHidden;
  });

/** How busy the photo can be behind what a group can do without: a fire, brick and shelves stay seen. */
const busiest = 0.75;

/** The share of a door that a plant, a lamp or a shelf can hide: its casing. */
export const casing = 0.08;
/** The share of a piece, a picture or a fire that a plant or lamp can hide. */
const sliver = 0.04;

/** Whether a plant or lamp hides brickwork, a door, or more than a hand's breadth of a piece, a picture or a fire. */
export const isInTheWay = (outline: Outline, scene: Scene): boolean =>
  (scene.interest?.within(outline) ?? 0) > busiest ||
  hidesDoor(outline, scene, casing) ||
  scene.taken.some(
    (sight) =>
      sight.worth >= worths.main &&
      sight.outline.bottom < outline.bottom &&
      covered(sight.outline, outline) > sliver,
  );

/** How much of a piece an optional one before it can hide; half of it of a fire or a picture, a quarter of the sun on the floor. */
const mostHidden = 0.25;

/** Whether an outline hides what the photo shows, a sight or the sun on the floor. */
export const hidesPhoto = (outline: Outline, { interest, taken, sun }: Scene): boolean =>
  (interest?.within(outline) ?? 0) > busiest ||
  (sun?.share(outline) ?? 0) > mostHidden / 4 ||
  taken.some((sight) => sight.worth >= worths.piece && covered(sight.outline, outline) > mostHidden / 2);

/** Whether an outline hides a piece that stands further back. */
export const hides = (outline: Outline, place: Place, camera: Camera): boolean =>
  isBehind(standingOutline(place, camera), outline);

/** Whether an outline is hidden behind a piece that stands nearer. */
export const isHidden = (outline: Outline, place: Place, camera: Camera): boolean =>
  isBehind(outline, standingOutline(place, camera));

const standingOutline = ({ rect, slot }: Place, camera: Camera): Outline | undefined =>
  outlineOf(camera, rect, 0, slot.size[2]);

const isBehind = (back: Outline | undefined, front: Outline | undefined): boolean =>
  back !== undefined &&
  front !== undefined &&
  back.bottom < front.bottom &&
  covered(back, front) > mostHidden;

/** Nobody wants to see the back of an armchair or of a bed's headboard; much of a sofa's is shown behind the foreground only. */
const mostAverted: Partial<Record<Kind, number>> = { armchair: 0.1, bed: 0.1, sofa: 0.35 };
export const showsBack = ({ slot, x, z, turn }: Place): boolean =>
  x * Math.sin(turn) + z * Math.cos(turn) > (mostAverted[slot.kind] ?? Infinity) * Math.hypot(x, z);

/** Whether a piece is one that looks at another. */
export const isSeat = ({ kind }: Slot): boolean => kind === "armchair" || kind === "sofa";
