import { stripBefore } from "./ground.ts";
import type { Fit, Scene } from "./place.ts";
import { covered, type Outline, outlineOf } from "./view.ts";

/** The share of a sight that can be hidden: outlines are boxes, and round or turned pieces hide less. */
const hardly = 0.15;

/** What it costs to hide all the sun on the floor. */
const sunny = 0.9;

/** What the group hides of sights and of what the photo shows. */
export function hiddenBy({ group, outline, outlines }: Fit, { taken, interest, sun }: Scene): number {
  const [, ...others] = outlines;
  const sights = taken.reduce((sum, sight) => {
    const byOthers = others.reduce((part, other) => part + 0.6 * covered(sight.outline, other), 0);
    const hidden = Math.min(1, covered(sight.outline, outline) + byOthers);
    return sum + sight.worth * Math.max(0, hidden - hardly);
  }, 0);
  const shaded = sun ? outlines.reduce((part, seen) => part + sun.share(seen), 0) : 0;
  return sights + (group.decor ? 0.4 : 1.3) * (interest?.within(outline) ?? 0) + sunny * Math.min(1, shaded);
}

/** How much of the main piece stands behind others. */
export function obscured({ outline, outlines }: Fit, { taken }: Scene): number {
  const [, ...others] = outlines;
  const before = [...others, ...taken.map((sight) => sight.outline)].filter(
    ({ bottom }) => bottom > outline.bottom,
  );
  return before.reduce((part, other) => Math.min(1, part + covered(outline, other)), 0);
}

/** Whether more of a door than a part, such as its casing, is behind a piece, as the camera sees it. */
export const hidesDoor = (piece: Outline, { room, camera }: Scene, part: number): boolean =>
  room.openings.some((opening) => {
    if (opening.kind !== "door" && opening.kind !== "passage") return false;
    const door = outlineOf(camera, stripBefore(opening, room, 0.02), 0, opening.top);
    return door !== undefined && covered(door, piece) > part;
  });

/** How busy the photo can be behind a plant or lamp: a fire's brickwork stays seen. */
const busiest = 0.75;

/** Whether a plant or lamp hides brickwork, a door, or more than a hand's breadth of a piece, a picture or a fire. */
export const isInTheWay = (outline: Outline, scene: Scene): boolean =>
  (scene.interest?.within(outline) ?? 0) > busiest ||
  hidesDoor(outline, scene, 0.08) ||
  scene.taken.some(
    (sight) =>
      sight.worth > 2 && sight.outline.bottom < outline.bottom && covered(sight.outline, outline) > 0.04,
  );
