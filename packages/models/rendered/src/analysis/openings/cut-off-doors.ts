import type { EdgeField } from "@image-staging/picture/edge-field";
import type { Camera } from "@image-staging/tracer/scene";
import { type FaceFrame, pointOn } from "../faces.ts";
import { projectorOf } from "../projector.ts";
import {
  across,
  aside,
  corner,
  height,
  least,
  mostBeyond,
  oneSided,
  patternOf,
  sideOf,
  type Upright,
  up,
  uprightsOf,
  width,
} from "./faint-doors.ts";
import type { Rectangle } from "./rectangles.ts";
import { levelOf, responseOn } from "./wall-response.ts";

/** The least response of the side that the picture shows if it shows no lintel, and a door's width. */
const [leastAlone, usualWidth] = [0.3, 0.85];
/** What is seen of a lintel from its door's side to the border: metres. */
const leastLintel = 0.25;
/** So many parts of a door's side are below any window's: they have half of its response at least. */
const belowSills = 4;
/** A wall that ends so near to the border, as a share of the width, can go on beyond it. */
const margin = 0.03;

/**
 * Doors that the picture's border cuts off: an upright line within a door's width of the border that ends where a door
 * does, and is clearer than a faint door's or has a lintel to the border. How far they go on out of sight is a guess.
 */
export function cutOffDoorsOf(edges: EdgeField, camera: Camera, frame: FaceFrame): Rectangle[] {
  const response = responseOn(edges, camera, frame);
  const projector = projectorOf(camera);
  const isSeen = (k: number, from = 2 / camera.width): boolean => {
    const at = projector.point(pointOn(frame, ((k + 0.5) * across) / frame.across, 1 / frame.up));
    return at !== undefined && at[0] > from * camera.width && at[0] < (1 - from) * camera.width;
  };
  const count = Math.floor(frame.across / across);
  const reach = Math.round(width.most / across);
  const pattern = patternOf(response, frame);
  return ([1, -1] as const).flatMap((inward) => {
    let border = inward > 0 ? 0 : count - 1;
    if (isSeen(border, margin)) return [];
    while (border >= 0 && border < count && !isSeen(border)) border += inward;
    const hasLintel = (at: number, top: number): boolean => {
      const edge = (border + 0.5) * across;
      const lintel = Math.abs(at - edge) > leastLintel ? levelOf(response, top, edge, at) : 0;
      return (
        lintel > oneSided.lintel + pattern &&
        levelOf(response, top, at, at + inward * aside) < mostBeyond * lintel
      );
    };
    let best = { at: 0, top: 0, clear: least + pattern };
    for (let step = 0; step < reach; step++) {
      const at = (border + inward * step + 0.5) * across;
      if (at < corner || at > frame.across - corner) continue;
      const [parts] = uprightsOf(response, 1, Math.min(frame.up, height.most + 0.3), at) as [Upright];
      for (let top = height.least; top <= Math.min(height.most, frame.up - 0.15); top += up) {
        const clear = sideOf(parts, top);
        if (clear <= best.clear || lowerOf(parts) <= clear / 2) continue;
        if (clear > leastAlone + pattern || hasLintel(at, top)) best = { at, top, clear };
      }
    }
    if (best.top === 0) return [];
    const out = Math.max(usualWidth, inward * (best.at - border * across));
    const [from, to] = inward > 0 ? [best.at - out, best.at] : [best.at, best.at + out];
    return [{ from, to, bottom: 0, top: best.top }];
  });
}

const lowerOf = (parts: Upright): number =>
  parts.subarray(0, belowSills).reduce((sum, value) => sum + Math.min(0.6, value), 0) / belowSills;
