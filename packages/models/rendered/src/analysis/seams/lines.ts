import { faceNames, type Hits, type Planes } from "../faces.ts";
import type { Run } from "./straight.ts";

/** The box's lines in each column of a working copy, in pixel positions from the top; they can lie outside it. */
export interface Lines {
  floor: Float32Array;
  ceiling: Float32Array;
  /** Pixels of a metre of the wall. */
  metre: Float32Array;
  /** Columns of one wall, by what its foot shows. */
  runs: readonly Run[];
}

/** Reads the box's lines from the walls' heights at the pixels of each column. */
export function linesOf({ face, v }: Hits, planes: Planes, width: number, height: number): Lines {
  const [floor, ceiling, metre] = [new Float32Array(width), new Float32Array(width), new Float32Array(width)];
  const runs: Run[] = [];
  let wall = -1;
  for (let x = 0; x < width; x++) {
    let [first, last] = [-1, -1];
    for (let y = 0; y < height; y++) {
      const name = faceNames[face[y * width + x] as number];
      if (name === "floor" || name === "ceiling") continue;
      if (first < 0) first = y;
      last = y;
    }
    const run = runs.at(-1);
    if (last <= first) {
      for (const line of [floor, ceiling, metre]) line[x] = line[x - 1] ?? 1;
      if (run) run.to = x + 1;
      continue;
    }
    const own = face[last * width + x] as number;
    if (run && own === wall) run.to = x + 1;
    else runs.push({ from: x, to: x + 1 });
    wall = own;
    const [high, low] = [v[first * width + x] as number, v[last * width + x] as number];
    const slope = (high - low) / (last - first);
    floor[x] = last + 0.5 + low / slope;
    ceiling[x] = first + 0.5 - (1 - high) / slope;
    metre[x] = 1 / (slope * planes.height);
  }
  return { floor, ceiling, metre, runs };
}

/** A line moved up its walls by so many metres, or down by less than none. */
export const raisedBy = (line: Float32Array, metres: number, { metre }: Lines): Float32Array =>
  line.map((y, x) => y - metres * (metre[x] as number));
