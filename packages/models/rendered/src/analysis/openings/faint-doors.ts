import type { EdgeField } from "@image-staging/picture/edge-field";
import type { Camera } from "@image-staging/tracer/scene";
import type { FaceFrame } from "../faces.ts";
import { overlap, type Rectangle } from "./rectangles.ts";
import { responseOn, type WallResponse } from "./wall-response.ts";

/** Metres between the upright lines that are looked at, and of their parts. */
export const [across, part] = [0.0125, 0.2];
/** Metres between the level lines. */
export const up = 0.025;
/** A line so near to the wall's end is the room's corner: metres. */
export const corner = 0.15;
/** A skirting's part of a door's sides is not looked at: metres. */
export const foot = 0.05;
export const width = { least: 0.7, most: 1 };
export const height = { least: 1.85, most: 2.25 };
/** Sizes of doors in metres, and their width over their height. */
const sizes = { width, height, shape: { least: 0, most: 1 } };
/** The same of doors in a room of unknown scale. */
export const anySizes: typeof sizes = {
  width: { least: 0.6, most: 1.25 },
  height: { least: 1.7, most: 2.55 },
  shape: { least: 0.34, most: 0.56 },
};
/** The response of each side and of the lintel, and of each part of a side. */
export const least = 0.12;
const leastOfPart = -0.1;
/** Light from one side draws one of a door's sides clearly and the other hardly: the least response of the two then. */
export const oneSided = { clear: 0.4, faint: 0.05, lintel: 0.25 };
/** A door's sides end at its lintel and this at them, as a cornice does not: the most that goes on, over what is of the door. */
export const mostBeyond = 0.5;
/** So many metres of a lintel's line to both sides are looked at. */
export const aside = 0.4;

/** The responses of an upright line's parts, from the floor up. */
export type Upright = Float32Array;

interface Found {
  rectangle: Rectangle;
  /** The least response of its sides and its lintel. */
  response: number;
  lintel: number;
}

/**
 * Doors in the colour of their wall, by the pixels along their outlines: too faint for segments. The response of an edge
 * field is summed along every upright line, and along the lintels between two clear ones. The clearest first, none over
 * another; none in brick, where level lines are everywhere.
 */
export function faintDoorsOf(
  edges: EdgeField,
  camera: Camera,
  frame: FaceFrame,
  { width, height, shape } = sizes,
): Rectangle[] {
  const response = responseOn(edges, camera, frame);
  const count = Math.floor(frame.across / across);
  const sides = uprightsOf(response, count, Math.min(frame.up, height.most + 0.3));
  const lintelLeast = least + patternOf(response, frame);
  const clear = sides.map((parts) => sideOf(parts, height.least) >= oneSided.faint);
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
        const [one, other] = [sideOf(sides[a] as Upright, top), sideOf(sides[b] as Upright, top)];
        const side = Math.min(one, other);
        if (side < oneSided.faint) continue;
        if (to - from < shape.least * top || to - from > shape.most * top) continue;
        const lintel = response([from, top], [to, top]);
        const isOneSided = Math.max(one, other) > oneSided.clear && lintel > oneSided.lintel;
        if (lintel < lintelLeast || (side < least && !isOneSided)) continue;
        found.push({ rectangle: { from, to, bottom: 0, top }, response: Math.min(side, lintel), lintel });
      }
    }
  }
  const kept: Found[] = [];
  for (const door of found.sort((a, b) => b.response - a.response))
    if (kept.every(({ rectangle }) => !overlap(rectangle, door.rectangle))) kept.push(door);
  return kept.flatMap(({ rectangle, lintel }) =>
    beyondOf(response, frame, rectangle) > mostBeyond * lintel ? [] : [rectangle],
  );
}

/** The responses of the parts of `count` upright lines, from the first one's place on the wall. */
export function uprightsOf(
  response: WallResponse,
  count: number,
  high: number,
  first = across / 2,
): Upright[] {
  const parts = Math.floor((high - foot) / part);
  return Array.from({ length: count }, (_, k): Upright => {
    const along = first + k * across;
    return Float32Array.from({ length: parts }, (_, i) =>
      response([along, foot + i * part], [along, foot + (i + 1) * part]),
    );
  });
}

/** The response of one in five of the level lines across a whole wall, or more: much in brick, nothing on paint. */
export function patternOf(response: WallResponse, frame: FaceFrame): number {
  const lines = Array.from({ length: 80 }, (_, i) => {
    const y = 0.2 + i * up;
    const thirds = [0, 1, 2].map((k) =>
      response([(k * frame.across) / 3, y], [((k + 1) * frame.across) / 3, y]),
    );
    return Math.max(0, ...thirds);
  });
  return lines.sort((a, b) => b - a)[16] as number;
}

/** The mean response of a lintel's line on both sides of it, or on the one where the wall does not end before. */
function beyondOf(response: WallResponse, frame: FaceFrame, { from, to, top }: Rectangle): number {
  const ends: [number, number][] = [
    [from - aside, from],
    [to, to + aside],
  ];
  const onWall = ends.filter(([a, b]) => a >= 0 && b <= frame.across);
  const sum = onWall.reduce((all, [a, b]) => all + response([a, top], [b, top]), 0);
  return sum / Math.max(1, onWall.length);
}

/** The mean response of an upright line up to a height; none if a part of it has none, or if it goes on above. */
export function sideOf(parts: Upright, top: number): number {
  const whole = Math.floor((top - foot) / part);
  let sum = 0;
  for (let i = 0; i < whole; i++) {
    const value = parts[i] as number;
    if (value < leastOfPart) return 0;
    sum += Math.min(0.6, value);
  }
  const mean = sum / whole;
  return (parts[whole + 1] ?? 0) > mostBeyond * mean ? 0 : mean;
}
