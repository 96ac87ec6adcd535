import { float32At, float64At } from "@image-staging/picture/at";
import { sharedFloats } from "./geometry.ts";
import type { Ray } from "./ray.ts";
import type { AreaLight, FaceRadiance, Light, Room, Vec3 } from "./scene.ts";

/** The box's size. */
export type Box = Pick<Room, "left" | "right" | "back" | "front" | "height">;

/** In the order that `faceOf` counts. */
export const faceNames = ["left", "right", "floor", "ceiling", "back", "front"] as const;

interface Level {
  columns: number;
  rows: number;
  radiance: Float32Array;
}

/** The room as a source of light: each face in ever coarser levels, without and with the lights that lie on it. */
export interface Environment {
  box: Box;
  faces: readonly (readonly Level[])[];
  lit: readonly (readonly Level[])[];
}

const litCells = 48;
/** A reflection of a window brighter than this would only be a white spot. */
const brightest = 4;

/** Prepares the room's radiance for look-ups. */
export function environmentOf(box: Box, light: Pick<Light, "faces" | "areas">): Environment {
  const faces = faceNames.map((name) => levelsOf(light.faces[name]));
  const lit = faceNames.map((name, face) => {
    const fine = { columns: litCells, rows: litCells, radiance: sharedFloats(litCells * litCells * 3) };
    paint(fine, box, face, faces[face]?.[0] ?? light.faces[name], light.areas);
    return levelsOf(fine);
  });
  return { box, faces, lit };
}

/** The face's own radiance at a finer grid, and the lights in front of it. */
function paint(fine: Level, box: Box, face: number, own: Level, areas: readonly AreaLight[]): void {
  for (let row = 0; row < fine.rows; row++) {
    for (let column = 0; column < fine.columns; column++) {
      const at = (row * fine.columns + column) * 3;
      const [s, t] = [(column + 0.5) / fine.columns, (row + 0.5) / fine.rows];
      const from =
        (Math.min(own.rows - 1, Math.floor(t * own.rows)) * own.columns +
          Math.min(own.columns - 1, Math.floor(s * own.columns))) *
        3;
      const point = pointOn(box, face, s, t);
      const light = areas.find((area) => covers(area, point));
      for (let c = 0; c < 3; c++) {
        fine.radiance[at + c] = Math.min(
          brightest,
          (light?.radiance[c] ?? 0) + float32At(own.radiance, from + c),
        );
      }
    }
  }
}

/** Whether a point lies behind a light, seen at a right angle, within 30 cm. */
function covers({ corner, u, v }: AreaLight, point: Vec3): boolean {
  const [dx, dy, dz] = [point[0] - corner[0], point[1] - corner[1], point[2] - corner[2]];
  const along = (axis: Vec3) =>
    (dx * axis[0] + dy * axis[1] + dz * axis[2]) / (axis[0] ** 2 + axis[1] ** 2 + axis[2] ** 2);
  const [s, t] = [along(u), along(v)];
  if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1)) return false;
  return Math.hypot(dx - s * u[0] - t * v[0], dy - s * u[1] - t * v[1], dz - s * u[2] - t * v[2]) < 0.3;
}

/** The point of a face at shares (s, t) of its columns and rows. */
export function pointOn(box: Box, face: number, s: number, t: number): Vec3 {
  const x = box.left + s * (box.right - box.left);
  const z = box.back + s * (box.front - box.back);
  const y = t * box.height;
  if (face === 0) return [box.left, y, z];
  if (face === 1) return [box.right, y, z];
  if (face === 4) return [x, y, box.back];
  if (face === 5) return [x, y, box.front];
  return [x, face === 2 ? 0 : box.height, box.back + t * (box.front - box.back)];
}

function levelsOf({ columns, rows, radiance }: FaceRadiance): Level[] {
  const first = sharedFloats(radiance.length);
  first.set(radiance);
  const levels: Level[] = [{ columns, rows, radiance: first }];
  for (let last = levels[0]; last && last.columns > 1 && last.rows > 1; last = levels[levels.length - 1]) {
    levels.push(halved(last));
  }
  return levels;
}

function halved(level: Level): Level {
  const [columns, rows] = [Math.ceil(level.columns / 2), Math.ceil(level.rows / 2)];
  const half = { columns, rows, radiance: sharedFloats(columns * rows * 3) };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (const [dy, dx] of [
          [0, 0],
          [0, 1],
          [1, 0],
          [1, 1],
        ] as const) {
          const y = Math.min(level.rows - 1, row * 2 + dy);
          const x = Math.min(level.columns - 1, column * 2 + dx);
          sum += float32At(level.radiance, (y * level.columns + x) * 3 + c);
        }
        half.radiance[(row * columns + column) * 3 + c] = sum / 4;
      }
    }
  }
  return half;
}

/** Where a ray from inside the box leaves it. */
export class Exit {
  t = 0;
  face = 0;
  /** Shares of the face's columns and rows. */
  s = 0;
  v = 0;

  find(box: Box, { ox, oy, oz, dx, dy, dz }: Ray): void {
    const tx = dx > 0 ? (box.right - ox) / dx : dx < 0 ? (box.left - ox) / dx : Infinity;
    const ty = dy > 0 ? (box.height - oy) / dy : dy < 0 ? -oy / dy : Infinity;
    const tz = dz > 0 ? (box.front - oz) / dz : dz < 0 ? (box.back - oz) / dz : Infinity;
    const t = Math.max(0, Math.min(tx, ty, tz));
    this.t = t;
    const x = ox + dx * t;
    const y = oy + dy * t;
    const z = oz + dz * t;
    if (ty <= tx && ty <= tz) {
      this.face = dy > 0 ? 3 : 2;
      this.s = (x - box.left) / (box.right - box.left);
      this.v = (z - box.back) / (box.front - box.back);
    } else if (tx <= tz) {
      this.face = dx > 0 ? 1 : 0;
      this.s = (z - box.back) / (box.front - box.back);
      this.v = y / box.height;
    } else {
      this.face = dz > 0 ? 5 : 4;
      this.s = (x - box.left) / (box.right - box.left);
      this.v = y / box.height;
    }
  }
}

/** Writes the radiance of the cell at shares (s, t) of a face. */
export function cellRadiance(level: Level, s: number, t: number, out: Float64Array): void {
  const column = Math.min(level.columns - 1, Math.max(0, Math.floor(s * level.columns)));
  const row = Math.min(level.rows - 1, Math.max(0, Math.floor(t * level.rows)));
  const at = (row * level.columns + column) * 3;
  for (let c = 0; c < 3; c++) out[c] = float32At(level.radiance, at + c);
}

const scratch = new Float64Array(3);

/** Writes the radiance between four cells, of the level that a cone of `blur` (0 sharp, 1 the whole face) covers. */
export function blurredRadiance(
  levels: readonly Level[],
  s: number,
  t: number,
  blur: number,
  out: Float64Array,
): void {
  const last = levels.length - 1;
  const wanted = Math.min(last, Math.max(0, Math.log2(Math.max(1e-6, blur) * (levels[0]?.columns ?? 1))));
  const lower = Math.floor(wanted);
  const level = levels[lower];
  if (!level) return;
  between(level, s, t, out);
  const next = levels[lower + 1];
  if (wanted === lower || !next) return;
  between(next, s, t, scratch);
  for (let c = 0; c < 3; c++)
    out[c] = float64At(out, c) + (float64At(scratch, c) - float64At(out, c)) * (wanted - lower);
}

function between({ columns, rows, radiance }: Level, s: number, t: number, out: Float64Array): void {
  const x = Math.min(columns - 1, Math.max(0, s * columns - 0.5));
  const y = Math.min(rows - 1, Math.max(0, t * rows - 0.5));
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const x1 = Math.min(columns - 1, x0 + 1);
  const y1 = Math.min(rows - 1, y0 + 1);
  const fx = x - x0;
  const fy = y - y0;
  for (let c = 0; c < 3; c++) {
    const top =
      float32At(radiance, (y0 * columns + x0) * 3 + c) * (1 - fx) +
      float32At(radiance, (y0 * columns + x1) * 3 + c) * fx;
    const bottom =
      float32At(radiance, (y1 * columns + x0) * 3 + c) * (1 - fx) +
      float32At(radiance, (y1 * columns + x1) * 3 + c) * fx;
    out[c] = top + (bottom - top) * fy;
  }
}
