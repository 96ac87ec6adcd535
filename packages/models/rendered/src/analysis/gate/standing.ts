import { project } from "@image-staging/tracer/camera";
import type { Camera, Vec3 } from "@image-staging/tracer/scene";
import type { Segment } from "../camera/segments.ts";
import { projectorOf } from "../projector.ts";

/** The sine of the angle to an upright line up to which a segment is one, and to lines on the floor, from which it is none of these. */
const [lean, aslant] = [0.12, 0.25] as const;
/** How many uprights a group of chairs has at least, and how many metres apart its outer ones are. */
const [legs, apart] = [8, 1] as const;

/**
 * Whether a group of furniture stands on what the labels call floor: they take slender chairs for the boards behind them. Its legs are
 * upright segments all around, and bare ground has none: of 37 photos of gardens and terraces, one with such chairs had 18, the others 3 at
 * most, or a fence's.
 */
export function isStoodOn(segments: readonly Segment[], floor: Uint8Array, camera: Camera): boolean {
  const { onLevel } = projectorOf(camera);
  const feet = segments.flatMap(({ x1, y1, x2, y2 }): number[] => {
    const [low, high] =
      y1 > y2 ? [[x1, y1] as const, [x2, y2] as const] : [[x2, y2] as const, [x1, y1] as const];
    const [dx, dy] = [high[0] - low[0], high[1] - low[1]];
    const isFloor = (part: number): boolean =>
      (floor[Math.floor(low[1] + part * dy) * camera.width + Math.floor(low[0] + part * dx)] ?? 0) > 127;
    const foot = [0.1, 0.5, 0.9].every(isFloor) ? onLevel(...low, 0) : undefined;
    if (!foot) return [];
    const turnTo = (to: Vec3): number => {
      const end = project(camera, to);
      if (!end) return 1;
      const [ex, ey] = [end.x - low[0], end.y - low[1]];
      return Math.abs(ex * dy - ey * dx) / Math.hypot(ex, ey) / Math.hypot(dx, dy);
    };
    const [x, z] = foot;
    const isUpright =
      turnTo([x, 0.3, z]) < lean && turnTo([x + 0.3, 0, z]) > aslant && turnTo([x, 0, z - 0.3]) > aslant;
    return isUpright ? [x] : [];
  });
  feet.sort((a, b) => a - b);
  const [first = 0, last = 0] = [feet[1], feet.at(-2)];
  return feet.length >= legs && last - first > apart;
}
