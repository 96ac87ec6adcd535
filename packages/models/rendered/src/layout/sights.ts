import { componentsOf } from "@image-staging/picture/components";
import type { Camera, Opening } from "@image-staging/tracer/scene";
import type { Labels } from "../labels/index.ts";
import { maskOf } from "../labels/mask.ts";
import { lowSill, stripBefore } from "./ground.ts";
import type { Fit, Scene, Sight } from "./place.ts";
import { outlineOf } from "./view.ts";

/** What hiding all of a sight costs in the score: a place is taken from 0.55 on. */
export const worths = { main: 2.4, piece: 1.5, window: 0.7, windowToFloor: 0.3 } as const;

/** What a group has on the wall. */
export function hungOf({ places }: Fit, camera: Camera): Sight[] {
  return places.flatMap(({ slot, rect, y }) => {
    const outline = slot.hangs && outlineOf(camera, rect, y, y + slot.size[2]);
    return outline ? [{ outline, worth: worths.main }] : [];
  });
}

/** Fireplaces and windows in the picture, and what stands there: nothing should hide them. */
export function sightsOf(
  { room, camera }: Pick<Scene, "room" | "camera">,
  standing: readonly Sight[] = [],
): Sight[] {
  const openings = room.openings.flatMap((opening) => {
    if (opening.kind !== "fireplace" && opening.kind !== "window") return [];
    const outline = outlineOf(camera, stripBefore(opening, room, 0.02), opening.bottom, opening.top);
    return outline ? [{ outline, worth: worthOf(opening) }] : [];
  });
  return [...openings, ...standing];
}

/** What hiding all of a fireplace or window costs: one sees out of a window to the floor over what stands before it. */
const worthOf = ({ kind, bottom }: Opening): number => {
  if (kind !== "window") return worths.main;
  return bottom < lowSill ? worths.windowToFloor : worths.window;
};

/** The part of the picture that a thing takes at least: what is smaller is a socket or a mistake. */
const smallest = 0.004;

/** What stands in the room that the photo shows: furniture, or a bath's fittings. */
export function standingIn(labels: Labels): Sight[] {
  const { width, height } = labels.copy;
  const { components } = componentsOf(maskOf(labels, "things"), labels.copy, true);
  return components
    .filter(({ pixels }) => pixels > smallest * width * height)
    .map(({ left, right, top, bottom }) => ({
      outline: { left: left / width, right: right / width, top: top / height, bottom: bottom / height },
      worth: worths.piece,
    }));
}
