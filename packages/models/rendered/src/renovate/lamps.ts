import { components } from "@image-staging/picture/components";
import { distance, meansOf } from "@image-staging/picture/means-of";
import { Plane } from "@image-staging/picture/plane";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { findSegments, type Segment } from "../analysis/camera/segments.ts";
import { faceNames, type Hits } from "../analysis/faces.ts";
import { without } from "./edge-lines.ts";
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
/** Pixels around the place of a lamp in which even wall is looked for, too. */
const beyond = 2 * gap + 1;

/** How far (Lab) from a lamp's middle the shade of its sides is at most. */
const shade = 6;

/** A cord: its column at a row, and the row at which it ends. */
interface Cord {
  xAt: (y: number) => number;
  end: number;
}

/**
 * 1 where lamps hang before `walls`: what edges enclose below the end of a cord, and all that even wall surrounds there, also if
 * it is patterned. A lamp is alike on both sides of its cord, so that an edge on one side stands for one that the wall's colour
 * hides on the other. Its sides can be parts of their own.
 */
export function lampsOf(
  { lab, width, height }: WorkingCopy,
  { face }: Hits,
  walls: Uint8Array,
  even: Uint8Array,
  segments: readonly Segment[],
): Uint8Array {
  const lamps = new Uint8Array(even.length);
  const upper = new Plane({ width, height: strip }, lab[0].values.subarray(0, strip * width));
  const cutOff = findSegments(upper, shortest);
  const mark = (mask: Uint8Array, within = mask): void => {
    for (let i = 0; i < lamps.length; i++) if (mask[i] && within[i]) lamps[i] = 1;
  };
  for (const cord of cordsOf([...segments, ...cutOff], face, width)) {
    const far = Math.round(reach * width) + edge;
    const { near, own } = placeBelow(cord, far, walls, even, width);
    const isInside = (pixels: readonly number[], size: number): boolean =>
      pixels.every((i) => isNear(cord, i % width, Math.floor(i / width), size));
    const inner = narrowed(own, width, height, gap);
    const parts = Map.groupBy(components(inner, width, height, 1), (pixels) =>
      isInside(pixels, far - edge - gap - 1),
    );
    const wall = maskOf((parts.get(false) ?? []).flat(), even.length);
    const things = without(near, widened(wall, width, height, gap));
    const isBelowCord = (i: number): boolean => {
      const y = Math.floor(i / width);
      return Math.abs(cord.xAt(y) - (i % width)) < 1 && y < cord.end + below * width;
    };
    const first = inner.findIndex((isInner, i) => isInner > 0 && isBelowCord(i));
    const [alike, others] = partsLike(lab, parts.get(true) ?? [], first, width);
    mark(widened(maskOf(alike.flat(), even.length), width, height, gap + edge));
    const core = components(narrowed(things, width, height, edge), width, height, 1).find((pixels) =>
      pixels.some(isBelowCord),
    );
    if (!core || !isInside(core, far - edge - 1)) continue;
    const other = widened(maskOf(others.flat(), even.length), width, height, gap + edge);
    const rim = widened(wall, width, height, gap + edge - 1);
    mark([rim, other].reduce(without, widened(maskOf(core, even.length), width, height, edge)), near);
  }
  return lamps;
}

/** The even part with a pixel and those at its sides that look like it, and the other parts. */
function partsLike(
  lab: WorkingCopy["lab"],
  parts: readonly (readonly number[])[],
  pixel: number,
  width: number,
): [alike: readonly (readonly number[])[], others: readonly (readonly number[])[]] {
  const middle = parts.find((pixels) => pixels.includes(pixel));
  if (!middle) return [[], []];
  const [colour, rows] = [meansOf(lab, middle), new Set(middle.map((i) => Math.floor(i / width)))];
  const isAlike = (pixels: readonly number[]): boolean =>
    pixels.every((i) => rows.has(Math.floor(i / width))) && distance(meansOf(lab, pixels), colour) < shade;
  return [parts.filter(isAlike), parts.filter((pixels) => !isAlike(pixels))];
}

/** Whether a pixel lies so near to where a lamp hangs on a cord. */
const isNear = ({ xAt, end }: Cord, x: number, y: number, size: number): boolean =>
  Math.abs(x - xAt(y)) < size && y < end + 2 * size;

/** `near` is 1 where the wall behind a lamp is, `own` what is even there and beyond on both sides of the cord's axis. */
function placeBelow(
  cord: Cord,
  far: number,
  walls: Uint8Array,
  even: Uint8Array,
  width: number,
): { near: Uint8Array; own: Uint8Array } {
  const [near, own] = [new Uint8Array(even.length), new Uint8Array(even.length)];
  const [size, height] = [far + beyond, even.length / width];
  for (let y = Math.max(0, Math.ceil(cord.end)); y < Math.min(height, cord.end + 2 * size); y++) {
    const axis = cord.xAt(y);
    for (let x = Math.ceil(axis - size); x <= axis + size; x++) {
      const mirrored = Math.round(2 * axis - x);
      if (Math.min(x, mirrored) < 0 || Math.max(x, mirrored) >= width) continue;
      const i = y * width + x;
      if (isNear(cord, x, y, far)) near[i] = walls[i] as number;
      if (even[i] && even[y * width + mirrored]) own[i] = 1;
    }
  }
  return { near, own };
}

function maskOf(pixels: readonly number[], length: number): Uint8Array {
  const mask = new Uint8Array(length);
  for (const i of pixels) mask[i] = 1;
  return mask;
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
