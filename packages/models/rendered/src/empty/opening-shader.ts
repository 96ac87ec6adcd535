import type { Picture } from "@image-staging/picture/picture";
import type { Planes } from "../analysis/faces.ts";
import { type Face, type FaceFrame, faceNames, framesOf, pointOn } from "../analysis/faces.ts";
import type { Projector } from "../analysis/projector.ts";
import { levelAt } from "./level-at.ts";
import type { HiddenOpenings, WallBehind } from "./openings.ts";

/** How many times as bright, or as dark, a copy gets at most in its wall's light. */
const brighter = 1.3;

/** The sRGB levels of what is in a wall at a face's shares of u and v; false if it is paint, or not known. */
export type OpeningShader = (pixel: number, face: number, u: number, v: number, out: Float64Array) => boolean;

/** Draws an opening's hidden part: the photo at the place that a cell is copied from, in the light of its own place. */
export function openingShader(
  picture: Picture,
  projector: Projector,
  room: Planes,
  { walls }: HiddenOpenings,
  paint: readonly Float32Array[],
): OpeningShader {
  const frames = framesOf(room);
  return (pixel, face, u, v, out) => {
    const wall = walls.get(face);
    const frame = frames[faceNames[face] as Face] as FaceFrame | undefined;
    if (!wall || !frame) return false;
    const k = cellAt(wall, u, v);
    const own = wall.from[k] as number;
    if (own < 0) return false;
    const { columns, rows } = wall;
    const [dx, dy] = [u * columns - (k % columns) - 0.5, v * rows - Math.floor(k / columns) - 0.5];
    const s = (((own >> 1) % columns) + 0.5 + (own & 1 ? -dx : dx)) / columns;
    const t = (Math.floor((own >> 1) / columns) + 0.5 + dy) / rows;
    const at = projector.point(pointOn(frame, s, t));
    if (!at) return false;
    const there = pixelAt(picture, at[0], at[1]);
    for (let c = 0; c < 3; c++) {
      const ratio = (2 + (paint[c]?.[pixel] ?? 0)) / (2 + (paint[c]?.[there] ?? 0));
      out[c] = levelAt(picture, at[0], at[1], c) * Math.max(1 / brighter, Math.min(brighter, ratio));
    }
    return true;
  };
}

/** Whether an opening or a fixture goes on at a face's shares of u and v. */
export function isInOpening({ walls }: HiddenOpenings, face: number, u: number, v: number): boolean {
  const wall = walls.get(face);
  return wall !== undefined && wall.isOpening[cellAt(wall, u, v)] === 1;
}

const cellAt = ({ columns, rows }: WallBehind, u: number, v: number): number =>
  Math.min(rows - 1, Math.floor(v * rows)) * columns + Math.min(columns - 1, Math.floor(u * columns));

const pixelAt = ({ width, height }: Picture, x: number, y: number): number =>
  Math.max(0, Math.min(height - 1, Math.floor(y))) * width + Math.max(0, Math.min(width - 1, Math.floor(x)));
