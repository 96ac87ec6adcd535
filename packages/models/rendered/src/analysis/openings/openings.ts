import type { EdgeField } from "@image-staging/picture/edge-field";
import { medianOf } from "@image-staging/picture/quantile";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera, Opening, WallName } from "@image-staging/tracer/scene";
import type { Segment } from "../camera/segments.ts";
import { framesOf, type Planes } from "../faces.ts";
import { type Found, isEntrance, outshines, windowsOf } from "./bright-openings.ts";
import { cutOffDoorsOf } from "./cut-off-doors.ts";
import { faintDoorsOf } from "./faint-doors.ts";
import { fixturesOf } from "./fixtures.ts";
import { withHearths } from "./hearths.ts";
import { oneSidedDoorsOf } from "./one-sided-doors.ts";
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
import { sillsOn } from "./sills.ts";
import { type WallView, wallViewOf } from "./wall-view.ts";

/** How far from an opening an upright line can be one of its own: metres. */
const jamb = 0.3;
/** So many doors in one wall are the panes of a glass wall: windows that reach the floor. */
const panes = 3;
/** How much lighter (Lab) than its wall a window is at least: 14 in 70 generated rooms, a white door in overexposed paint 7. */
const leastShine = 11;
/** The share of each side of a door's leaf that segments show if they alone tell it. */
const clear = 0.85;

/** What walls have, in the planes' metres. */
interface InWalls {
  openings: Opening[];
  /** Outlines of doors that colour or light speaks against: one keeps a way to them, and takes them for nothing else. */
  possibleDoors: Opening[];
}

/** Windows, doors (with an edge field faint ones too) and what else is in walls that the picture shows. */
export function openingsOf(
  copy: WorkingCopy,
  segments: readonly Segment[],
  camera: Camera,
  planes: Planes,
  { walls = ["back", "left", "right"], edges }: { walls?: readonly WallName[]; edges?: EdgeField } = {},
): InWalls {
  const frames = framesOf(planes);
  const found = walls.map((wall): InWalls => {
    const view = wallViewOf(copy, segments, camera, frames[wall], 0.05);
    const { start } = frames[wall];
    const faint = edges ? faintDoorsOf(edges, camera, frames[wall]) : [];
    const cut = edges ? cutOffDoorsOf(edges, camera, frames[wall]) : [];
    const oneSided = edges && cut.length === 0 ? oneSidedDoorsOf(edges, camera, frames[wall]) : [];
    const hasSill = edges ? sillsOn(edges, camera, frames[wall]) : () => false;
    const { openings, possibleDoors } = onWall(view, faint, [...cut, ...oneSided], hasSill);
    const placed = ({ from, to, ...rest }: Found): Opening => ({
      ...{ wall, from: start + from, to: start + to },
      ...rest,
    });
    return { openings: openings.map(placed), possibleDoors: possibleDoors.map(placed) };
  });
  return {
    openings: found.flatMap(({ openings }) => openings),
    possibleDoors: found.flatMap(({ possibleDoors }) => possibleDoors),
  };
}

function onWall(
  view: WallView,
  outlines: readonly Rectangle[],
  cut: readonly Rectangle[],
  hasSill: (outline: Rectangle) => boolean,
): Record<keyof InWalls, Found[]> {
  const difference = differences(view);
  const standsFree = (outline: Rectangle): boolean => !hasSill(outline);
  const leaves = outlined(view, doorOutline, "door");
  const clearLeaves = outlined(view, { ...doorOutline, least: clear }, "door");
  const cutLeaves = cutOffRectanglesOf(view, doorOutline);
  const lit = windowsOf(view, difference, hasSill);
  const isIn = (found: Found, ...lists: (readonly Rectangle[])[]): boolean =>
    isDull(view, found) && lists.every((some) => some.filter(standsFree).some(isAround(found)));
  // The light on a white door's upper half, which segments and pixels outline, or its panels, are no window.
  const onLeaf = lit.filter((found) => isIn(found, leaves, outlines));
  // Nor is it if segments alone outline the leaf clearly. Panels pass for the lintel of one that the border cuts off.
  const onClearLeaf = lit.filter(
    (found) =>
      (found.kind === "window" && isIn(found, clearLeaves)) || isIn(found, cutLeaves, cut.map(withoutTop)),
  );
  const plain = outlines.filter((outline) => isOfWall(view, difference, outline));
  const faint = outlines.filter(
    (outline) =>
      standsFree(outline) && (plain.includes(outline) || onLeaf.some((found) => isAround(found)(outline))),
  );
  const windowed = lit.filter(
    (found) => !onClearLeaf.includes(found) && ![...plain, ...faint].some(isAround(found)),
  );
  const bright = windowed.map(
    (found): Found => (isEntrance(found, windowed) ? { ...found, kind: "door" } : found),
  );
  const standing = leaves.filter(isApartFrom(bright));
  const doors =
    standing.length < panes
      ? standing
          .filter(standsFree)
          .map((door): Found => (isLeaf(door, standing) ? { ...door, kind: "passage" } : door))
      : standing.map((pane): Found => ({ ...pane, kind: "window" }));
  const sure = [...bright, ...doors];
  const faintDoors = faint.filter(isApartFrom(sure)).map((door): Found => ({ ...door, kind: "door" }));
  const windows = outlined(view, windowOutline, "window").filter(
    isApartFrom([...sure, ...faintDoors, ...leaves, ...plain]),
  );
  const others = [...sure, ...faintDoors, ...windows];
  // The jamb of an opening that is known is no other one's.
  const isOther = isApartFrom(
    others.map(({ from, to, ...rest }) => ({ from: from - jamb, to: to + jamb, ...rest })),
  );
  const cutOff = [...cutLeaves, ...cut.filter(isOther)]
    .filter((outline) => standsFree(outline) && isApartFrom(others)(outline))
    // Not doors: their height, if they are half of something else, is no measure of the room.
    .map((rectangle): Found => ({ ...rectangle, kind: "passage" }));
  const known = [...others, ...cutOff];
  const possible = [...leaves, ...outlines, ...cutLeaves, ...cut].filter(
    (outline) => standsFree(outline) && !known.some((found) => isExplainedBy(found, outline, view)),
  );
  return {
    openings: withHearths([...known, ...fixturesOf(view, difference, known)]),
    possibleDoors: possible.map((outline): Found => ({ ...outline, kind: "door" })),
  };
}

const isApartFrom = (others: readonly Rectangle[]) => (rectangle: Rectangle) =>
  others.every((other) => !overlap(other, rectangle));

/**
 * Whether an outline is that of an opening that is known. Light on a door can pass for a window to the floor, or for one beside
 * it; so can a lamp before it, which hides little of it, and a white leaf in overexposed paint, which hardly outshines that.
 */
function isExplainedBy(found: Found, outline: Rectangle, view: WallView): boolean {
  const wide = Math.min(found.to, outline.to) - Math.max(found.from, outline.from);
  // Of a door with panels a part can be found: an outline around most of it that goes far beyond is the whole.
  const isPart = found.from > outline.from + jamb || found.to < outline.to - jamb;
  if (found.kind === "door" && isPart && wide > (found.to - found.from) / 2) return false;
  if (found.kind !== "window") return overlap(found, outline);
  const high = Math.min(found.top, outline.top) - Math.max(found.bottom, outline.bottom);
  const isIn = wide > (outline.to - outline.from) / 2 && high > (outline.top - outline.bottom) / 4;
  return isIn && found.bottom > 0 && outshines(view, found) > leastShine;
}

/** Whether the upper half of an outline, where a window would be, has about the wall's colour. */
function isOfWall(view: WallView, difference: Float32Array, outline: Rectangle): boolean {
  const isHigh = isWithin(view, { ...outline, bottom: 1 });
  const upper = difference.filter((_, k) => view.seen[k] && isHigh(k));
  return medianOf(upper) < 5;
}

const isAround = (inner: Rectangle) => (outer: Rectangle) =>
  inner.from > outer.from - 0.05 && inner.to < outer.to + 0.05 && inner.top < outer.top + 0.05;

const withoutTop = (outline: Rectangle): Rectangle => ({ ...outline, top: doorOutline.top.most });

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
