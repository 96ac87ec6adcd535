import { components } from "@image-staging/picture/components";
import { distancesTo } from "@image-staging/picture/distances";
import type { Picture } from "@image-staging/picture/picture";
import type { Size } from "@image-staging/picture/size";
import { faceNames, framesOf } from "../analysis/faces.ts";
import { edge, goneOn } from "./gone-on.ts";
import type { Hidden } from "./hidden.ts";
import { type WallCells, wallCells } from "./wall-cells.ts";
import { casing, cell, covered, kept, type Shape, shapeOf } from "./wall-shapes.ts";

/** Square metres in sight: less is a switch or a lamp. */
const leastArea = 0.06;
/** Metres from its edge to which a shape is hidden at least: less is what labels leak around pictures above a bed. */
const leastDeep = 0.06;
/** Metres: what is narrower is a skirting, or the edge of an opening on the wall beside it, as labels and box part them. */
const leastWide = 0.15;
/** The share of a shape that labels call a part of the house, or it is a picture or furniture that the mask leaves. */
const leastInHouse = 0.35;

/** Where the hidden parts of a wall's openings are copied from. */
export interface WallBehind {
  columns: number;
  rows: number;
  /** For each cell twice the number of the one that it is copied from, one more for a mirror image; -1 for paint. */
  from: Int32Array;
  /** 1 for each cell behind which an opening or a fixture goes on, known or not. */
  isOpening: Uint8Array;
}

/** How much of what stays on the walls had to be invented. */
export interface OpeningMeasures {
  /** The greatest hidden share of an opening or fixture; 1 if it is not known where one ends. */
  hidden: number;
  /** The same of what stays and is no opening, as pictures and stairs, which does not go on. */
  cut: number;
  /** Square metres of openings that go on as nothing in sight of one. */
  lost: number;
  /** How unlike what is in sight the patches of what goes on are: the mean square of differences of sRGB from 0 to 1. */
  seams: number;
}

export interface HiddenOpenings {
  walls: ReadonlyMap<number, WallBehind>;
  measures: OpeningMeasures;
}

/** How windows, doors, curtains and fixtures go on behind what is removed: as what is in sight of them. */
export function openingsBehind(picture: Picture, hidden: Hidden): HiddenOpenings {
  const frames = framesOf(hidden.room);
  const walls = new Map<number, WallBehind>();
  const shapes: HiddenShape[] = [];
  const costs: number[] = [];
  let lost = 0;
  for (const name of ["back", "left", "right"] as const) {
    const wall = wallCells(picture, hidden, frames[name]);
    const own = shapesOn(wall);
    shapes.push(...own);
    const near = filled(
      wall,
      own.filter(({ isOpening, depth }) => isOpening && depth > leastDeep),
    );
    const isOpening = hiddenOf(wall, near);
    const { from, cost } = goneOn(wall, isOpening, near);
    lost += cell ** 2 * lostIn(isOpening, near, from, wall);
    for (const [k, own] of from.entries()) if (own >= 0) costs.push(cost[k] as number);
    leavePaint(wall, near, from, isOpening);
    walls.set(faceNames.indexOf(name), { columns: wall.width, rows: wall.height, from, isOpening });
  }
  const most = (of: boolean): number =>
    Math.max(0, ...shapes.filter(({ isOpening }) => isOpening === of).map(({ hiddenShare }) => hiddenShare));
  const seams = costs.reduce((sum, cost) => sum + cost, 0) / Math.max(1, costs.length);
  return { walls, measures: { hidden: most(true), cut: most(false), lost, seams } };
}

/** 1 for each cell of shapes. */
function filled({ width, height }: WallCells, shapes: readonly Shape[]): Uint8Array {
  const cells = new Uint8Array(width * height);
  for (const { left, right, bottom, top } of shapes)
    for (let y = bottom; y < top; y++) cells.fill(1, y * width + left, y * width + right);
  return cells;
}

/** How many cells of openings nothing is known of, or what is beside them is copied to well inside: they are painted over. */
export function lostIn(isOpening: Uint8Array, near: Uint8Array, from: Int32Array, size: Size): number {
  const inside = insideOf(near, size);
  const isLost = (k: number): boolean => {
    const own = from[k] as number;
    return own < 0 || (inside.at(k) * cell > leastDeep && !near[own >> 1]);
  };
  return isOpening.filter((is, k) => is && isLost(k)).length;
}

/** How far each cell lies inside of an opening. */
const insideOf = (near: Uint8Array, size: Size) =>
  distancesTo(
    near.map((is) => 1 - is),
    size,
  );

/** Beside openings only casings are copied: no panes, and no paint, which is better drawn in its own light. */
function leavePaint(wall: WallCells, near: Uint8Array, from: Int32Array, isOpening: Uint8Array): void {
  const toKept = distancesTo(
    Uint8Array.from(wall.state, (own) => (own === kept ? 1 : 0)),
    wall,
  );
  const inside = insideOf(near, wall);
  const isCasing = (k: number): boolean => toKept.at(k) * cell <= casing && inside.at(k) * cell <= leastDeep;
  for (const [k, own] of from.entries())
    if (!near[k] && own >= 0 && !isCasing(own >> 1)) [from[k], isOpening[k]] = [-1, 0];
}

/** The cells of openings that are hidden, and the casings' beside them. */
function hiddenOf(wall: WallCells, near: Uint8Array): Uint8Array {
  const isCovered = Uint8Array.from(wall.state, (own) => (own === covered ? 1 : 0));
  const toCovered = distancesTo(isCovered, wall);
  const toHidden = distancesTo(
    isCovered.map((is, k) => (is && near[k] ? 1 : 0)),
    wall,
  );
  return isCovered.map((_, k) => (toCovered.at(k) <= edge && toHidden.at(k) * cell <= casing ? 1 : 0));
}

/** What stays on a wall, as a rectangle of which a part is hidden. */
interface HiddenShape extends Shape {
  isOpening: boolean;
  /** The share that is hidden, and how far it is from the rectangle's edge at most, in metres. */
  hiddenShare: number;
  depth: number;
}

function shapesOn({ width, height, state, inHouse }: WallCells): HiddenShape[] {
  const marked = state.map((value) => (value === kept ? 1 : 0));
  return components(marked, width, height, 2)
    .filter((group) => group.length * cell ** 2 >= leastArea)
    .map((group) => {
      const shape = shapeOf(group, state, width, height);
      // A picture or furniture that goes on is worse than paint.
      const isOpening = group.filter((k) => inHouse[k]).length > leastInHouse * group.length;
      const narrow = Math.min(shape.right - shape.left, shape.top - shape.bottom) * cell;
      const isUnknown = shape.isEndless && isOpening && narrow >= leastWide;
      return { ...shape, isOpening, ...hiddenIn(state, shape, width), ...(isUnknown && { hiddenShare: 1 }) };
    });
}

function hiddenIn(state: Uint8Array, { left, right, bottom, top }: Shape, columns: number) {
  let [count, depth] = [0, 0];
  for (let y = bottom; y < top; y++)
    for (let x = left; x < right; x++) {
      if (state[y * columns + x] !== covered) continue;
      count++;
      depth = Math.max(depth, Math.min(x + 1 - left, right - x, y + 1 - bottom, top - y) * cell);
    }
  return { hiddenShare: count / Math.max(1, (right - left) * (top - bottom)), depth };
}
