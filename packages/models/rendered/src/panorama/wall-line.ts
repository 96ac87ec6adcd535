import type { EdgeField } from "@image-staging/picture/edge-field";

/** What a box is judged by: edges, and for each pixel the log ratio of floor to other. */
export interface Evidence {
  edges: EdgeField;
  likeness: Float32Array;
  /** For each pixel the likeness of all below it in its column, in degrees of the sphere. */
  below: Float32Array;
}

/** A step of this many Lab units a pixel answers half of the most. */
const half = 0.45;
/** How far from a floor boundary its two sides are compared, in degrees. */
const aside = 0.45;

/** What a degree of a line counts: its edge, how its two sides differ, and the area that it encloses. */
export interface Weights {
  edge: number;
  sides: number;
  area: number;
}
export const weightsOf = {
  floor: { edge: 1.2, sides: 0.3, area: 0.02 },
  ceiling: { edge: 0.8, sides: 0, area: 0 },
} as const;
export const onlyEdges = { edge: 1, sides: 0, area: 0 } as const;
/** The same of edges alone: what lies beside a line can deceive, such as dark walls over a skirting of the floor's colour. */
export const edgeWeightsOf = {
  floor: { ...weightsOf.floor, sides: 0, area: 0 },
  ceiling: weightsOf.ceiling,
} as const;

/** Where up points in a picture that is not quite level: (x, 1, z), x to the right of the picture's middle and z behind. */
export type Lean = readonly [x: number, z: number];

/** How much deeper a line appears in a direction, in radians clockwise from the picture's middle, because of a lean. */
const deeperBy = ([x, z]: Lean, turn: number): number => x * Math.sin(turn) - z * Math.cos(turn);

/** Evidence with the likeness summed up from the picture's bottom. */
export function evidenceOf(edges: EdgeField, likeness: Float32Array): Evidence {
  const { width, height } = edges;
  const below = new Float32Array(width * height);
  for (let y = height - 2; y >= 0; y--) {
    const size = (180 / height) * Math.sin((Math.PI * (y + 1.5)) / height);
    for (let x = 0; x < width; x++) {
      const at = (y + 1) * width + x;
      below[at - width] = (below[at] as number) + size * (likeness[at] as number);
    }
  }
  return { edges, likeness, below };
}

/**
 * A segment of a wall that is `distance` away, in units of the camera's height over the floor (or the ceiling's over the
 * camera). Its nearest point appears in column `middle`; `from` and `to` are radians from there.
 */
interface WallSegment {
  middle: number;
  distance: number;
  from: number;
  to: number;
}

/**
 * How much the picture supports that a wall meets the floor (or the ceiling) along a segment, in degrees of azimuth. Steps
 * are summed with their sign over the segment: texture cancels. The floor's line also divides what looks like floor from what does not.
 */
export function support(
  { edges, likeness, below }: Evidence,
  part: "floor" | "ceiling",
  { middle, distance, from, to }: WallSegment,
  weights: Weights = weightsOf[part],
  lean?: Lean,
): number {
  const { width, height, gradients } = edges;
  const [acrossScale, upScale] = [width / (2 * Math.PI), height / Math.PI];
  const sign = part === "floor" ? 1 : -1;
  const steps = Math.max(1, Math.ceil((to - from) * acrossScale));
  const off = (aside / 180) * height;
  let [l, a, b, tangent, sides, area] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < steps; k++) {
    const turn = from + ((k + 0.5) / steps) * (to - from);
    const slope = Math.cos(turn) / distance;
    const column = Math.floor(middle + turn * acrossScale);
    const depth =
      sign * Math.atan(slope) + (lean ? deeperBy(lean, (column + 0.5) / acrossScale - Math.PI) : 0);
    const y = Math.min(height - 3, Math.max(2, height / 2 + depth * upScale));
    const x = ((column % width) + width) % width;
    const fall = (-sign * upScale * Math.sin(turn)) / distance / (1 + slope * slope) / acrossScale;
    const length = Math.sqrt(1 + fall * fall);
    const [nx, ny] = [-fall / length, 1 / length];
    const at = Math.floor(y) * width + x;
    const i = at * 6;
    l += nx * (gradients[i] as number) + ny * (gradients[i + 1] as number);
    tangent += ny * (gradients[i] as number) - nx * (gradients[i + 1] as number);
    a += nx * (gradients[i + 2] as number) + ny * (gradients[i + 3] as number);
    b += nx * (gradients[i + 4] as number) + ny * (gradients[i + 5] as number);
    if (weights.area === 0) continue;
    sides +=
      (likeness[Math.min(height - 1, Math.floor(y + off)) * width + x] as number) -
      (likeness[Math.floor(y - off) * width + x] as number);
    area += below[at] as number;
  }
  const step = Math.max(0, Math.sqrt(l * l + a * a + b * b) - Math.abs(tangent)) / steps;
  const seen = step / (step + half) - edges.background;
  const degrees = ((to - from) * 180) / Math.PI;
  return degrees * (weights.edge * seen + (weights.sides * sides + weights.area * area) / steps);
}
