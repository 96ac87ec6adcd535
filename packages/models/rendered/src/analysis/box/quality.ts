import { alongLine, clip } from "@image-staging/picture/edge-field";
import { projectorOf } from "../projector.ts";
import { type Box, type Edge, type Evidence, edgesOf, edgeWeight } from "./box.ts";

/** How well the picture bears a box out, each from 0 to 1. */
export interface Quality {
  /** The share of the box's visible edges that the picture has; the same of the ceiling's and the floor's. */
  edges: number;
  ceiling: number;
  foot: number;
}

export function qualityOf(evidence: Evidence, box: Box): Quality {
  const share = (...edges: Edge[]): number => seenShare(evidence, box, edges);
  return {
    edges: share(...(Object.keys(edgeWeight) as Edge[])),
    ceiling: share("ceilingBack", "ceilingLeft", "ceilingRight"),
    foot: share("floorBack", "floorLeft", "floorRight"),
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
