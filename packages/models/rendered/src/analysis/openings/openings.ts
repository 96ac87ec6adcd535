import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera, Opening, WallName } from "@image-staging/tracer/scene";
import type { Segment } from "../camera/segments.ts";
import { framesOf, type Planes } from "../faces.ts";
import { type Found, isEntrance, windowsOf } from "./bright-openings.ts";
import { fixturesOf } from "./fixtures.ts";
import { withHearths } from "./hearths.ts";
import { differences } from "./plain-wall.ts";
import {
  cutOffRectanglesOf,
  doorOutline,
  isWithin,
  type Outline,
  overlap,
  type Rectangle,
  rectanglesOf,
} from "./rectangles.ts";
import { type WallView, wallViewOf } from "./wall-view.ts";

/** So many doors in one wall are the panes of a glass wall: windows that reach the floor. */
const panes = 3;
/** The share of each side of a door's leaf that segments show if they alone tell it. */
const clear = 0.85;

/** Windows, doors and what else is in walls that the picture shows, by its segments and colours. */
export function openingsOf(
  copy: WorkingCopy,
  segments: readonly Segment[],
  camera: Camera,
  planes: Planes,
  walls: readonly WallName[],
): Opening[] {
  const frames = framesOf(planes);
  return walls.flatMap((wall) =>
    onWall(wallViewOf(copy, segments, camera, frames[wall], 0.05)).map(
      ({ from, to, ...rest }): Opening => ({
        ...{ wall, from: frames[wall].start + from, to: frames[wall].start + to },
        ...rest,
      }),
    ),
  );
}

function onWall(view: WallView): Found[] {
  const difference = differences(view);
  const leaves = outlined(view, doorOutline, "door");
  const clearLeaves = outlined(view, { ...doorOutline, least: clear }, "door");
  const lit = windowsOf(view, difference);
  // The light on a white door's upper half, or its panels, is no window if segments outline the leaf clearly.
  const windowed = lit.filter(
    (found) =>
      !(found.kind === "window" && isDull(view, found) && clearLeaves.some((leaf) => isAround(found, leaf))),
  );
  const bright = windowed.map(
    (found): Found => (isEntrance(found, windowed) ? { ...found, kind: "door" } : found),
  );
  const standing = leaves.filter(isApartFrom(bright));
  const doors =
    standing.length < panes
      ? standing.map((door): Found => (isLeaf(door, standing) ? { ...door, kind: "passage" } : door))
      : standing.map((pane): Found => ({ ...pane, kind: "window" }));
  const sure = [...bright, ...doors];
  const windows = outlined(view, windowOutline, "window").filter(isApartFrom([...sure, ...leaves]));
  const others = [...sure, ...windows];
  const cutOff = cutOffRectanglesOf(view, doorOutline)
    .filter(isApartFrom(others))
    // Not doors: their height, if they are half of something else, is no measure of the room.
    .map((rectangle): Found => ({ ...rectangle, kind: "passage" }));
  const known = [...others, ...cutOff];
  return withHearths([...known, ...fixturesOf(view, difference, known)]);
}

const isApartFrom = (others: readonly Rectangle[]) => (rectangle: Rectangle) =>
  others.every((other) => !overlap(other, rectangle));

const isAround = (inner: Rectangle, outer: Rectangle): boolean =>
  inner.from > outer.from - 0.05 && inner.to < outer.to + 0.05 && inner.top < outer.top + 0.05;

/** Whether nothing of a rectangle shines. */
function isDull(view: WallView, rectangle: Rectangle): boolean {
  const { from, to, bottom, top } = rectangle;
  const isInside = isWithin(view, rectangle);
  const shining = view.clipped.filter((share, k) => share > 0.5 && isInside(k));
  return shining.length * view.cell ** 2 < 0.05 * (to - from) * (top - bottom);
}

/** Whether a door has another next to it: the two are a French window, and its height is no door's. */
const isLeaf = ({ from, to }: Rectangle, all: readonly Rectangle[]): boolean =>
  all.some((other) => Math.abs(other.from - to) < 0.08 || Math.abs(from - other.to) < 0.08);

const windowOutline = {
  width: { least: 0.45, most: 3 },
  bottom: { least: 0.35, most: 1.5 },
  top: { least: 1.5, most: 2.6 },
  stands: false,
  least: 0.6,
  evidence: 2.4,
};

function outlined(view: WallView, outline: Outline, kind: Opening["kind"]): Found[] {
  return rectanglesOf(view, outline).map(({ rectangle }) => ({ ...rectangle, kind }));
}
