import { float32At } from "@image-staging/picture/at";
import type { Material, Mesh, Part, Piece } from "@image-staging/tracer/scene";
import { type BufferGeometry, Vector3 } from "three";

/** Shapes of one material. */
export type Group = readonly [
  material: Material,
  ...shapes: readonly (BufferGeometry | readonly BufferGeometry[])[],
];

/** The groups' shapes, moved by metres. */
export const moved = (groups: readonly Group[], x: number, y: number, z = 0): Group[] =>
  groups.map(
    ([material, ...shapes]): Group => [material, shapes.flat().map((shape) => shape.translate(x, y, z))],
  );

/** The shapes as a piece: stood on y = 0 and centred over the origin (unless `keep`), one part a material. */
export function pieceOf(kind: string, groups: readonly Group[], keep = false): Piece {
  const parts = groups
    .map(([material, ...shapes]) => ({ material, mesh: merged(shapes.flat(), material.kind === "wood") }))
    .filter((part) => part.mesh.indices.length > 0);
  const [low, high] = boundsOf(parts);
  const shift = keep ? new Vector3() : new Vector3(-(low.x + high.x) / 2, -low.y, -(low.z + high.z) / 2);
  for (const { mesh } of parts) {
    for (let i = 0; i < mesh.positions.length; i += 3) {
      mesh.positions[i] = float32At(mesh.positions, i) + shift.x;
      mesh.positions[i + 1] = float32At(mesh.positions, i + 1) + shift.y;
      mesh.positions[i + 2] = float32At(mesh.positions, i + 2) + shift.z;
    }
  }
  const size = high.clone().sub(low);
  return { kind, parts, width: size.x, depth: size.z, height: size.y };
}

function boundsOf(parts: readonly Part[]): [Vector3, Vector3] {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  const point = new Vector3();
  for (const { mesh } of parts)
    for (let i = 0; i < mesh.positions.length; i += 3) {
      point.fromArray(mesh.positions, i);
      low.min(point);
      high.max(point);
    }
  return [low, high];
}

/** One mesh of several shapes; boards get different stretches of the grain. */
function merged(shapes: readonly BufferGeometry[], boards: boolean): Mesh {
  const vertices = shapes.reduce((sum, shape) => sum + shape.getAttribute("position").count, 0);
  const triangles = shapes.reduce((sum, shape) => sum + cornersOf(shape), 0);
  const mesh: Mesh = {
    positions: new Float32Array(vertices * 3),
    normals: new Float32Array(vertices * 3),
    uvs: new Float32Array(vertices * 2),
    indices: new Uint32Array(triangles),
  };
  let [first, corner] = [0, 0];
  shapes.forEach((shape, number) => {
    const count = shape.getAttribute("position").count;
    mesh.positions.set(shape.getAttribute("position").array, first * 3);
    mesh.normals.set(shape.getAttribute("normal").array, first * 3);
    const uv = shape.getAttribute("uv");
    const [du, dv] = boards ? [number * 0.737, number * 0.419] : [0, 0];
    for (let i = 0; i < count; i++) {
      mesh.uvs[(first + i) * 2] = uv.getX(i) + du;
      mesh.uvs[(first + i) * 2 + 1] = uv.getY(i) + dv;
    }
    const index = shape.getIndex();
    for (let i = 0; i < cornersOf(shape); i++) mesh.indices[corner + i] = first + (index ? index.getX(i) : i);
    first += count;
    corner += cornersOf(shape);
  });
  return mesh;
}

const cornersOf = (shape: BufferGeometry): number =>
  shape.getIndex()?.count ?? shape.getAttribute("position").count;
