import { project, rayThrough } from "@image-staging/tracer/camera";
import type { Camera, Opening, Placement, Room, Vec3 } from "@image-staging/tracer/scene";
import { type Rect, stripBefore } from "../src/layout/ground.ts";
import { walkwaysOf } from "../src/layout/walkways.ts";
import { footprintOf } from "../src/look/facts.ts";

interface World {
  camera: Camera;
  room: Room;
}

/** What furniture that was laid out in the room that was found does in the true room, as its picture shows it. */
export interface PieceMeasures {
  /** How many stand on the floor in sight. */
  pieces: number;
  /** Square metres of their footprints in sight, and those on the true free floor. */
  area: number;
  free: number;
  /** How many reach more than 5 cm through a true wall. */
  throughWalls: number;
  /** The true size over the nominal one of each piece that is seen as a whole. */
  sizes: readonly number[];
  /** Whether one can still walk to all doors and passages of the true room that the picture shows a part of. */
  walkable: boolean;
}

/** Samples along each side of a footprint. */
const samples = 8;
/** Metres that count as touching. */
const play = 0.05;

/** Measures furniture by the true floor's points that its footprints' pixels show. */
export function measuredPieces(found: World, truth: World, placements: readonly Placement[]): PieceMeasures {
  const standing = placements.filter(
    ({ piece, y }) => y < 0.05 && piece.height > 0.05 && piece.kind !== "curtains",
  );
  const measures = { pieces: 0, area: 0, free: 0, throughWalls: 0, sizes: [] as number[] };
  const rects: Rect[] = [];
  const shown = truth.room.openings.filter((opening) => isShown(opening, truth));
  const isFree = freeIn(truth.room, shown);
  for (const placement of standing) {
    const corners = footprintOf(placement).map(([x, , z]) => onTrueFloor(found, truth, x, z));
    const seen = pointsOf(placement).flatMap(([x, z]) => {
      const at = onTrueFloor(found, truth, x, z);
      return at?.inSight ? [at] : [];
    });
    if (seen.length === 0) continue;
    measures.pieces++;
    const area = placement.piece.width * placement.piece.depth * (seen.length / samples ** 2);
    measures.area += area;
    measures.free += (area * seen.filter(({ x, z }) => isFree(x, z)).length) / seen.length;
    if (seen.some(({ x, z }) => beyond(truth.room, x, z) > play)) measures.throughWalls++;
    const whole = corners.flatMap((corner) => (corner ? [corner] : []));
    if (whole.length < 4) continue;
    rects.push(boundsOf(whole));
    if (whole.every(({ inSight }) => inSight))
      measures.sizes.push(Math.sqrt(areaOf(whole) / (placement.piece.width * placement.piece.depth)));
  }
  const doors = shown.filter(({ kind }) => kind === "door" || kind === "passage");
  return { ...measures, walkable: walkwaysOf({ ...truth.room, openings: doors })(rects) };
}

interface Point {
  x: number;
  z: number;
  inSight: boolean;
}

/** The point of the true floor that the picture shows at a point of the found floor. */
function onTrueFloor(found: World, truth: World, x: number, z: number): Point | undefined {
  const at = project(found.camera, [x, 0, z]);
  if (!at) return undefined;
  const ray = rayThrough(truth.camera, at.x, at.y);
  if (ray[1] >= 0) return undefined;
  const t = -truth.camera.elevation / ray[1];
  const { width, height } = found.camera;
  return { x: t * ray[0], z: t * ray[2], inSight: at.x > 0 && at.y > 0 && at.x < width && at.y < height };
}

/** A grid of points on a piece's footprint, half a step from its sides. */
function pointsOf(placement: Placement): [x: number, z: number][] {
  const [a, b, , d] = footprintOf(placement) as unknown as readonly [Vec3, Vec3, Vec3, Vec3];
  return Array.from({ length: samples ** 2 }, (_, i) => {
    const [s, t] = [((i % samples) + 0.5) / samples, (Math.floor(i / samples) + 0.5) / samples];
    const at = (k: 0 | 2): number => {
      const origin = a[k];
      return origin + s * (b[k] - origin) + t * (d[k] - origin);
    };
    return [at(0), at(2)];
  });
}

/** How far outside the walls a point is. */
const beyond = ({ left, right, back }: Room, x: number, z: number): number =>
  Math.max(left - x, x - right, back - z);

/** Whether any of a grid of points of an opening lies within the picture: no one can tell of the others. */
function isShown({ wall, from, to, bottom, top }: Opening, { camera, room }: World): boolean {
  const steps = 20;
  return Array.from({ length: (steps + 1) ** 2 }, (_, i) => {
    const along = from + ((to - from) * (i % (steps + 1))) / steps;
    const y = bottom + ((top - bottom) * Math.floor(i / (steps + 1))) / steps;
    const isAcross = wall === "back" || wall === "front";
    return project(camera, isAcross ? [along, y, room[wall]] : [room[wall], y, along]);
  }).some((at) => at && at.x > 0 && at.y > 0 && at.x < camera.width && at.y < camera.height);
}

/** A test whether a point, or one within the play of it towards the room's middle, is free. Swings of doors that are not shown are. */
function freeIn(room: Room, shown: readonly Opening[]): (x: number, z: number) => boolean {
  const { freeFloor } = room;
  const hidden = room.openings
    .filter((opening) => !shown.includes(opening))
    .map((opening) => stripBefore(opening, room, 1));
  const inward = (value: number, low: number, high: number): number =>
    value + Math.sign(low + high - 2 * value) * play;
  return (x, z) => {
    if (beyond(room, x, z) > play) return false;
    const column = Math.floor((inward(x, room.left, room.right) - freeFloor.x) / freeFloor.cell);
    const row = Math.floor((inward(z, room.back, room.front) - freeFloor.z) / freeFloor.cell);
    if (column < 0 || row < 0 || column >= freeFloor.columns || row >= freeFloor.rows)
      return z > room.front - play;
    if (freeFloor.free[row * freeFloor.columns + column] === 1) return true;
    return hidden.some((rect) => x > rect.left && x < rect.right && z > rect.back && z < rect.front);
  };
}

/** The rectangle around points, less the play. */
function boundsOf(points: readonly Point[]): Rect {
  const [xs, zs] = [points.map(({ x }) => x), points.map(({ z }) => z)];
  return {
    left: Math.min(...xs) + play,
    right: Math.max(...xs) - play,
    back: Math.min(...zs) + play,
    front: Math.max(...zs) - play,
  };
}

/** The area of a polygon. */
function areaOf(points: readonly Point[]): number {
  const twice = points.reduce((sum, { x, z }, i) => {
    const next = points[(i + 1) % points.length] as Point;
    return sum + x * next.z - next.x * z;
  }, 0);
  return Math.abs(twice) / 2;
}
