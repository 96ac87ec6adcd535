import { BufferGeometry, Float32BufferAttribute } from "three";

/**
 * A sheet with filling: both sides `half` metres from the simulated middle, drawn together at the rim. The filling is
 * `lumps` metres uneven, in places a hand apart.
 */
export function padded(sheet: BufferGeometry, half: number, lumps = 0): BufferGeometry[] {
  const rim = rimOf(sheet);
  const position = sheet.getAttribute("position");
  const normal = sheet.getAttribute("normal");
  const uv = sheet.getAttribute("uv");
  return [1, -1].map((side) => {
    const points: number[] = [];
    for (let i = 0; i < position.count; i++) {
      const full = rim.has(i) ? 0.15 : 1;
      const out = side * (half + lumps * unevenness(uv.getX(i), uv.getY(i))) * full;
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

/** Slow bumps between -1 and 1 over the pattern. */
const unevenness = (u: number, v: number): number =>
  0.5 * Math.sin(u * 17 + 2 * Math.sin(v * 6)) * Math.sin(v * 19 + 1.7 * Math.sin(u * 7 + 1)) +
  0.3 * Math.sin(u * 29 - v * 13 + 2) +
  0.2 * Math.sin(v * 41 + u * 11);

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
