import { BufferAttribute, type BufferGeometry } from "three";

/**
 * Texture coordinates in metres: each face is projected along the axis that it faces most, with u along the longest
 * side of the shape, so that the grain of a board or leg runs along it.
 */
export function metric(geometry: BufferGeometry): BufferGeometry {
  geometry.computeBoundingBox();
  const box = geometry.boundingBox;
  const size = box ? [box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z] : [0, 0, 0];
  const longest = size.indexOf(Math.max(...size));
  const position = geometry.getAttribute("position");
  const normal = geometry.getAttribute("normal");
  const uv = new Float32Array(position.count * 2);
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [Math.abs(normal.getX(i)), Math.abs(normal.getY(i)), Math.abs(normal.getZ(i))];
    const facing = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    const along = facing === longest ? (longest === 0 ? 1 : 0) : longest;
    uv[i * 2] = position.getComponent(i, along);
    uv[i * 2 + 1] = position.getComponent(i, 3 - facing - along);
  }
  return geometry.setAttribute("uv", new BufferAttribute(uv, 2));
}

/** Turns the grain of a shape by a quarter: from around it to up and down. */
export function upright(geometry: BufferGeometry): BufferGeometry {
  const uv = geometry.getAttribute("uv");
  for (let i = 0; i < uv.count; i++) uv.setXY(i, uv.getY(i), uv.getX(i));
  return geometry;
}
