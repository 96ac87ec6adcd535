import { alongLine, clip, type EdgeField } from "@image-staging/picture/edge-field";
import type { Camera, Vec3 } from "@image-staging/tracer/scene";
import { type FaceFrame, pointOn } from "../faces.ts";
import { projectorOf } from "../projector.ts";

type OnWall = readonly [along: number, height: number];

/** The mean response of an edge field along a line on a wall; 0 if too little of it is in sight. */
export type WallResponse = (a: OnWall, b: OnWall) => number;

export function responseOn(edges: EdgeField, camera: Camera, frame: FaceFrame): WallResponse {
  const projector = projectorOf(camera);
  const at = ([along, y]: OnWall): Vec3 => pointOn(frame, along / frame.across, y / frame.up);
  return (a, b) => {
    const line = projector.line(at(a), at(b));
    const seen = line && clip(line, 2, edges);
    if (!line || !seen || seen[1] - seen[0] < 0.6) return 0;
    const length = Math.hypot(line[2] - line[0], line[3] - line[1]) * (seen[1] - seen[0]);
    return length < 3 ? 0 : alongLine(edges, ...line) / length;
  };
}

/** The mean response along a level line at a height, between two places along a wall in either order. */
export const levelOf = (response: WallResponse, y: number, a: number, b: number): number =>
  response([Math.min(a, b), y], [Math.max(a, b), y]);
