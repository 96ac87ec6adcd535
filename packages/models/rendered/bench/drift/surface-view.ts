import { uint8At } from "@image-staging/picture/at";
import type { Picture } from "@image-staging/picture/picture";
import { project, rayThrough } from "@image-staging/tracer/camera";
import type { Camera, Room, Vec3, WallName } from "@image-staging/tracer/scene";

/** A picture of a room, its camera and its faces. */
export interface KnownRoom {
  picture: Picture;
  truth: { camera: Camera; room: Room };
}

export type FaceName = WallName | "floor" | "ceiling";

/** A place on a face of a room, in metres along it, then up it (in z on floor and ceiling), and its pixel. */
export interface Place {
  face: FaceName;
  along: number;
  up: number;
  x: number;
  y: number;
}

/** The faces of a room as a camera sees them: pixel to place and back. */
export class SurfaceView {
  readonly camera: Camera;
  readonly room: Pick<Room, "left" | "right" | "back" | "front" | "height">;

  constructor(camera: Camera, room: SurfaceView["room"]) {
    this.camera = camera;
    this.room = room;
  }

  /** The face that a pixel shows, and the place on it. */
  at(x: number, y: number): Place {
    const { room, camera } = this;
    const [dx, dy, dz] = rayThrough(camera, x + 0.5, y + 0.5);
    const reach = {
      x: (dx < 0 ? room.left : room.right) / dx,
      y: (dy < 0 ? -camera.elevation : room.height - camera.elevation) / dy,
      z: (dz < 0 ? room.back : room.front) / dz,
    };
    const t = Math.min(reach.x, reach.y, reach.z);
    const [px, py, pz] = [dx * t, dy * t + camera.elevation, dz * t];
    if (t === reach.x) return { face: dx < 0 ? "left" : "right", along: pz, up: py, x, y };
    if (t === reach.z) return { face: dz < 0 ? "back" : "front", along: px, up: py, x, y };
    return { face: dy < 0 ? "floor" : "ceiling", along: px, up: pz, x, y };
  }

  /** The pixel of a place on a face, `out` metres in front of it; undefined behind the camera. */
  pixelOf(face: FaceName, along: number, up: number, out = 0): { x: number; y: number } | undefined {
    const { room } = this;
    const places: Record<FaceName, Vec3> = {
      left: [room.left + out, up, along],
      right: [room.right - out, up, along],
      back: [along, up, room.back + out],
      front: [along, up, room.front - out],
      floor: [along, out, up],
      ceiling: [along, room.height - out, up],
    };
    const seen = project(this.camera, places[face]);
    return seen && { x: seen.x - 0.5, y: seen.y - 0.5 };
  }
}

/** A picture's colour between pixels; undefined outside it. */
export function sample(
  { data, width, height }: Picture,
  x: number,
  y: number,
): [number, number, number] | undefined {
  if (!(x >= 0 && y >= 0 && x <= width - 1 && y <= height - 1)) return undefined;
  const [left, top] = [Math.min(width - 2, Math.floor(x)), Math.min(height - 2, Math.floor(y))];
  const [s, t] = [x - left, y - top];
  const channel = (c: number) => {
    const at = (row: number, column: number) => uint8At(data, (row * width + column) * 3 + c);
    const upper = at(top, left) * (1 - s) + at(top, left + 1) * s;
    return upper * (1 - t) + (at(top + 1, left) * (1 - s) + at(top + 1, left + 1) * s) * t;
  };
  return [channel(0), channel(1), channel(2)];
}
