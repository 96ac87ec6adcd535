import { boxMean } from "@image-staging/picture/box-mean";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { findSegments, type Segment } from "../analysis/camera/segments.ts";
import { type Face, faceNames, framesOf, type Hits, type Planes } from "../analysis/faces.ts";

/** Pixels that an edge's line is longer at both ends than what was measured: the loop around a door closes. */
const longer = 5;
/** Pixels from a line to the paint on both its sides, between which it is an edge in the paint itself. */
const near = 2;

/** How many times fainter an edge is looked for, and how many pixels long it is at least. */
const [fainter, shortest] = [4, 40];
/** The most that a faint edge of a fitting rises over its length on the wall, or leans over its height. */
const askew = 0.07;

/** Straight edges too faint to be the segments that tell the view. */
export function faintEdges({ lab }: WorkingCopy): Segment[] {
  const lightness = boxMean(lab[0], 1).map((value) => fainter * value);
  return findSegments(lightness, shortest);
}

/** 1 where a straight edge runs. */
export function edgeLinesOf({ width, height }: WorkingCopy, segments: readonly Segment[]): Uint8Array {
  const lines = new Uint8Array(width * height);
  for (const { x1, y1, x2, y2, length } of segments) {
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    for (let k = -longer; k <= length + longer; k += 0.5) {
      const [x, y] = [Math.floor(x1 + k * ux), Math.floor(y1 + k * uy)];
      if (x >= 0 && y >= 0 && x < width && y < height) lines[y * width + x] = 1;
    }
  }
  return lines;
}

/** Whether a segment stands upright or lies level on one wall, as the edges of doors, frames and skirtings do. */
export function squareOnWall({ face, u, v }: Hits, planes: Planes, width: number) {
  const frames = framesOf(planes);
  return ({ x1, y1, x2, y2 }: Segment): boolean => {
    const [a, b] = [Math.floor(y1) * width + Math.floor(x1), Math.floor(y2) * width + Math.floor(x2)];
    const name = faceNames[face[a] as number] as Face;
    if (face[a] !== face[b] || name === "floor" || name === "ceiling") return false;
    const across = Math.abs((u[a] as number) - (u[b] as number)) * frames[name].across;
    const up = Math.abs((v[a] as number) - (v[b] as number)) * frames[name].up;
    return Math.min(across, up) < askew * Math.max(across, up);
  };
}

/** A mask without its pixels on lines. */
export function without(mask: Uint8Array, lines: Uint8Array): Uint8Array {
  return mask.map((value, i) => (lines[i] ? 0 : value));
}

/** Paints the lines that have paint on both sides. */
export function fillLines(paint: Uint8Array, domain: Uint8Array, lines: Uint8Array, width: number): void {
  const before = paint.slice();
  lines.forEach((isLine, i) => {
    if (!isLine || !domain[i]) return;
    const isBetween = [1, width, width + 1, width - 1].some((step) => {
      const sides = [step, -step].map((way) =>
        Array.from({ length: near }, (_, k) => before[i + way * (k + 1)]).some(Boolean),
      );
      return sides[0] && sides[1];
    });
    if (isBetween) paint[i] = 1;
  });
}
