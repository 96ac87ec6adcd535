import { BufferGeometry, Float32BufferAttribute } from "three";

/**
 * A sheet with filling: both sides `half` metres from the simulated middle, drawn together at the rim. What lies on the
 * middle of the quilt is a little thicker between its seams, half a metre apart.
 */
export function padded(sheet: BufferGeometry, half: number): BufferGeometry[] {
  const rim = rimOf(sheet);
  const position = sheet.getAttribute("position");
  const normal = sheet.getAttribute("normal");
  const uv = sheet.getAttribute("uv");
  return [1, -1].map((side) => {
    const points: number[] = [];
    for (let i = 0; i < position.count; i++) {
      const full = rim.has(i) ? 0.15 : 1;
      const out = side * half * full;
      for (const axis of [0, 1, 2])
        points.push(position.getComponent(i, axis) + normal.getComponent(i, axis) * out);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
    geometry.setAttribute("uv", uv.clone());
    const index = sheet.getIndex();
    const corners = Array.from({ length: index?.count ?? 0 }, (_, i) => index?.getX(i) ?? 0);
    geometry.setIndex(side > 0 ? corners : corners.reverse());
    geometry.computeVertexNormals();
    return geometry;
  });
}

/** The vertices on edges that only one triangle has. */
function rimOf(sheet: BufferGeometry): Set<number> {
  const index = sheet.getIndex();
  const seen = new Map<number, number>();
  const keyOf = (a: number, b: number): number => Math.min(a, b) * 65536 + Math.max(a, b);
  for (let i = 0; index && i < index.count; i += 3)
    for (const [p, q] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const) {
      const key = keyOf(index.getX(i + p), index.getX(i + q));
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  const rim = new Set<number>();
  for (const [key, count] of seen) if (count === 1) rim.add(Math.floor(key / 65536)).add(key % 65536);
  return rim;
}
