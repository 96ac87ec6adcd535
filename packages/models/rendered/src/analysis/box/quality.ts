import { alongLine, clip } from "@image-staging/picture/edge-field";
import type { Camera } from "@image-staging/tracer/scene";
import { projectorOf } from "../projector.ts";
import { type Box, type Edge, type Evidence, edgesOf, edgeWeight } from "./box.ts";

/** How well the picture bears a box out, each from 0 to 1. */
export interface Quality {
  /** The share of the box's visible edges that the picture has; the same of the ceiling's and the floor's. */
  edges: number;
  ceiling: number;
  foot: number;
  /** The share of its floor that looks like floor. */
  floor: number;
}

export function qualityOf(evidence: Evidence, box: Box): Quality {
  const share = (...edges: Edge[]): number => seenShare(evidence, box, edges);
  const { width, height } = evidence.edges;
  const isFloor = floorOf(evidence.camera, box);
  let [count, like] = [1, 0];
  for (let y = 0; y < height; y += 3) {
    for (let x = 0; x < width; x += 3) {
      if (!isFloor(x, y)) continue;
      count++;
      if ((evidence.likeness[y * width + x] as number) > 0) like++;
    }
  }
  return {
    edges: share(...(Object.keys(edgeWeight) as Edge[])),
    ceiling: share("ceilingBack", "ceilingLeft", "ceilingRight"),
    foot: share("floorBack", "floorLeft", "floorRight"),
    floor: like / count,
  };
}

/** How much of some of the box's edges the picture has, over what of them lies in the picture. */
function seenShare(evidence: Evidence, box: Box, names: readonly Edge[]): number {
  const lines = edgesOf(projectorOf(evidence.camera), box);
  const { background } = evidence.edges;
  let [visible, seen] = [1e-6, 0];
  for (const name of names) {
    const line = lines[name];
    const part = line && clip(line, 1, evidence.edges);
    if (!line || !part) continue;
    const length = Math.hypot(line[2] - line[0], line[3] - line[1]) * (part[1] - part[0]);
    visible += length;
    seen += alongLine(evidence.edges, ...line) + background * length;
  }
  return seen / visible;
}

/** Whether a pixel shows the box's floor, drawn in by `margin` (1 is the whole floor). */
function floorOf(camera: Camera, box: Box, margin = 1): (x: number, y: number) => boolean {
  const projector = projectorOf(camera);
  return (x, y) => {
    const point = projector.onLevel(x + 0.5, y + 0.5, 0);
    return (
      point !== undefined &&
      point[0] > -box.left * margin &&
      point[0] < box.right * margin &&
      -point[1] < box.back * margin
    );
  };
}
