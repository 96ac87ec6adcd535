import type { BufferGeometry } from "three";

/** How far beside a cloth something still lies on it, in metres: wholly up to the first, not at all from the second. */
const beside = [0.03, 0.09] as const;
/** Sides of the boxes in which a cloth's points are looked up, in metres: wider than a sheet hangs above it. */
const box = 0.1;

/**
 * Lays a sheet on cloths below it: each vertex so far above the nearest place of these, in metres, as `apart` says. A sheet
 * that was dropped on something simpler would leave dark gaps. What hangs beside the cloths keeps its place.
 */
export function laidOn(
  sheet: BufferGeometry,
  cloths: readonly BufferGeometry[],
  apart: number,
): BufferGeometry {
  const boxes = boxesOf(cloths);
  const position = sheet.getAttribute("position");
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const near = nearestOf(boxes, x, y, z);
    if (!near) continue;
    const [px, py, pz, nx, ny, nz] = near;
    const [dx, dy, dz] = [x - px, y - py, z - pz];
    const above = dx * nx + dy * ny + dz * nz;
    const aside = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - above * above));
    const share = Math.min(1, Math.max(0, (beside[1] - aside) / (beside[1] - beside[0])));
    const move = share * (apart - above);
    position.setXYZ(i, x + nx * move, y + ny * move, z + nz * move);
  }
  sheet.computeVertexNormals();
  return sheet;
}

/** A point and its normal. */
type Place = readonly [number, number, number, number, number, number];

const keyOf = (x: number, y: number, z: number): number => (x * 1000 + y) * 1000 + z;
const boxOf = (value: number): number => Math.floor(value / box) + 500;

function boxesOf(cloths: readonly BufferGeometry[]): Map<number, Place[]> {
  const boxes = new Map<number, Place[]>();
  for (const cloth of cloths) {
    const [position, normal] = [cloth.getAttribute("position"), cloth.getAttribute("normal")];
    for (let i = 0; i < position.count; i++) {
      const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
      const key = keyOf(boxOf(x), boxOf(y), boxOf(z));
      const places = boxes.get(key) ?? [];
      places.push([x, y, z, normal.getX(i), normal.getY(i), normal.getZ(i)]);
      boxes.set(key, places);
    }
  }
  return boxes;
}

/** The nearest place in the boxes around a point. */
function nearestOf(boxes: Map<number, Place[]>, x: number, y: number, z: number): Place | undefined {
  let [least, nearest]: [number, Place | undefined] = [Infinity, undefined];
  for (let i = -1; i <= 1; i++)
    for (let j = -1; j <= 1; j++)
      for (let k = -1; k <= 1; k++)
        for (const place of boxes.get(keyOf(boxOf(x) + i, boxOf(y) + j, boxOf(z) + k)) ?? []) {
          const square = (place[0] - x) ** 2 + (place[1] - y) ** 2 + (place[2] - z) ** 2;
          if (square < least) [least, nearest] = [square, place];
        }
  return nearest;
}
