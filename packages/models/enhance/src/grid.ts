import { float32At } from "@image-staging/picture/at";
import type { Plane } from "@image-staging/picture/plane";
import parameters from "./pro_capture.json" with { type: "json" };

/** A factor by place and lightness: `columns` x `rows` cells, `lights` levels of the square root of luminance. */
export interface Grid {
  columns: number;
  rows: number;
  lights: number;
  wraps: boolean;
  /** rows x columns x lights. */
  factors: Float32Array;
}

/**
 * The mean lightness around each node of a bilateral grid, as a factor of exposure by `curve`: neighbours of like
 * lightness get the same factor, so that local contrast stays and edges get no halo.
 */
export function gridOf(
  { width, height, values }: Plane,
  curve: (value: number) => number,
  wraps: boolean,
): Grid {
  const { cells, lights, base } = parameters.tone;
  const long = Math.max(width, height);
  const columns = Math.max(2, Math.round((cells * width) / long));
  const rows = Math.max(2, Math.round((cells * height) / long));
  const sums = new Float32Array(columns * rows * lights);
  const counts = new Float32Array(columns * rows * lights);
  for (const [i, luminance] of values.entries()) {
    const value = Math.min(1, Math.max(0, luminance));
    const column = Math.floor((((i % width) + 0.5) / width) * columns);
    const row = Math.floor(((Math.floor(i / width) + 0.5) / height) * rows);
    const light = Math.round(Math.sqrt(value) * (lights - 1));
    const node = (row * columns + column) * lights + light;
    sums[node] = float32At(sums, node) + Math.sqrt(value);
    counts[node] = float32At(counts, node) + 1;
  }
  const shape = { columns, rows, lights, wraps };
  const [mean, weight] = [spread(sums, shape), spread(counts, shape)];
  const factors = mean.map((sum, node) => {
    const own = (node % lights) / (lights - 1);
    // Where there is nothing of a lightness, it is its own base.
    const root = (sum + 0.5 * own) / (float32At(weight, node) + 0.5);
    const light = Math.max(1e-3, root * root);
    return (curve(light) / light) ** base;
  });
  return { ...shape, factors };
}

/** Blurs by 1 2 1 in place and lightness. */
function spread(values: Float32Array, { columns, rows, lights, wraps }: Omit<Grid, "factors">): Float32Array {
  let from = values;
  for (const axis of ["column", "row", "light"] as const) {
    const to = new Float32Array(from.length);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        for (let light = 0; light < lights; light++) {
          const at = (step: number): number => {
            let [c, r, l] = [column, row, light];
            if (axis === "column") c = wraps ? (c + step + columns) % columns : clamped(c + step, columns);
            if (axis === "row") r = clamped(r + step, rows);
            if (axis === "light") l = clamped(l + step, lights);
            return float32At(from, (r * columns + c) * lights + l);
          };
          to[(row * columns + column) * lights + light] = (at(-1) + 2 * at(0) + at(1)) / 4;
        }
      }
    }
    from = to;
  }
  return from;
}

const clamped = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at));
