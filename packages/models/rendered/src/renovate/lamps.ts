import { findSegments, type Segment } from "../analysis/camera/segments.ts";
import { faceNames, type Hits } from "../analysis/faces.ts";
import { components } from "../analysis/picture/components.ts";
import { meansOf } from "../analysis/picture/means-of.ts";
import type { WorkingCopy } from "../analysis/picture/working-copy.ts";
import { narrowed, widened } from "./outlines.ts";

/** How much a cord leans at most, how many pixels wide it is, and the share of its length that both its sides show. */
const [lean, thick, mostly] = [0.06, 7, 0.6];
/** Pixels of a cord that the picture's upper border cuts off at least, and below that border in which it is looked for. */
const [shortest, strip] = [8, 60];
/** How far a lamp reaches from its cord, and how far below the cord's end it begins: shares of the picture's width. */
const [reach, below] = [0.08, 0.07];
/** Pixels within which a lamp's own edge lies around what is even in it. */
const edge = 4;
/** Pixels by which what is even is narrowed: a lamp's edge has gaps of twice that, in the light of its wall. */
const gap = 2;

/** How far (Lab) from a lamp's middle the shade of its sides is at most. */
const shade = 6;

/** A cord: its column at a row, and the row at which it ends. */
interface Cord {
  xAt: (y: number) => number;
  end: number;
}

/**
 * 1 where lamps hang before walls: what edges enclose below the end of a cord. A lamp is alike on both sides of its cord,
 * so that an edge on one side stands for one that the wall's colour hides on the other. Its sides can be parts of their own.
 */
export function lampsOf(
  { lab, width, height }: WorkingCopy,
  { face }: Hits,
  even: Uint8Array,
  segments: readonly Segment[],
): Uint8Array {
  const lamps = new Uint8Array(even.length);
  const far = Math.round(reach * width);
  const cutOff = findSegments(lab[0].subarray(0, strip * width), width, strip, shortest);
  for (const { xAt, end } of cordsOf([...segments, ...cutOff], face, width)) {
    const own = new Uint8Array(even.length);
    for (let y = Math.max(0, Math.ceil(end)); y < Math.min(height, end + 2 * far); y++) {
      const axis = xAt(y);
      for (let x = Math.ceil(axis - far); x <= axis + far; x++) {
        const mirrored = Math.round(2 * axis - x);
        if (Math.min(x, mirrored) < 0 || Math.max(x, mirrored) >= width) continue;
        if (even[y * width + x] && even[y * width + mirrored]) own[y * width + x] = 1;
      }
    }
    const inner = narrowed(own, width, height, gap);
    const isOnAxis = (i: number): boolean => Math.abs(xAt(Math.floor(i / width)) - (i % width)) < 1;
    const first = inner.findIndex((isInner, i) => isInner > 0 && isOnAxis(i));
    if (Math.floor(first / width) > end + below * width) continue;
    const isEnclosed = (i: number): boolean => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return Math.abs(x - xAt(y)) < far - gap - 1 && y < end + 2 * far - gap - 1;
    };
    const enclosed = components(inner, width, height, 1).filter((pixels) => pixels.every(isEnclosed));
    const middle = enclosed.find((pixels) => pixels.includes(first));
    if (!middle) continue;
    const [colour, rows] = [meansOf(lab, middle), new Set(middle.map((i) => Math.floor(i / width)))];
    const isSide = (pixels: readonly number[]): boolean =>
      pixels.every((i) => rows.has(Math.floor(i / width))) &&
      Math.hypot(...meansOf(lab, pixels).map((value, c) => value - (colour[c] as number))) < shade;
    for (const i of enclosed.filter(isSide).flat()) lamps[i] = 1;
  }
  return widened(lamps, width, height, gap + edge);
}

/** Pairs of upright lines close together that begin on the ceiling. */
function cordsOf(segments: readonly Segment[], face: Uint8Array, width: number): Cord[] {
  const sides = segments
    .map(({ x1, y1, x2, y2 }) => (y1 < y2 ? { x1, y1, x2, y2 } : { x1: x2, y1: y2, x2: x1, y2: y1 }))
    .filter(({ x1, y1, x2, y2 }) => {
      const isUpright = Math.abs(x2 - x1) < lean * (y2 - y1);
      return isUpright && faceNames[face[Math.floor(y1) * width + Math.floor(x1)] as number] === "ceiling";
    });
  return sides.flatMap((one, nth) =>
    sides.slice(nth + 1).flatMap((other): Cord[] => {
      const both = Math.min(one.y2, other.y2) - Math.max(one.y1, other.y1);
      const isCord = Math.abs(one.x1 - other.x1) < thick && Math.abs(one.x2 - other.x2) < thick;
      if (!isCord || both < mostly * Math.max(one.y2 - one.y1, other.y2 - other.y1)) return [];
      const [top, bottom] = [(one.x1 + other.x1) / 2, (one.x2 + other.x2) / 2];
      const [from, end] = [(one.y1 + other.y1) / 2, Math.min(one.y2, other.y2)];
      return [{ xAt: (y) => top + ((bottom - top) * (y - from)) / (end - from), end }];
    }),
  );
}
