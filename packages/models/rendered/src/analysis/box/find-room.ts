import type { EdgeField } from "@image-staging/picture/edge-field";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import { labelGroups } from "../../labels/classes.ts";
import type { Labels } from "../../labels/index.ts";
import { maskOf } from "../../labels/mask.ts";
import { findView } from "../camera/find-view.ts";
import type { View } from "../camera/manhattan.ts";
import type { Segment } from "../camera/segments.ts";
import { sharpSegments } from "../camera/sharp-segments.ts";
import { boxPrior } from "./box.ts";
import { agreementOf } from "./by-labels.ts";
import { type FoundBox, findBox } from "./find-box.ts";

/**
 * Other lines are tried if a room is less sure. Sureness is the share of the box's edges that the picture has, times the cube of
 * how far the labels agree with its faces: a plain room has few lines, and a box in the wrong place fails at both.
 */
const enough = 0.4;

/** How sure camera and room are at least. */
interface Bar {
  camera: number;
  room: number;
}

/** How sure an empty and a furnished room must be. */
export const bars = {
  /** Of 30 photos and 64 drawn rooms right boxes have at least 0.29, wrong ones at most 0.24. */
  empty: { camera: 0.35, room: 0.26 },
  /** Furniture hides the edges: by these, all 63 furnished photos have a box, which labels then correct. */
  furnished: { camera: 0.2, room: 0.04 },
} as const satisfies Record<string, Bar>;

/** A room of 50 metres has -31, a hall with a ceiling four cameras high -13: a skirting's two edges pass for floor and ceiling. */
const leastLikely = -20;

/** A view and the box of walls that fits it, each with its confidence. */
export interface FoundRoom {
  view: View;
  found: FoundBox;
  confidence: { camera: number; room: number };
  sureness: number;
}

/**
 * The view and the walls of a photo, or nothing if they are not clear. If all lines together leave a doubt, those above the
 * floor are tried alone, and all once more from there: herringbone draws lines at an angle to the walls.
 */
export function findRoom(
  labels: Labels,
  segments: readonly Segment[],
  edges: EdgeField,
  state: keyof typeof bars = "empty",
): FoundRoom | undefined {
  const { copy } = labels;
  const scene = { labels, segments, edges, bar: bars[state] };
  const sharp = sharpSegments(segments, copy.lab[0]);
  const isHigh = ({ y1, y2 }: Segment): boolean => Math.min(y1, y2) < 0.55 * copy.height;
  const byAll = roomBy(sharp, scene);
  if (byAll && byAll.sureness > enough) return byAll;
  const byHigh = roomBy(sharp.filter(isHigh), scene, sharp);
  if (!byHigh || !byAll) return byHigh ?? byAll;
  return byHigh.sureness > byAll.sureness ? byHigh : byAll;
}

/** What a room is looked for in, and how sure it must be. */
interface Scene {
  labels: Labels;
  segments: readonly Segment[];
  edges: EdgeField;
  bar: Bar;
}

function roomBy(
  lines: readonly Segment[],
  { labels, segments, edges, bar }: Scene,
  all = lines,
): FoundRoom | undefined {
  const { copy } = labels;
  const { view, confidence } = findView(lines, copy.width, copy.height, all);
  if (confidence < bar.camera) return undefined;
  const camera = cameraOf(copy, view, 1);
  const found = findBox(labels, segments, camera, edges);
  const agreement = agreementOf(labels, maskOf(labels, "things"), camera)(found.box);
  const sureness = found.edges * agreement ** 3;
  if (sureness < bar.room || boxPrior(found.box) < leastLikely) return undefined;
  return {
    view,
    found,
    confidence: { camera: confidence, room: found.foot * wallsSureness(labels) },
    sureness,
  };
}

/** The mean share of what the labels call wall: how exact these are there. */
function wallsSureness(labels: Labels): number {
  const [index, share] = [labelGroups.indexOf("walls"), labels.group("walls")];
  const walls = share.filter((_, i) => labels.greatest[i] === index);
  return walls.reduce((sum, value) => sum + value, 0) / Math.max(1, walls.length);
}

/** The camera of a view, so high over the floor. */
export function cameraOf({ width, height }: WorkingCopy, view: View, elevation: number): Camera {
  const { focal, yaw, pitch, roll, shift, aside } = view;
  return {
    ...{ width, height, focal, yaw, pitch, roll, elevation },
    ...{ centreX: width / 2 + aside, centreY: height / 2 + shift },
  };
}
