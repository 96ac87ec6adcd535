import type { Camera } from "@image-staging/tracer/scene";
import type { Labels } from "../../labels/index.ts";
import { faceNames, hitsOf } from "../faces.ts";
import { type Box, floorWeight } from "./box.ts";

/** The most that a pixel's label counts, as a log ratio, and the share that the network can be wrong by at its surest. */
const [most, wrong] = [1.5, 0.02] as const;
/** How much another face's share still counts for a face: a casing or a beam crosses both. */
const other = 0.3;

/** A pixel's share of a group; the filter that gives shares the photo's edges overshoots. */
const shareAt = (shares: Float32Array, i: number): number => Math.max(0, shares[i] ?? 0);

/** How much each pixel of the working copy is floor rather than anything but floor and what stands on it, as a log ratio. */
export function floorLikeness(labels: Labels): Float32Array {
  const things = labels.group("things");
  return labels.group("floor").map((floor, i) => {
    const rest = Math.max(0, 1 - floor - (things[i] ?? 0));
    return Math.max(-most, Math.min(most, Math.log((Math.max(0, floor) + wrong) / (rest + wrong))));
  });
}

/**
 * How much the labels speak for the faces of a box, in the units of its score: the log likelihood of what is floor, ceiling, or
 * wall and in a wall. What stands in the room tells nothing.
 */
export function toldByLabels(labels: Labels, camera: Camera, box: Box): number {
  const { width } = labels.copy;
  const [floors, ceilings] = [labels.group("floor"), labels.group("ceiling")];
  const [walls, fixed] = [labels.group("walls"), labels.group("fixed")];
  const factor = Math.max(1, Math.round(width / camera.width));
  const { left, right, back, height } = box;
  const { face } = hitsOf(camera, { left: -left, right, back: -back, front: 1, height });
  let told = 0;
  for (let k = 0; k < face.length; k++) {
    const [x, y] = [k % camera.width, Math.floor(k / camera.width)];
    const i = Math.floor((y + 0.5) * factor) * width + Math.floor((x + 0.5) * factor);
    const [floor, ceiling] = [shareAt(floors, i), shareAt(ceilings, i)];
    const wall = shareAt(walls, i) + shareAt(fixed, i);
    const all = floor + ceiling + wall;
    if (all < 0.5) continue;
    const name = faceNames[face[k] ?? 0];
    const own = name === "floor" ? floor : name === "ceiling" ? ceiling : wall;
    told += Math.log((own / all + other) / (1 + other));
  }
  return floorWeight * (300 / camera.width) ** 2 * told;
}
