import { components } from "@image-staging/picture/components";
import { Lens } from "@image-staging/tracer/camera";
import type { Camera, FloorGrid, Opening, WallName } from "@image-staging/tracer/scene";

/** What is smaller, in square metres, is a knot, a reflection, or noise. */
const smallest = 0.2;
/** Places of a cell that are looked at, in parts of it. */
const places = [0.2, 0.5, 0.8] as const;

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

/** The parts of a free floor of which the camera's picture shows what `mask` marks, in cells. */
export function partsShowing(
  { x, z, cell, columns, rows, free }: FloorGrid,
  camera: Camera,
  mask: Uint8Array,
): number[][] {
  const lens = new Lens(camera);
  const isShown = (px: number, pz: number): boolean => {
    lens.find(px, 0, pz);
    const at = Math.min(camera.height - 1, Math.floor(lens.y)) * camera.width + Math.floor(lens.x);
    return mask[at] !== 0;
  };
  const shown = Uint8Array.from(free, (value, k) => {
    if (!value) return 0;
    const [left, back] = [x + (k % columns) * cell, z + Math.floor(k / columns) * cell];
    const count = places.flatMap((u) =>
      places.filter((v) => isShown(left + u * cell, back + v * cell)),
    ).length;
    return count > 5 ? 1 : 0;
  });
  return components(shown, columns, rows, 1).filter(({ length }) => length * cell * cell > smallest);
}
