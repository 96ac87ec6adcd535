import { components } from "@image-staging/picture/components";
import { type FaceFrame, faceNames, framesOf, pointOn } from "../analysis/faces.ts";
import { projectorOf } from "../analysis/projector.ts";
import { labelGroups } from "../labels/classes.ts";
import type { Hidden } from "./hidden.ts";
import { bare, cell, covered, kept, nothing, type Shape, shapeOf } from "./wall-shapes.ts";

/** Square metres in sight: less is a switch or a lamp. */
const leastArea = 0.06;
/** Metres: so wide is a frame. */
const frameWidth = 0.13;
/** Cells beside a shape that go on with it: labels leave the outer edges of frames to the wall. */
const casing = 2;
/** The share of a shape that labels call a part of the house, or it is a picture or furniture that the mask leaves. */
const leastInHouse = 0.35;

/**
 * What stays in a wall and goes on behind what is removed: for each cell the coordinate (metres from the wall's start, or height)
 * at which it mirrors what is in sight; NaN if it does not.
 */
export interface WallBehind {
  columns: number;
  rows: number;
  across: Float32Array;
  up: Float32Array;
  /** 1 for each cell behind which an opening or a fixture goes on, known or not. */
  isOpening: Uint8Array;
}

/** Shares of the openings' areas that are hidden, the most of any one, and square metres for which nothing in sight is like. */
export interface HiddenOpenings {
  walls: ReadonlyMap<number, WallBehind>;
  most: number;
  lost: number;
}

/** How windows, doors, curtains and fixtures go on behind what is removed: as a mirror image of what is in sight of them. */
export function openingsBehind(hidden: Hidden): HiddenOpenings {
  const frames = framesOf(hidden.room);
  const walls = new Map<number, WallBehind>();
  let [most, lost] = [0, 0];
  for (const name of ["back", "left", "right"] as const) {
    const frame = frames[name];
    const [columns, rows] = [
      Math.max(1, Math.round(frame.across / cell)),
      Math.max(1, Math.round(frame.up / cell)),
    ];
    const { state, inHouse } = cellsOf(hidden, frame, columns, rows);
    const wall: WallBehind = {
      ...{ columns, rows, isOpening: new Uint8Array(columns * rows) },
      across: new Float32Array(columns * rows).fill(Number.NaN),
      up: new Float32Array(columns * rows).fill(Number.NaN),
    };
    const marked = state.map((value) => (value === kept ? 1 : 0));
    for (const group of components(marked, columns, rows, 2)) {
      if (group.length * cell ** 2 < leastArea) continue;
      const shape = shapeOf(group, state, columns, rows);
      const isOpening = group.filter((k) => inHouse[k]).length > leastInHouse * group.length;
      if (shape.left >= shape.right || shape.bottom >= shape.top) continue;
      most = Math.max(most, coveredShareOf(state, shape, columns));
      // The mirror image of a picture or of furniture is worse than paint.
      if (isOpening) lost += goOn(wall, state, shape) * cell ** 2;
    }
    walls.set(faceNames.indexOf(name), wall);
  }
  return { walls, most, lost };
}

function cellsOf({ labels, hits, removed, camera }: Hidden, frame: FaceFrame, columns: number, rows: number) {
  const { copy, greatest } = labels;
  const projector = projectorOf(camera);
  const [fixed, things] = [labelGroups.indexOf("fixed"), labelGroups.indexOf("things")];
  const inHouse = new Uint8Array(columns * rows);
  const shares = (["door", "window", "fitting", "hearth"] as const).map((name) => labels.shares(name));
  const state = Uint8Array.from({ length: columns * rows }, (_, k) => {
    const at = projector.point(
      pointOn(frame, ((k % columns) + 0.5) / columns, (Math.floor(k / columns) + 0.5) / rows),
    );
    if (!at || at[0] < 0 || at[1] < 0 || at[0] >= copy.width || at[1] >= copy.height) return nothing;
    const i = Math.floor(at[1]) * copy.width + Math.floor(at[0]);
    if (removed[i]) return covered;
    const face = faceNames[hits.face[i] as number];
    if (face === "floor" || face === "ceiling") return bare;
    if (greatest[i] !== fixed && greatest[i] !== things) return bare;
    const x = Math.floor((at[0] * labels.grid.width) / copy.width);
    const small = Math.floor((at[1] * labels.grid.height) / copy.height) * labels.grid.width + x;
    inHouse[k] = shares.some((plane) => (plane[small] as number) > 0.4) ? 1 : 0;
    return kept;
  });
  return { state, inHouse };
}

function coveredShareOf(state: Uint8Array, { left, right, bottom, top }: Shape, columns: number): number {
  let covers = 0;
  for (let y = bottom; y < top; y++)
    for (let x = left; x < right; x++) if (state[y * columns + x] === covered) covers++;
  return covers / Math.max(1, (right - left) * (top - bottom));
}

/** Lets a shape go on in the covered cells of its rectangle, and counts those that nothing in sight is like. */
function goOn(wall: WallBehind, state: Uint8Array, shape: Shape): number {
  const { columns } = wall;
  const left = Math.max(0, shape.left - casing);
  const right = Math.min(columns, shape.right + casing);
  const { bottom, top } = shape;
  const isInside = (x: number, y: number): boolean =>
    x >= shape.left && x < shape.right && y >= shape.bottom && y < shape.top;
  const isKept = (x: number, y: number): boolean => {
    if (x < left || x >= right || y < bottom || y >= top) return false;
    const own = state[y * columns + x];
    return own === kept || (own === bare && !isInside(x, y));
  };
  const frame = Math.round(frameWidth / cell);
  let lost = 0;
  for (let y = bottom; y < top; y++)
    for (let x = left; x < right; x++) {
      const k = y * columns + x;
      if (state[k] !== covered) continue;
      wall.isOpening[k] = 1;
      const atSide = x - left < frame || right - 1 - x < frame;
      const atEnd = y - bottom < frame || top - 1 - y < frame;
      const sideways = nearestBy(
        (d) => [isKept(x - d, y) && isKept(x - 2 * d + 1, y), isKept(x + d, y) && isKept(x + 2 * d - 1, y)],
        right - left,
      );
      const upright = nearestBy(
        (d) => [isKept(x, y - d) && isKept(x, y - 2 * d + 1), isKept(x, y + d) && isKept(x, y + 2 * d - 1)],
        top - bottom,
      );
      const opposite = left + right - 1 - x;
      if ((atSide || atEnd) && isKept(opposite, y)) wall.across[k] = ((left + right) / 2) * cell;
      else if (sideways && (!upright || atEnd || (!atSide && Math.abs(sideways) <= Math.abs(upright))))
        wall.across[k] = (x + 0.5 + sideways - Math.sign(sideways) / 2) * cell;
      else if (upright) wall.up[k] = (y + 0.5 + upright - Math.sign(upright) / 2) * cell;
      else if (!stretched(k, x, y)) lost++;
    }
  return lost;

  /** What is too wide for its mirror image takes the nearest of its row or column. */
  function stretched(k: number, x: number, y: number): boolean {
    const sideways = nearestBy((d) => [isKept(x - d, y), isKept(x + d, y)], right - left);
    const upright = nearestBy((d) => [isKept(x, y - d), isKept(x, y + d)], top - bottom);
    if (upright && (!sideways || Math.abs(upright) <= Math.abs(sideways)))
      wall.up[k] = (y + 0.5 + upright / 2) * cell;
    else if (sideways) wall.across[k] = (x + 0.5 + sideways / 2) * cell;
    return upright !== 0 || sideways !== 0;
  }
}

/** The signed distance at which a neighbour to one side or the other is found first; 0 if none is. */
function nearestBy(isFound: (distance: number) => readonly [boolean, boolean], most: number): number {
  for (let distance = 1; distance < most; distance++) {
    const [before, after] = isFound(distance);
    if (before) return -distance;
    if (after) return distance;
  }
  return 0;
}
