import { float32At, int32At } from "@image-staging/picture/at";
import { distancesTo } from "@image-staging/picture/distances";
import { maskWhere } from "@image-staging/picture/mask";
import type { Tile } from "./raster.ts";

type Vector = readonly [number, number, number];

/** One soft light, from the upper left and above, and the sky. */
const towards = normalized([-0.52, 1, -0.42]);
const [sun, sky] = [0.62, 0.38];
/** Rays to the light. */
const rays = 18;
/** Directions within the light's disc: how blurred its shadows are. */
const disc = Array.from({ length: rays }, (_, i) => {
  const [radius, angle] = [0.2 * Math.sqrt((i + 0.5) / rays), i * 2.399963];
  return normalized([
    towards[0] + radius * Math.cos(angle),
    towards[1],
    towards[2] + radius * Math.sin(angle),
  ]);
});
/** Distances in metres at which heights are compared, for shadows and for horizons. */
const steps = [0.015, 0.03, 0.05, 0.075, 0.105, 0.14, 0.18, 0.23, 0.29, 0.36, 0.44, 0.54, 0.66];
const near = [0.03, 0.08, 0.16, 0.28];
const horizons = 8;

/** Places around a cell, in rows of as many as there are steps: cells along x and z, metres away, metres higher. */
interface Offsets {
  dx: Int32Array;
  dz: Int32Array;
  rise: Float32Array;
}

/**
 * The light on the cells of a room's own floor: 1 on an open floor. Shadows are traced through the heights. On floors one cell
 * in four is traced: their shadows are soft.
 */
export function lightOn(tile: Tile): Float32Array {
  const { width, height, heights, normals, own: wanted, covered, cell } = tile;
  const light = new Float32Array(width * height).fill(1);
  const distance = distancesTo(
    maskWhere(heights.length, (at) => float32At(heights, at) > 0.02),
    tile,
  );
  const reach = 0.7 / cell;
  const highest = heights.reduce((a, b) => Math.max(a, b), 0);
  const [shadows, skyline] = [shadowOffsets(cell, highest), skyOffsets(cell)];
  for (let z = 0; z < height; z++)
    for (let x = 0; x < width; x++) {
      const at = z * width + x;
      if (!wanted[at] || distance.at(at) > reach) continue;
      const corner = (z & ~1) * width + (x & ~1);
      if (!covered[at] && at !== corner && wanted[corner] && !covered[corner]) {
        light[at] = light[corner] ?? 1;
        continue;
      }
      const own = float32At(heights, at);
      const nx = covered[at] ? float32At(normals, at * 3) : 0;
      const ny = covered[at] ? (normals[at * 3 + 1] ?? 1) : 1;
      const nz = covered[at] ? float32At(normals, at * 3 + 2) : 0;
      const facing = Math.max(0, nx * towards[0] + ny * towards[1] + nz * towards[2]) / towards[1];
      const lit = facing > 0 ? sunOn(tile, shadows, x, z, own + 0.004) : 0;
      light[at] = sun * facing * lit + sky * skyOver(tile, skyline, x, z, own) * (0.55 + 0.45 * ny);
    }
  return light;
}

/** The part of the light's disc that is seen from a place. */
function sunOn(
  { width, height, heights }: Tile,
  { dx, dz, rise }: Offsets,
  x: number,
  z: number,
  own: number,
): number {
  const count = rise.length / rays;
  let seen = 0;
  for (let ray = 0; ray < rise.length; ray += count) {
    let free = 1;
    for (let i = ray; i < ray + count; i++) {
      const column = x + int32At(dx, i);
      const row = z + int32At(dz, i);
      if (column < 0 || row < 0 || column >= width || row >= height) break;
      if (float32At(heights, row * width + column) > own + float32At(rise, i)) {
        free = 0;
        break;
      }
    }
    seen += free;
  }
  return (seen * count) / rise.length;
}

/** How open the sky is above a place: horizons in eight directions. */
function skyOver(
  { width, height, heights }: Tile,
  { dx, dz, rise }: Offsets,
  x: number,
  z: number,
  own: number,
): number {
  let hidden = 0;
  for (let way = 0; way < rise.length; way += near.length) {
    let highest = 0;
    for (let i = way; i < way + near.length; i++) {
      const column = x + int32At(dx, i);
      const row = z + int32At(dz, i);
      if (column < 0 || row < 0 || column >= width || row >= height) break;
      const higher = float32At(heights, row * width + column) - own;
      // The sine of the horizon's angle; `rise` is the distance here.
      if (higher > 0)
        highest = Math.max(highest, higher / Math.sqrt(higher * higher + float32At(rise, i) ** 2));
    }
    hidden += highest;
  }
  return 1 - (0.85 * hidden) / horizons;
}

/** Up to where a ray is above all that stands in the tile. */
function shadowOffsets(cell: number, highest: number): Offsets {
  const flattest = Math.min(...disc.map(([dx, dy, dz]) => dy / Math.hypot(dx, dz)));
  const below = steps.filter((step, i) => i === 0 || step * flattest < highest);
  return offsetsOf(
    cell,
    disc.flatMap(([dx, dy, dz]) => {
      const flat = Math.hypot(dx, dz);
      return below.map((step): Vector => [(dx / flat) * step, (dz / flat) * step, (step * dy) / flat]);
    }),
  );
}

const skyOffsets = (cell: number): Offsets =>
  offsetsOf(
    cell,
    Array.from({ length: horizons }, (_, i) => (i * 2 * Math.PI) / horizons + 0.2).flatMap((angle) =>
      near.map((step): Vector => [Math.cos(angle) * step, Math.sin(angle) * step, step]),
    ),
  );

const offsetsOf = (cell: number, places: readonly Vector[]): Offsets => ({
  dx: Int32Array.from(places, ([x]) => Math.round(x / cell)),
  dz: Int32Array.from(places, ([, z]) => Math.round(z / cell)),
  rise: Float32Array.from(places, ([, , rise]) => rise),
});

function normalized([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
