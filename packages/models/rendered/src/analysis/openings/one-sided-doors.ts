import type { EdgeField } from "@image-staging/picture/edge-field";
import type { Camera } from "@image-staging/tracer/scene";
import { type FaceFrame, pointOn } from "../faces.ts";
import { projectorOf } from "../projector.ts";
import { across, corner, foot, part, patternOf, uprightsOf } from "./faint-doors.ts";
import type { Rectangle } from "./rectangles.ts";
import { levelOf, responseOn } from "./wall-response.ts";

/** The least mean response of a door's one side, and the least of each of its parts above the skirting. */
const [leastMean, leastPart] = [0.3, 0.25];
/** The side ends if the lines above it respond at most this much, over its own mean. */
const mostBeyond = 0.2;
/** How many parts lie below the end of a door's side: it ends 1.85 to 2.25 m above the floor. */
const ends = [9, 10];
/** Metres of wall that are looked at, and the width of a door with its frame. */
const [high, usualWidth] = [2.7, 0.95];
/** A lintel ends at the door's side; a line that goes on for so many metres beyond it is a cornice. */
const aside = 0.4;
/** Where this many metres of wall are narrower than one in so many parts of the picture's width, lines blur into each other. */
const [around, fine] = [0.2, 75];

/**
 * The door in its wall's colour of which light draws one side only, and hardly a lintel: the clearest upright line of a wall
 * that ends where doors do. It lies on the side where its other lines answer more. None in brick, or where the wall is seen askew.
 */
export function oneSidedDoorsOf(edges: EdgeField, camera: Camera, frame: FaceFrame): Rectangle[] {
  const response = responseOn(edges, camera, frame);
  const projector = projectorOf(camera);
  const columnOf = (along: number): number =>
    projector.point(pointOn(frame, along / frame.across, 1 / frame.up))?.[0] ?? 0;
  const leastClear = leastMean + patternOf(response, frame);
  let best = { at: 0, clear: leastClear, top: 0 };
  uprightsOf(response, Math.floor(frame.across / across), Math.min(frame.up, high)).forEach((parts, k) => {
    const at = (k + 0.5) * across;
    if (at < corner || at > frame.across - corner) return;
    if (Math.abs(columnOf(at + around / 2) - columnOf(at - around / 2)) < camera.width / fine) return;
    for (const end of ends.filter((end) => end + 1 < parts.length)) {
      const side = [...parts.subarray(1, end)];
      const clear = side.reduce((sum, value) => sum + Math.min(0.6, value), 0) / side.length;
      const goesOn = Math.max(...parts.subarray(end + 1, end + 3)) > mostBeyond * clear;
      if (clear > best.clear && Math.min(...side) > leastPart && !goesOn)
        best = { at, clear, top: foot + (end + 0.5) * part };
    }
  });
  if (best.top === 0) return [];
  const { at, top } = best;
  /** The most that an upright line within a door's width and the lintel to it answer. */
  const answerOf = (hand: 1 | -1): number => {
    let most = -1;
    for (let width = 0.7; width < 1.1; width += across) {
      const other = at + hand * width;
      if (other < 0 || other > frame.across) break;
      const upright = response([other, foot + part], [other, top - part]);
      for (const y of lintels(top)) most = Math.max(most, upright + levelOf(response, y, at, other));
    }
    return most;
  };
  const hand = answerOf(1) > answerOf(-1) ? 1 : -1;
  const beyond = Math.max(...lintels(top).map((y) => levelOf(response, y, at, at - hand * aside)));
  if (beyond > best.clear / 2) return [];
  const other = at + hand * usualWidth;
  return [{ from: Math.min(at, other), to: Math.max(at, other), bottom: 0, top }];
}

/** The heights at which a door's lintel can lie if its side ends at about `top`. */
const lintels = (top: number): number[] => Array.from({ length: 16 }, (_, i) => top - part + (i * part) / 8);
