import type { Camera, Vec3 } from "./scene.ts";

/** The camera's axes in the world: right, up, and back (towards the viewer), each of length 1. */
export function axesOf({
  yaw,
  pitch,
  roll,
}: Pick<Camera, "yaw" | "pitch" | "roll">): readonly [Vec3, Vec3, Vec3] {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
  const right: Vec3 = [cy, 0, -sy];
  const up: Vec3 = [sp * sy, cp, sp * cy];
  return [
    [right[0] * cr - up[0] * sr, -up[1] * sr, right[2] * cr - up[2] * sr],
    [right[0] * sr + up[0] * cr, up[1] * cr, right[2] * sr + up[2] * cr],
    [sy * cp, -sp, cy * cp],
  ];
}

/** The direction, of length 1, in which the pixel position (x, y) looks; the first pixel's centre is (0.5, 0.5). */
export function rayThrough(camera: Camera, x: number, y: number): Vec3 {
  const [right, up, back] = axesOf(camera);
  const [a, b] = [(x - camera.centreX) / camera.focal, (camera.centreY - y) / camera.focal];
  const at = (axis: 0 | 1 | 2): number => right[axis] * a + up[axis] * b - back[axis];
  const [dx, dy, dz] = [at(0), at(1), at(2)];
  const length = Math.hypot(dx, dy, dz);
  return [dx / length, dy / length, dz / length];
}

/** The pixel position of a point of the world, or nothing if it lies behind the camera. */
export function project(camera: Camera, point: Vec3): { x: number; y: number; depth: number } | undefined {
  const [right, up, back] = axesOf(camera);
  const [px, py, pz] = [point[0], point[1] - camera.elevation, point[2]];
  const along = (axis: Vec3): number => axis[0] * px + axis[1] * py + axis[2] * pz;
  const depth = -along(back);
  if (depth <= 1e-6) return undefined;
  return {
    x: camera.centreX + (camera.focal * along(right)) / depth,
    y: camera.centreY - (camera.focal * along(up)) / depth,
    depth,
  };
}
