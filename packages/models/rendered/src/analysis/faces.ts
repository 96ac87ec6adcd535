import { Lens } from "@image-staging/tracer/camera";
import type { Camera, Room, Vec3, WallName } from "@image-staging/tracer/scene";

export type Face = WallName | "floor" | "ceiling";
export type Planes = Pick<Room, "left" | "right" | "back" | "front" | "height">;

export const faceNames = ["back", "left", "right", "front", "floor", "ceiling"] as const;

/** Where a face lies: its origin is the corner of the smaller coordinates, `u` and `v` span it, `normal` faces in. */
export interface FaceFrame {
  origin: Vec3;
  u: Vec3;
  v: Vec3;
  normal: Vec3;
  /** Where `u` starts on its axis (x, or z of the left and right walls), in metres. */
  start: number;
  /** Lengths of u and v in metres. */
  across: number;
  up: number;
}

export function framesOf({ left, right, back, front, height }: Planes): Record<Face, FaceFrame> {
  const [w, d] = [right - left, front - back];
  const frame = (origin: Vec3, u: Vec3, v: Vec3, normal: Vec3): FaceFrame => ({
    origin,
    u,
    v,
    normal,
    start: u[0] === 0 ? origin[2] : origin[0],
    across: Math.hypot(...u),
    up: Math.hypot(...v),
  });
  return {
    back: frame([left, 0, back], [w, 0, 0], [0, height, 0], [0, 0, 1]),
    front: frame([left, 0, front], [w, 0, 0], [0, height, 0], [0, 0, -1]),
    left: frame([left, 0, back], [0, 0, d], [0, height, 0], [1, 0, 0]),
    right: frame([right, 0, back], [0, 0, d], [0, height, 0], [-1, 0, 0]),
    floor: frame([left, 0, back], [w, 0, 0], [0, 0, d], [0, 1, 0]),
    ceiling: frame([left, height, back], [w, 0, 0], [0, 0, d], [0, -1, 0]),
  };
}

/** Where each pixel meets the box: the face's index in faceNames, and shares of its u and v. */
export interface Hits {
  face: Uint8Array;
  u: Float32Array;
  v: Float32Array;
}

export function hitsOf(camera: Camera, planes: Planes): Hits {
  const { width, height } = camera;
  const hits = {
    face: new Uint8Array(width * height),
    u: new Float32Array(width * height),
    v: new Float32Array(width * height),
  };
  const lens = new Lens(camera);
  const [w, d] = [planes.right - planes.left, planes.front - planes.back];
  for (let py = 0; py < height; py++) {
    for (let px = 0; px < width; px++) {
      lens.aim(px + 0.5, py + 0.5);
      const { dx, dy, dz } = lens;
      const tx = (dx < 0 ? planes.left : planes.right) / dx;
      const ty = ((dy < 0 ? 0 : planes.height) - camera.elevation) / dy;
      const tz = (dz < 0 ? planes.back : planes.front) / dz;
      const t = Math.min(tx, ty, tz);
      const x = t * dx;
      const y = camera.elevation + t * dy;
      const z = t * dz;
      const i = py * width + px;
      if (t === tx) {
        hits.face[i] = dx < 0 ? 1 : 2;
        hits.u[i] = (z - planes.back) / d;
        hits.v[i] = y / planes.height;
      } else {
        hits.face[i] = t === ty ? (dy < 0 ? 4 : 5) : dz < 0 ? 0 : 3;
        hits.u[i] = (x - planes.left) / w;
        hits.v[i] = t === ty ? (z - planes.back) / d : y / planes.height;
      }
    }
  }
  return hits;
}

/** The world's point at shares (u, v) of a face. */
export function pointOn({ origin, u, v }: FaceFrame, s: number, t: number): Vec3 {
  return [origin[0] + s * u[0] + t * v[0], origin[1] + s * u[1] + t * v[1], origin[2] + s * u[2] + t * v[2]];
}

/** Metres so high that what a photo shows of a wall is on it, whatever the room's height. */
const endless = 1000;

/** The wall that each pixel is on, as an index in `faceNames`, if it shows a wall: gables and bays end elsewhere than the box does. */
export const wallsAt = (camera: Camera, planes: Planes): Uint8Array =>
  hitsOf({ ...camera, elevation: endless / 2 }, { ...planes, height: endless }).face;
