import type { EdgeField } from "@image-staging/picture/edge-field";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Camera } from "@image-staging/tracer/scene";
import type { Labels } from "../../labels/index.ts";
import { findView } from "../camera/find-view.ts";
import type { View } from "../camera/manhattan.ts";
import type { Segment } from "../camera/segments.ts";
import { sharpSegments } from "../camera/sharp-segments.ts";
import { boxPrior } from "./box.ts";
import { type FoundBox, findBox } from "./find-box.ts";

/**
 * A room's sureness is the share of the box's edges that the picture has, times the root of how sure the camera and the floor
 * are. A plain room has few lines and a carpet many colours, but a box in the wrong place lacks edges: by all lines 18
 * of 203 generated rooms are below the least, 16 of them rightly. Other lines are tried below enough, and must be
 * surer by a step, or surer at all if edges and labels speak more for their box.
 */
const [enough, step] = [0.5, 0.1] as const;

/** How sure camera and room are at least. */
interface Bar {
  camera: number;
  room: number;
}

const bars = {
  empty: { camera: 0.35, room: 0.42 },
  /** Furniture hides the edges: by these, all 63 furnished photos have a box, which labels then correct. */
  furnished: { camera: 0.2, room: 0.15 },
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
  const least = byHigh.found.score > byAll.found.score ? 0 : step;
  return byHigh.sureness > byAll.sureness + least ? byHigh : byAll;
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
  const found = findBox(labels, segments, cameraOf(copy, view, 1), edges);
  const sureness = found.edges * Math.sqrt(confidence * found.floor);
  if (sureness < bar.room || boxPrior(found.box) < leastLikely) return undefined;
  return { view, found, confidence: { camera: confidence, room: found.edges * found.floor }, sureness };
}

/** The camera of a view, so high over the floor. */
export function cameraOf({ width, height }: WorkingCopy, view: View, elevation: number): Camera {
  const { focal, yaw, pitch, roll, shift, aside } = view;
  return {
    ...{ width, height, focal, yaw, pitch, roll, elevation },
    ...{ centreX: width / 2 + aside, centreY: height / 2 + shift },
  };
}
