import { components } from "@image-staging/picture/components";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { Lens } from "@image-staging/tracer/camera";
import type { Camera, FloorGrid, Opening, WallName } from "@image-staging/tracer/scene";

/** What is smaller, in square metres, is a knot, a reflection, or noise. */
const smallest = 0.2;
/** Places of a cell that are looked at, in parts of it. */
const places = [0.2, 0.5, 0.8] as const;

/** The likeness of a wall that is seen below its floor boundary in the box: no sun makes it floor. */
const wall = -2;
/** Pixels above a boundary at which a wall is seen, the step (Lab) that ends it, and how far it changes in all. */
const [above, step, most] = [2, 2.2, 14];
/** The height of the skirting that its step is taken for, over the viewer's. */
const skirting = 0.1;

/**
 * The likeness without walls that go on below the floor boundary that the box gives them, down to the next step in their column: a
 * built-up corner, or a wall that is nearer than its box. `boundary` has its row in each column.
 */
export function withoutWalls(
  likeness: Float32Array,
  { lab, width, height }: WorkingCopy,
  boundary: Float32Array,
): Float32Array {
  const seen = likeness.slice();
  const usual = (x: number, y: number): number[] =>
    lab.map((plane) => {
      let sum = 0;
      for (let dx = -1; dx <= 1; dx++) sum += plane.at(y * width + ((x + dx + width) % width));
      return sum / 3;
    });
  const apart = (a: readonly number[], b: readonly number[]): number =>
    Math.hypot(...a.map((value, c) => value - (b[c] as number)));
  for (let x = 0; x < width; x++) {
    const from = Math.round(boundary[x] as number) - above;
    const start = usual(x, from);
    let [before, last, end] = [start, start, from + 1];
    for (; end < 0.93 * height; end++) {
      const here = usual(x, end);
      if (apart(here, before) > step || apart(here, start) > most) break;
      [before, last] = [last, here];
    }
    if (end <= from + 2 * above) continue;
    const slope = Math.tan((Math.PI * (end - height / 2)) / height) / (1 - skirting);
    const lowest = height / 2 + (Math.atan(slope) / Math.PI) * height;
    for (let y = from + 2 * above; y < lowest; y++) seen[y * width + x] = wall;
  }
  return seen;
}

/** What hides a wall's floor boundary from the viewer, as openings: nothing stands or hangs there. */
export function hiddenWalls(
  { x, z, cell, columns, rows }: FloorGrid,
  unlike: readonly (readonly number[])[],
  height: number,
): Opening[] {
  const isUnlike = new Set(unlike.flat());
  const lines: readonly [WallName, number, (i: number) => number, number][] = [
    ["back", columns, (i) => i, x],
    ["front", columns, (i) => (rows - 1) * columns + i, x],
    ["left", rows, (i) => i * columns, z],
    ["right", rows, (i) => (i + 1) * columns - 1, z],
  ];
  return lines.flatMap(([name, count, at, start]) =>
    components(
      Uint8Array.from({ length: count }, (_, i) => (isUnlike.has(at(i)) ? 1 : 0)),
      count,
      1,
      1,
    ).map((run): Opening => {
      const [from, to] = [start + Math.min(...run) * cell, start + (Math.max(...run) + 1) * cell];
      return { kind: "fixture", wall: name, from, to, bottom: 0, top: height };
    }),
  );
}

/**
 * The parts of a free floor that do not look like floor: a built-up corner, what it hides, or furniture. `likeness` is the
 * log ratio of floor to other of each pixel of the camera's picture; `sunny` marks sun patches, which look like floor.
 */
export function unlikeFloor(
  { x, z, cell, columns, rows, free }: FloorGrid,
  camera: Camera,
  likeness: Float32Array,
  sunny?: Uint8Array,
): number[][] {
  const lens = new Lens(camera);
  const isUnlike = (px: number, pz: number): boolean => {
    lens.find(px, 0, pz);
    const at = Math.min(camera.height - 1, Math.floor(lens.y)) * camera.width + Math.floor(lens.x);
    return likeness[at] === wall || ((likeness[at] as number) < 0 && !sunny?.[at]);
  };
  const unlike = Uint8Array.from(free, (value, k) => {
    if (!value) return 0;
    const [left, back] = [x + (k % columns) * cell, z + Math.floor(k / columns) * cell];
    const count = places.flatMap((u) =>
      places.filter((v) => isUnlike(left + u * cell, back + v * cell)),
    ).length;
    return count > 5 ? 1 : 0;
  });
  return components(unlike, columns, rows, 1).filter(({ length }) => length * cell * cell > smallest);
}
