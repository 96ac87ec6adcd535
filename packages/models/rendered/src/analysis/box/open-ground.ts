import type { Labels } from "../../labels/index.ts";
import { findView } from "../camera/find-view.ts";
import type { Segment } from "../camera/segments.ts";
import { sharpSegments } from "../camera/sharp-segments.ts";
import { groundOf } from "../gate/ground.ts";
import { projectorOf } from "../projector.ts";
import { bars, cameraOf, type FoundRoom } from "./find-room.ts";

/** How far ground is used, nearest and furthest, and how high the sky hangs over it, in units of the camera's elevation. */
const [nearest, furthest, sky] = [2, 7, 3] as const;

/**
 * The part of the ground that labels may put above the horizon, by mistake, and the part of it that is free of things: of 69 photos of
 * gardens and terraces furnished ones have 0.43 at most, unless their chairs are slender, free ones 0.53 and more, but for four that are
 * mostly taken for things.
 */
const [stray, leastFree] = [0.02, 0.5] as const;

/**
 * Ground under the sky without walls that bound it: the view of the photo's lines (houses and fences draw them), turned straight
 * ahead, and a box as deep as the ground in sight. Nothing if the view is not clear, if the ground reaches above its horizon, or if things stand all over it: trees, or what
 * labels take for them.
 */
export function openGroundOf(labels: Labels, segments: readonly Segment[]): FoundRoom | undefined {
  const { copy } = labels;
  const { floor, things } = groundOf(labels);
  if (floor.length < leastFree * (floor.length + things.length)) return undefined;
  const found = findView(sharpSegments(segments, copy.lab[0]), copy.width, copy.height);
  if (found.confidence < bars.empty.camera) return undefined;
  const view = { ...found.view, yaw: 0 };
  const projector = projectorOf(cameraOf(copy, view, 1));
  const depthOf = (i: number): number =>
    -(projector.onLevel(i % copy.width, Math.floor(i / copy.width), 0)?.[1] ?? -Infinity);
  const depths = floor.map(depthOf).sort((a, b) => b - a);
  const deepest = depths[Math.floor(stray * depths.length)];
  if (deepest === undefined || deepest === Infinity) return undefined;
  const back = Math.max(nearest, Math.min(furthest, deepest));
  const side = Math.max(nearest, (back * copy.width) / 2 / view.focal);
  return {
    view,
    found: { box: { left: side, right: side, back, height: sky }, edges: 0, ceiling: 0, foot: 0 },
    confidence: { camera: found.confidence, room: 0 },
    sureness: 0,
  };
}
