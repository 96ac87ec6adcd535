import { noise2 } from "@image-staging/tracer/materials/noise";
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

/** Bumps between -1 and 1 over the pattern, about 40 cm apart, with creases between them. */
function unevenness(u: number, v: number): number {
  const [a, b] = [u + 0.12 * noise2(u * 3, v * 3, 5), v + 0.12 * noise2(u * 3, v * 3, 6)];
  const crease = 1 - Math.abs(noise2(a * 3.1 + b * 1.2, b * 2.2 - a * 0.8, 7));
  return 0.55 * noise2(a * 2.6, b * 2.6, 8) + 0.45 * (1.4 * crease ** 3 - 0.5);
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
