import type { EdgeField } from "@image-staging/picture/edge-field";
import type { Camera } from "@image-staging/tracer/scene";
import { type FaceFrame, pointOn } from "../faces.ts";
import { projectorOf } from "../projector.ts";
import type { Rectangle } from "./rectangles.ts";
import { responseOn } from "./wall-response.ts";

/** Where a window's sill can be, below mantelpieces, and the steps in which it is looked for: metres. */
const [lowest, highest, step] = [0.45, 1.05, 0.0125];
/** The least response of each part of a sill. A door's panels end before its sides, and so do their lines. */
const least = 0.55;
/** Parts of a sill along it: its two ends are looked at alone, longer ones if the picture's border cuts it off. */
const parts = { whole: [0, 0.12, 0.88, 1], cut: [0, 0.3, 0.7, 1] };
/** Metres that must be in sight, and a jamb's that are not looked at. */
const [leastInSight, jamb] = [0.08, 0.02];

/** A test whether a level line crosses an outline on a wall from side to side where a window ends and no door does. */
export function sillsOn(edges: EdgeField, camera: Camera, frame: FaceFrame): (outline: Rectangle) => boolean {
  const response = responseOn(edges, camera, frame);
  const projector = projectorOf(camera);
  const isSeen = (along: number): boolean => {
    const at = projector.point(pointOn(frame, along / frame.across, lowest / frame.up));
    return at !== undefined && at[0] > 2 && at[0] < camera.width - 3;
  };
  return (outline) => {
    let [from, to] = [outline.from + jamb, outline.to - jamb];
    while (from < to && !isSeen(from)) from += step;
    while (from < to && !isSeen(to)) to -= step;
    if (to - from < leastInSight) return false;
    const isCut = to - from < outline.to - outline.from - 2 * jamb;
    const at = parts[isCut ? "cut" : "whole"].map((share) => from + share * (to - from));
    const isLine = (y: number): boolean =>
      at.slice(1).every((end, i) => response([at[i] as number, y], [end, y]) > least);
    for (let y = lowest; y <= highest; y += step) if (isLine(y)) return true;
    return false;
  };
}
