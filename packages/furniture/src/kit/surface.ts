import { BufferGeometry, Float32BufferAttribute } from "three";

/** Triangles of shared corners, smoothly shaded: three numbers a position, two a texture coordinate. */
export function surface(positions: number[], uvs: number[], indices: number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}
