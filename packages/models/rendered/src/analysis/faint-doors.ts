import type { Camera, Vec3 } from "../scene.ts";
import { alongLine, clip, type EdgeField } from "./edge-field.ts";
import { type FaceFrame, pointOn } from "./faces.ts";
import { projectorOf } from "./projector.ts";
import { overlap, type Rectangle } from "./rectangles.ts";

/** Metres between the lines that are looked at: across a wall, up it, and of the parts of an upright line. */
const [across, up, part] = [0.0125, 0.025, 0.2];
/** A skirting's part of a door's sides is not looked at: metres. */
const foot = 0.05;
const width = { least: 0.7, most: 1 };
const height = { least: 1.9, most: 2.2 };
/** The response of each side and of the lintel, and of each part of a side. */
const [least, leastOfPart] = [0.12, -0.1];
/** A door's sides end at its lintel: the most that goes on above it, over what is below. */
const mostAbove = 0.5;

/** The responses of an upright line's parts, from the floor up. */
type Upright = Float32Array;

interface Found {
  rectangle: Rectangle;
  /** The least response of its sides and its lintel. */
  response: number;
}

/**
 * Doors in the colour of their wall, by the pixels along their outlines: too faint for segments. The response of an edge
 * field is summed along every upright line, and along the lintels between two clear ones. The clearest first, none over
 * another; none in brick, where level lines are everywhere.
 */
export function faintDoorsOf(edges: EdgeField, camera: Camera, frame: FaceFrame): Rectangle[] {
  const response = responseOn(edges, camera, frame);
  const count = Math.floor(frame.across / across);
  const sides = uprightsOf(response, count, Math.min(frame.up, height.most + 0.3));
  const lintelLeast = least + patternOf(response, frame);
  const clear = sides.map((parts) => sideOf(parts, height.least) >= least);
  const found: Found[] = [];
  for (let a = 0; a < count; a++) {
    if (!clear[a]) continue;
    for (
      let b = a + Math.round(width.least / across);
      b <= Math.min(count - 1, a + width.most / across);
      b++
    ) {
      if (!clear[b]) continue;
      const [from, to] = [(a + 0.5) * across, (b + 0.5) * across];
      for (let top = height.least; top <= Math.min(height.most, frame.up - 0.15); top += up) {
        const side = Math.min(sideOf(sides[a] as Upright, top), sideOf(sides[b] as Upright, top));
        const lintel = side < least ? 0 : response([from, top], [to, top]);
        if (lintel < lintelLeast) continue;
        found.push({ rectangle: { from, to, bottom: 0, top }, response: Math.min(side, lintel) });
      }
    }
  }
  const kept: Rectangle[] = [];
  for (const { rectangle } of found.sort((a, b) => b.response - a.response))
    if (kept.every((other) => !overlap(other, rectangle))) kept.push(rectangle);
  return kept;
}

type OnWall = readonly [along: number, height: number];

/** The mean response of the edge field along a line on a wall; 0 if too little of it is in sight. */
function responseOn(edges: EdgeField, camera: Camera, frame: FaceFrame): (a: OnWall, b: OnWall) => number {
  const projector = projectorOf(camera);
  const at = ([along, y]: OnWall): Vec3 => pointOn(frame, along / frame.across, y / frame.up);
  return (a, b) => {
    const line = projector.line(at(a), at(b));
    const seen = line && clip(...line, 2, 2, edges.width - 3, edges.height - 3);
    if (!line || !seen || seen[1] - seen[0] < 0.6) return 0;
    const length = Math.hypot(line[2] - line[0], line[3] - line[1]) * (seen[1] - seen[0]);
    return length < 3 ? 0 : alongLine(edges, ...line) / length;
  };
}

function uprightsOf(response: ReturnType<typeof responseOn>, count: number, high: number): Upright[] {
  const parts = Math.floor((high - foot) / part);
  return Array.from({ length: count }, (_, k): Upright => {
    const along = (k + 0.5) * across;
    return Float32Array.from({ length: parts }, (_, i) =>
      response([along, foot + i * part], [along, foot + (i + 1) * part]),
    );
  });
}

/** The response of one in five of the level lines across a whole wall, or more: much in brick, nothing on paint. */
function patternOf(response: ReturnType<typeof responseOn>, frame: FaceFrame): number {
  const lines = Array.from({ length: 80 }, (_, i) => {
    const y = 0.2 + i * up;
    const thirds = [0, 1, 2].map((k) =>
      response([(k * frame.across) / 3, y], [((k + 1) * frame.across) / 3, y]),
    );
    return Math.max(0, ...thirds);
  });
  return lines.sort((a, b) => b - a)[16] as number;
}

/** The mean response of an upright line up to a height; none if a part of it has none, or if it goes on above. */
function sideOf(parts: Upright, top: number): number {
  const whole = Math.floor((top - foot) / part);
  let sum = 0;
  for (let i = 0; i < whole; i++) {
    const value = parts[i] as number;
    if (value < leastOfPart) return 0;
    sum += Math.min(0.6, value);
  }
  const mean = sum / whole;
  return (parts[whole + 1] ?? 0) > mostAbove * mean ? 0 : mean;
}
