import { axesOf } from "@image-staging/tracer/camera";
import type { Camera, Room } from "@image-staging/tracer/scene";
import { residual, vanishingPoints, viewOf } from "../camera/find-view.ts";
import { linesOf } from "../camera/manhattan.ts";
import type { Segment } from "../camera/segments.ts";

/** A point of a segment along one of the room's axes (0 is x, 1 y, 2 z): its ray and its weight. */
export interface Witness {
  axis: 0 | 1 | 2;
  ray: readonly [number, number, number];
  /** In pixels of a picture 300 pixels wide. */
  weight: number;
}

/** Two edges this close to each other, over the picture's width, are the sides of one thin thing. */
const thin = 0.012;

/** Three points of each segment that belongs to one axis clearly; none of a lamp's cord, which hangs before the ceiling. */
export function witnessesOf(segments: readonly Segment[], camera: Camera): Witness[] {
  const points = vanishingPoints(viewOf(camera));
  const [right, up, back] = axesOf(camera);
  const horizon = camera.centreY + camera.focal * Math.tan(camera.pitch);
  const high = segments.filter(({ y1, y2 }) => Math.max(y1, y2) < horizon);
  return linesOf(segments, camera.width, camera.height).flatMap((line, i): Witness[] => {
    const off = points.map((point) => residual(line, [point]));
    const within = Math.max(2.5 * line.sigma, 0.012);
    const near = ([0, 1, 2] as const).filter((axis) => (off[axis] as number) < within);
    const axis = near[0];
    const segment = segments[i] as Segment;
    if (axis === undefined || near.length > 1) return [];
    if (axis === 1 && high.includes(segment) && isThin(segment, high, thin * camera.width)) return [];
    const { x1, y1, x2, y2, length } = segment;
    return [0.1, 0.5, 0.9].map((t): Witness => {
      const a = (x1 + t * (x2 - x1) - camera.centreX) / camera.focal;
      const b = (camera.centreY - y1 - t * (y2 - y1)) / camera.focal;
      const ray = [0, 1, 2].map((k) => right[k as 0] * a + up[k as 0] * b - back[k as 0]) as [
        number,
        number,
        number,
      ];
      return { axis, ray, weight: ((300 / camera.width) * length) / 3 };
    });
  });
}

/** Whether an upright segment has a twin next to it, as the two sides of a cord. */
function isThin(segment: Segment, all: readonly Segment[], width: number): boolean {
  const middle = ({ x1, x2 }: Segment): number => (x1 + x2) / 2;
  const [top, bottom] = [
    ({ y1, y2 }: Segment) => Math.min(y1, y2),
    ({ y1, y2 }: Segment) => Math.max(y1, y2),
  ];
  return all.some(
    (other) =>
      other !== segment &&
      Math.abs(middle(other) - middle(segment)) < width &&
      Math.abs(top(other) - top(segment)) < 0.15 * segment.length &&
      Math.abs(bottom(other) - bottom(segment)) < 0.15 * segment.length,
  );
}

const margin = 0.04;

/**
 * How much of the segments a box contradicts: x cannot run on a side wall, z not on the back wall, and no upright on
 * floor or ceiling. Points near a face's border contradict nothing.
 */
export function contradicted(
  witnesses: readonly Witness[],
  { left, right, back, height }: Pick<Room, "left" | "right" | "back" | "height">,
): number {
  let sum = 0;
  for (const { axis, ray, weight } of witnesses) {
    const dx = ray[0];
    const dy = ray[1];
    const dz = ray[2];
    const tx = (dx < 0 ? -left : right) / dx;
    const ty = (dy < 0 ? -1 : height - 1) / dy;
    const tz = dz < 0 ? -back / dz : Number.POSITIVE_INFINITY;
    const own = axis === 0 ? tx : axis === 1 ? ty : tz;
    const others = axis === 0 ? Math.min(ty, tz) : axis === 1 ? Math.min(tx, tz) : Math.min(tx, ty);
    if (own * (1 + margin) < others) sum += weight;
  }
  return sum;
}
