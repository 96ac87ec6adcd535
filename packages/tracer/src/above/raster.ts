import { float32At, uint16At } from "@image-staging/picture/at";
import { flatten, type Geometry } from "../geometry.ts";
import { shaderOf } from "../materials/index.ts";
import { Surface } from "../materials/surface.ts";
import type { Placement } from "../scene.ts";

/** A floor seen from straight above: cells of `cell` metres from (x, z), row by row. */
export interface Tile {
  x: number;
  z: number;
  cell: number;
  width: number;
  height: number;
  /** Metres above the floor. */
  heights: Float32Array;
  /** Linear albedo and the normal, 3 numbers each. */
  albedo: Float32Array;
  normals: Float32Array;
  /** 1 on the room's own floor, and on furniture. */
  own: Uint8Array;
  covered: Uint8Array;
}

/** Draws furniture into a tile: what is highest is seen. Glass is left out. */
export function drawPieces(tile: Tile, placements: readonly Placement[]): void {
  const geometry = flatten(
    placements.map((placement) => ({
      ...placement,
      piece: {
        ...placement.piece,
        parts: placement.piece.parts.filter(({ material }) => material.kind !== "glass"),
      },
    })),
  );
  const seen = new Int32Array(tile.width * tile.height).fill(-1);
  const where = new Float32Array(tile.width * tile.height * 2);
  for (let triangle = 0; triangle < geometry.parts.length; triangle++)
    cover(tile, geometry, triangle, seen, where);
  colour(tile, geometry, seen, where);
}

function cover(
  tile: Tile,
  { corners }: Geometry,
  triangle: number,
  seen: Int32Array,
  where: Float32Array,
): void {
  const at = triangle * 9;
  const n = (k: number) => float32At(corners, at + k);
  const x0 = (n(0) - tile.x) / tile.cell - 0.5;
  const z0 = (n(2) - tile.z) / tile.cell - 0.5;
  const [ax, az, bx, bz] = [n(3) / tile.cell, n(5) / tile.cell, n(6) / tile.cell, n(8) / tile.cell];
  const area = ax * bz - az * bx;
  if (Math.abs(area) < 1e-9) return;
  const left = Math.max(0, Math.ceil(x0 + Math.min(0, ax, bx)));
  const right = Math.min(tile.width - 1, Math.floor(x0 + Math.max(0, ax, bx)));
  const top = Math.max(0, Math.ceil(z0 + Math.min(0, az, bz)));
  const bottom = Math.min(tile.height - 1, Math.floor(z0 + Math.max(0, az, bz)));
  for (let z = top; z <= bottom; z++)
    for (let x = left; x <= right; x++) {
      const [px, pz] = [x - x0, z - z0];
      const u = (px * bz - pz * bx) / area;
      const v = (pz * ax - px * az) / area;
      if (u < -1e-6 || v < -1e-6 || u + v > 1 + 1e-6) continue;
      const cell = z * tile.width + x;
      const height = n(1) + u * n(4) + v * n(7);
      if (height <= float32At(tile.heights, cell)) continue;
      tile.heights[cell] = height;
      seen[cell] = triangle;
      where[cell * 2] = u;
      where[cell * 2 + 1] = v;
    }
}

function colour(
  tile: Tile,
  { normals, uvs, parts, materials }: Geometry,
  seen: Int32Array,
  where: Float32Array,
): void {
  const shaders = materials.map(shaderOf);
  const surface = new Surface();
  for (let cell = 0; cell < seen.length; cell++) {
    const triangle = seen[cell] ?? -1;
    if (triangle < 0) continue;
    const [u, v] = [float32At(where, cell * 2), float32At(where, cell * 2 + 1)];
    const w = 1 - u - v;
    const mixed = (values: Float32Array, from: number, step: number) =>
      float32At(values, from) * w +
      float32At(values, from + step) * u +
      float32At(values, from + 2 * step) * v;
    const at = triangle * 9;
    let [nx, ny, nz] = [mixed(normals, at, 3), mixed(normals, at + 1, 3), mixed(normals, at + 2, 3)];
    const length = Math.hypot(nx, ny, nz) || 1;
    const sign = ny < 0 ? -1 / length : 1 / length;
    [nx, ny, nz] = [nx * sign, ny * sign, nz * sign];
    shaders[uint16At(parts, triangle)]?.(
      surface,
      mixed(uvs, triangle * 6, 2),
      mixed(uvs, triangle * 6 + 1, 2),
      tile.cell,
    );
    // A metal shows the sky that it mirrors.
    const factor = surface.metal ? 0.55 : 1 + 0.3 * surface.glow;
    tile.albedo.set([surface.r * factor, surface.g * factor, surface.b * factor], cell * 3);
    tile.normals.set([nx, ny, nz], cell * 3);
    tile.covered[cell] = 1;
  }
}
