import { type BufferGeometry, Float32BufferAttribute } from "three";

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
  const uv: number[] = [];
  for (let i = 0; i < position.count; i++) {
    const facing = [0, 1, 2].reduce(
      (best, axis) =>
        Math.abs(normal.getComponent(i, axis)) > Math.abs(normal.getComponent(i, best)) ? axis : best,
      0,
    );
    const axes = [0, 1, 2].filter((axis) => axis !== facing);
    const along = axes.includes(longest) ? longest : (axes[0] ?? 0);
    const across = axes.find((axis) => axis !== along) ?? 0;
    uv.push(position.getComponent(i, along), position.getComponent(i, across));
  }
  return geometry.setAttribute("uv", new Float32BufferAttribute(uv, 2));
}
