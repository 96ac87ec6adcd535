import type { Mesh } from "@image-staging/tracer/scene";

/** One mesh of all triangles of some, in their order. */
export function joined(meshes: readonly Mesh[]): Mesh {
  const indices: number[] = [];
  let first = 0;
  for (const mesh of meshes) {
    for (const index of mesh.indices) indices.push(first + index);
    first += mesh.positions.length / 3;
  }
  return {
    positions: concatenated(meshes.map(({ positions }) => positions)),
    normals: concatenated(meshes.map(({ normals }) => normals)),
    uvs: concatenated(meshes.map(({ uvs }) => uvs)),
    indices: Uint32Array.from(indices),
  };
}

function concatenated(arrays: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}
