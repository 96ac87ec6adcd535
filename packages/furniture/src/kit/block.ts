import { BoxGeometry, type BufferGeometry } from "three";
import { metric } from "./uv.ts";

interface Softness {
  /** Radius of all edges. */
  radius?: number;
  /** How far the middle of the faces bulges out: of all, or of those across x, y and z. */
  crown?: number | readonly [number, number, number];
  /** Height of slow bumps, so that upholstery is not a machine part. */
  uneven?: number;
  seed?: number;
}

/** What makes a box upholstery: how far the middle of its faces bulges out, and its bumps. */
interface Cushion extends Required<Pick<Softness, "uneven" | "seed">> {
  bulge: readonly [number, number, number];
}

const edges = 3;

/** Edges with a smaller radius are chamfers: nobody sees their roundness. */
const chamfered = 0.0035;

/** A box with rounded edges, centred; with a crown it is upholstery. Sizes in metres along x, y and z. */
export function block(width: number, height: number, depth: number, softness: Softness = {}): BufferGeometry {
  const { radius = 0.004, crown = 0, uneven = 0, seed = 0 } = softness;
  const soft = crown !== 0 || uneven !== 0;
  const [corner, middle] = soft ? [edges, 8] : radius < chamfered ? [1, 1] : [2, 1];
  const count = corner * 2 + middle;
  const half = [width / 2, height / 2, depth / 2] as const;
  const round = Math.min(radius, ...half);
  const bulge = typeof crown === "number" ? ([crown, crown, crown] as const) : crown;
  const cushion = { bulge, uneven, seed };
  const geometry = new BoxGeometry(1, 1, 1, count, count, count);
  const position = geometry.getAttribute("position");
  const normal = geometry.getAttribute("normal");

  const along = (unit: number, extent: number): number => {
    const index = Math.round((unit + 0.5) * count);
    const inner = extent - round;
    const steps = Math.min(index, count - index);
    if (steps <= corner)
      return Math.sign(unit) * (inner + round * Math.tan((Math.PI / 4) * (1 - steps / corner)));
    return inner * (((index - corner) / middle) * 2 - 1);
  };
  for (let i = 0; i < position.count; i++) {
    const at = tripleOf((axis) => along(position.getComponent(i, axis), half[axis]));
    const inner = tripleOf((axis) => clamp(at[axis], half[axis] - round));
    const away = tripleOf((axis) => at[axis] - inner[axis]);
    const length = Math.hypot(...away) || 1;
    const out = tripleOf((axis) => away[axis] / length);
    const point = tripleOf((axis) => inner[axis] + out[axis] * round);
    if (soft) swell(point, out, half, cushion);
    position.setXYZ(i, ...point);
    normal.setXYZ(i, ...out);
  }
  return metric(geometry);
}

type Triple = [number, number, number];

const tripleOf = (of: (axis: 0 | 1 | 2) => number): Triple => [of(0), of(1), of(2)];

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));

/** Moves a surface point outwards by the crown and the bumps, and tilts its normal by their slope. */
function swell(
  point: Triple,
  out: Triple,
  half: readonly [number, number, number],
  { bulge, uneven, seed }: Cushion,
): void {
  const unit = point.map((value, axis) => clamp(value / (half[axis as 0] || 1), 1)) as Triple;
  const flat = unit.map((value) => 1 - value * value) as Triple;
  const slope: Triple = [0, 0, 0];
  const moved: Triple = [0, 0, 0];
  for (const [axis, b, c] of axes) {
    const rise = bulge[axis] * flat[b] * flat[c] * out[axis];
    moved[axis] += rise;
    slope[b] -= (Math.abs(out[axis]) * bulge[axis] * 2 * unit[b] * flat[c]) / half[b];
    slope[c] -= (Math.abs(out[axis]) * bulge[axis] * 2 * unit[c] * flat[b]) / half[c];
  }
  if (uneven > 0) {
    const phase = point[0] * 9 + point[1] * 11 + point[2] * 8 + seed * 1.7;
    const other = point[0] * 5 - point[1] * 6 + point[2] * 12 + seed * 2.3;
    const height = uneven * (Math.sin(phase) + Math.sin(other)) * 0.5;
    for (const axis of [0, 1, 2] as const) moved[axis] += out[axis] * height;
    const [first, second] = [Math.cos(phase) * uneven * 0.5, Math.cos(other) * uneven * 0.5];
    slope[0] += first * 9 + second * 5;
    slope[1] += first * 11 - second * 6;
    slope[2] += first * 8 + second * 12;
  }
  const normal = slope[0] * out[0] + slope[1] * out[1] + slope[2] * out[2];
  for (const axis of [0, 1, 2] as const) point[axis] += moved[axis];
  for (const axis of [0, 1, 2] as const) out[axis] -= slope[axis] - normal * out[axis];
  const length = Math.hypot(...out) || 1;
  for (const axis of [0, 1, 2] as const) out[axis] /= length;
}

const axes = [
  [0, 1, 2],
  [1, 0, 2],
  [2, 0, 1],
] as const;
