import type { Picture } from "@image-staging/picture/picture";
import type { Planes } from "../analysis/faces.ts";
import { type Face, type FaceFrame, faceNames, framesOf, pointOn } from "../analysis/faces.ts";
import type { Projector } from "../analysis/projector.ts";
import { levelAt } from "./level-at.ts";
import type { HiddenOpenings, WallBehind } from "./openings.ts";

/** The sRGB levels of what is in a wall at a face's shares of u and v; false if it is paint, or not known. */
export type OpeningShader = (face: number, u: number, v: number, out: Float64Array) => boolean;

/** Draws what goes on behind what is removed: the photo at the place that a cell mirrors. */
export function openingShader(
  picture: Picture,
  projector: Projector,
  room: Planes,
  { walls }: HiddenOpenings,
): OpeningShader {
  const frames = framesOf(room);
  return (face, u, v, out) => {
    const wall = walls.get(face);
    const frame = frames[faceNames[face] as Face] as FaceFrame | undefined;
    if (!wall || !frame) return false;
    const k = cellAt(wall, u, v);
    const [across, up] = [wall.across[k] as number, wall.up[k] as number];
    if (Number.isNaN(across) && Number.isNaN(up)) return false;
    const s = Number.isNaN(across) ? u : (2 * across) / frame.across - u;
    const t = Number.isNaN(up) ? v : (2 * up) / frame.up - v;
    const at = projector.point(pointOn(frame, s, t));
    if (!at) return false;
    for (let c = 0; c < 3; c++) out[c] = levelAt(picture, at[0], at[1], c);
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
