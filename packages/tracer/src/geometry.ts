import { float32At, uint32At } from "@image-staging/picture/at";
import type { Material, Part, Placement } from "./scene.ts";

/** Triangles in the world, in typed arrays on shared memory so that threads read the same copy. */
export interface Geometry {
  /** 9 numbers a triangle: a corner, then the two edges that leave it. */
  corners: Float32Array;
  /** 9 numbers a triangle: the normals at its corners. */
  normals: Float32Array;
  /** 6 numbers a triangle. */
  uvs: Float32Array;
  /** The part that a triangle belongs to. */
  parts: Uint16Array;
  materials: readonly Material[];
}

export function sharedFloats(length: number): Float32Array<SharedArrayBuffer> {
  return new Float32Array(new SharedArrayBuffer(length * 4));
}

/** Puts all parts of placed pieces into the world. Parts are numbered in the order of the placements. */
export function flatten(placements: readonly Placement[]): Geometry {
  const placed = placements.flatMap((placement) =>
    placement.piece.parts.map((part) => ({ part, placement })),
  );
  const triangles = placed.reduce((sum, { part }) => sum + part.mesh.indices.length / 3, 0);
  const geometry = {
    corners: sharedFloats(triangles * 9),
    normals: sharedFloats(triangles * 9),
    uvs: sharedFloats(triangles * 6),
    parts: new Uint16Array(new SharedArrayBuffer(triangles * 2)),
    materials: placed.map(({ part }) => part.material),
  };
  let first = 0;
  for (const [number, { part, placement }] of placed.entries()) {
    geometry.parts.fill(number, first, first + part.mesh.indices.length / 3);
    first = append(geometry, first, part, placement);
  }
  return geometry;
}

function append(geometry: Geometry, first: number, { mesh }: Part, { x, y, z, turn }: Placement): number {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const { corners, normals, uvs } = geometry;
  let triangle = first;
  for (let i = 0; i < mesh.indices.length; i += 3, triangle++) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = uint32At(mesh.indices, i + corner);
      const at = triangle * 9 + corner * 3;
      const from = vertex * 3;
      const px = float32At(mesh.positions, from);
      const pz = float32At(mesh.positions, from + 2);
      const nx = float32At(mesh.normals, from);
      const nz = float32At(mesh.normals, from + 2);
      corners[at] = px * cos + pz * sin + x;
      corners[at + 1] = float32At(mesh.positions, from + 1) + y;
      corners[at + 2] = pz * cos - px * sin + z;
      normals[at] = nx * cos + nz * sin;
      normals[at + 1] = float32At(mesh.normals, from + 1);
      normals[at + 2] = nz * cos - nx * sin;
      uvs[triangle * 6 + corner * 2] = float32At(mesh.uvs, vertex * 2);
      uvs[triangle * 6 + corner * 2 + 1] = float32At(mesh.uvs, vertex * 2 + 1);
    }
    for (let edge = 3; edge < 9; edge++) {
      const at = triangle * 9 + edge;
      corners[at] = float32At(corners, at) - float32At(corners, triangle * 9 + (edge % 3));
    }
  }
  return triangle;
}
