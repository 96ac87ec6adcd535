import type { Box } from "@image-staging/tracer/environment";
import type { Material, Mesh, Part, WallName } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { block, meshOf, onWall, type Span } from "../rooms/frame.ts";

/** Where something stands: turned about y, tilted about x before that. */
export interface Stand {
  x: number;
  z: number;
  y?: number;
  turn?: number;
  tilt?: number;
}

/** The way that something at a wall faces. */
export const turns = { back: 0, left: Math.PI / 2, right: -Math.PI / 2, front: Math.PI } as const;

export const partOf = (geometry: BufferGeometry, material: Material): Part => ({
  mesh: meshOf(geometry),
  material,
});

/** A block of a size (x, y, z) that stands on `at`, which is its middle in x and z. */
export function upright(
  [width, height, depth]: readonly [number, number, number],
  material: Material,
  [x, y, z]: readonly [number, number, number] = [0, 0, 0],
): Part {
  return block([x - width / 2, y, z - depth / 2], [x + width / 2, y + height, z + depth / 2], material);
}

/** A part at its place in the room. */
export function placed({ mesh, material }: Part, stand: Stand): Part {
  const { x, z, y = 0, turn = 0, tilt = 0 } = stand;
  const [cos, sin, up, over] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
  const moved = (from: Float32Array, [dx, dy, dz]: readonly [number, number, number]): Float32Array => {
    const to = new Float32Array(from.length);
    for (let i = 0; i < from.length; i += 3) {
      const [px = 0, py = 0, pz = 0] = [from[i], from[i + 1], from[i + 2]];
      const [ty, tz] = [py * up - pz * over, py * over + pz * up];
      to[i] = px * cos + tz * sin + dx;
      to[i + 1] = ty + dy;
      to[i + 2] = tz * cos - px * sin + dz;
    }
    return to;
  };
  return {
    material,
    mesh: { ...mesh, positions: moved(mesh.positions, [x, y, z]), normals: moved(mesh.normals, [0, 0, 0]) },
  };
}

/** The four strips inside a span's border. */
export const rimOf = (span: Span, wide: number): Span[] => [
  { ...span, to: span.from + wide },
  { ...span, from: span.to - wide },
  { ...span, top: span.bottom + wide },
  { ...span, bottom: span.top - wide },
];

/** A span, smaller by a margin on all sides. */
export const inset = ({ from, to, bottom, top }: Span, by: number): Span => ({
  from: from + by,
  to: to - by,
  bottom: bottom + by,
  top: top - by,
});

/** A span in equal columns and rows. */
export function gridOf({ from, to, bottom, top }: Span, columns: number, rows: number): Span[] {
  const [wide, high] = [(to - from) / columns, (top - bottom) / rows];
  return Array.from({ length: columns * rows }, (_, k) => {
    const [column, row] = [k % columns, Math.floor(k / columns)];
    return {
      from: from + wide * column,
      to: from + wide * (column + 1),
      bottom: bottom + high * row,
      top: bottom + high * (row + 1),
    };
  });
}

/** Four corners, anticlockwise as seen from the side that the quadrilateral faces, with texture in metres. */
export function quadrilateral(
  corners: readonly (readonly [number, number, number])[],
  material: Material,
): Part {
  const [a = [0, 0, 0], b = a, , d = a] = corners;
  const [u, v] = [subtracted(b, a), subtracted(d, a)];
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...normal) || 1;
  const [wide, high] = [Math.hypot(...u), Math.hypot(...v)];
  const unit = normal.map((value) => value / length);
  const mesh: Mesh = {
    positions: Float32Array.from(corners.flat()),
    normals: Float32Array.from([...unit, ...unit, ...unit, ...unit]),
    uvs: Float32Array.from([0, 0, wide, 0, wide, high, 0, high]),
    indices: Uint32Array.from([0, 1, 2, 0, 2, 3]),
  };
  return { mesh, material };
}

type Triple = readonly [number, number, number];

const subtracted = (a: Triple, b: Triple): Triple => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** A flat piece at a depth behind a wall that faces the room: views outside are made of many. */
export function facing(
  box: Box,
  wall: WallName,
  { from, to, bottom, top }: Span,
  depth: number,
  material: Material,
): Part {
  const corner = (along: number, height: number) => onWall(box, wall, along, height, depth);
  const corners = [corner(from, bottom), corner(to, bottom), corner(to, top), corner(from, top)];
  return quadrilateral(wall === "back" || wall === "right" ? corners : corners.reverse(), material);
}
