import type { AreaLight, FaceRadiance, Light, Rgb, Vec3, WallName } from "../scene.ts";
import { type Face, type FaceFrame, faceNames, pointOn } from "./faces.ts";
import { cells, type SeenFace, type SeenFaces } from "./seen-faces.ts";

/** How colourful a wall's paint is at most: brick and wood are more. */
const mostColour = 0.35;

/** What the paint of a wall reflects of its light: of a wall as bright as the ceiling beside it, at least, and at most. */
const albedo = { usual: 0.7, least: 0.35, most: 0.85 } as const;

/** A wall's albedo grows with this power of its level over the ceiling's. Fitted to the walls of 60 generated rooms. */
const power = 0.45;

/** Where the two are compared: rows of the wall's cells, and the ceiling within these metres of the wall. */
const [topRows, beside] = [[15, 19], 0.8] as const;

/** How far before a wall furniture stands, in metres, and how many cells of the walls are asked. */
const [before, asked] = [0.5, 48];

/** Cells that get less of a light than this part of what others get say nothing of it. */
const least = 0.3;

/** A place before a wall that looks painted, what the wall faces, and the level of a white surface there. */
interface Paint {
  point: Vec3;
  facing: Vec3;
  level: number;
}

/** Places before the walls in sight where these look painted. */
export function paintOf(seen: SeenFaces, frames: Record<Face, FaceFrame>, white: Rgb): Paint[] {
  const all = (["back", "left", "right", "front"] as const).flatMap((wall) => {
    const { pixels, emits, colour } = seen[wall];
    const frame = frames[wall];
    const albedo = albedoOf(wall, seen, frames);
    return Array.from(pixels, (count, k): Paint | undefined => {
      const levels = white.map((part, c) => (colour[k * 3 + c] as number) / part);
      const most = Math.max(...levels, 1e-4);
      if (count === 0 || emits[k] || (most - Math.min(...levels)) / most > mostColour) return undefined;
      const point = centreOf(frame, k).map(
        (value, i) => value + before * (frame.normal[i] as number),
      ) as unknown as Vec3;
      return {
        point,
        facing: frame.normal,
        level: levels.reduce((sum, value) => sum + value, 0) / 3 / albedo,
      };
    }).filter((place) => place !== undefined);
  });
  const every = Math.max(1, Math.floor(all.length / asked));
  return all.filter((_, i) => i % every === 0);
}

/** What a wall's paint reflects, by how bright its upper part is beside the ceiling, which is nearly always white. */
function albedoOf(wall: WallName, seen: SeenFaces, frames: Record<Face, FaceFrame>): number {
  const { origin, normal } = frames[wall];
  const isTop = (k: number): boolean => k >= topRows[0] * cells && k < topRows[1] * cells;
  const isBeside = (k: number): boolean => {
    const at = centreOf(frames.ceiling, k);
    return (at[0] - origin[0]) * normal[0] + (at[2] - origin[2]) * normal[2] < beside;
  };
  const share = levelOf(seen[wall], isTop) / levelOf(seen.ceiling, isBeside);
  return Number.isFinite(share)
    ? Math.max(albedo.least, Math.min(albedo.most, albedo.usual * share ** power))
    : albedo.usual;
}

/** The median level of a face's cells that are in sight and do not shine; none if there are too few. */
function levelOf({ pixels, emits, colour }: SeenFace, isAsked: (k: number) => boolean): number {
  const levels = Array.from(pixels, (count, k) =>
    count > 0 && !emits[k] && isAsked(k)
      ? (colour[k * 3] as number) + (colour[k * 3 + 1] as number) + (colour[k * 3 + 2] as number)
      : Number.NaN,
  )
    .filter((level) => level > 0)
    .sort((a, b) => a - b);
  return levels.length < 4 ? Number.NaN : (levels[levels.length >> 1] as number);
}

const centreOf = (frame: FaceFrame, k: number): Vec3 =>
  pointOn(frame, ((k % cells) + 0.5) / cells, (Math.floor(k / cells) + 0.5) / cells);

/**
 * How much of a light these places lack beside others to be as bright as the paint: their median. 0 if they lack none,
 * infinite if none tells.
 */
export function lackingAt(
  paint: readonly Paint[],
  others: readonly AreaLight[],
  light: readonly AreaLight[],
): number {
  const told = paint.map(({ point, facing, level }) => ({
    lack: level - receivedOf(others, point, facing),
    given: receivedOf(light, point, facing),
  }));
  const most = Math.max(...told.map(({ given }) => given));
  const factors = told
    .filter(({ given }) => given > least * most)
    .map(({ lack, given }) => lack / given)
    .sort((a, b) => a - b);
  return Math.max(0, factors[Math.floor(factors.length / 2)] ?? Infinity);
}

/** A face's part as a light, from and to cells. */
export function patch(
  frame: FaceFrame,
  from: number,
  to: number,
  low: number,
  high: number,
  radiance: Rgb,
): AreaLight {
  const { u, v, normal } = frame;
  const corner = pointOn(frame, from / cells, low / cells);
  const [s, t] = [(to - from) / cells, (high - low) / cells];
  return {
    corner: [corner[0] + 0.01 * normal[0], corner[1] + 0.01 * normal[1], corner[2] + 0.01 * normal[2]],
    u: [u[0] * s, u[1] * s, u[2] * s],
    v: [v[0] * t, v[1] * t, v[2] * t],
    radiance,
  };
}

/** The faces' cells as lights. */
export const facets = (faces: Light["faces"], frames: Record<Face, FaceFrame>): AreaLight[] =>
  faceNames.flatMap((name) => facetsOf(faces[name], frames[name]));

function facetsOf({ columns, rows, radiance }: FaceRadiance, frame: FaceFrame): AreaLight[] {
  return Array.from({ length: columns * rows }, (_, k) => {
    const [column, row] = [k % columns, Math.floor(k / columns)];
    const colour = radiance.subarray(k * 3, k * 3 + 3) as unknown as Rgb;
    return patch(frame, column, column + 1, row, row + 1, colour);
  });
}

export const receivedOf = (lights: readonly AreaLight[], point: Vec3, facing?: Vec3): number =>
  lights.reduce((sum, light) => sum + received(light, point, facing), 0);

/** What a light gives a small white ball at a point, as the ball's mean radiance; with `facing`, a white surface there. */
export function received({ corner, u, v, radiance }: AreaLight, point: Vec3, facing?: Vec3): number {
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
  const to = corner.map(
    (value, i) => value + ((u[i] as number) + (v[i] as number)) / 2 - (point[i] as number),
  );
  const squared = to.reduce((sum, value) => sum + value * value, 0.05);
  const along = (direction: readonly number[]): number =>
    to.reduce((sum, value, i) => sum + value * (direction[i] as number), 0) / Math.sqrt(squared);
  const caught = facing ? 4 * Math.max(0, along(facing)) : 1;
  const shared = (caught * Math.abs(along(normal))) / squared / (4 * Math.PI);
  return (shared * (radiance[0] + radiance[1] + radiance[2])) / 3;
}
