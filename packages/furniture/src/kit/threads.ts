import type { Vec3 } from "@image-staging/tracer/scene";
import { type BufferGeometry, Vector3 } from "three";
import { surface } from "./surface.ts";

/** The radius of a thread at its root, in metres. */
const radius = 0.0026;

/** A fringe: three-sided threads from a root to a tip, which is thinner. A textile's edge has hundreds. */
export function threads(lines: readonly (readonly [root: Vec3, tip: Vec3])[]): BufferGeometry {
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  lines.forEach(([root, tip], line) => {
    const [from, to] = [new Vector3(...root), new Vector3(...tip)];
    const way = to.clone().sub(from).normalize();
    const across = new Vector3(way.z, 0, -way.x);
    if (across.lengthSq() < 1e-6) across.set(1, 0, 0);
    across.normalize();
    for (let side = 0; side < 3; side++) {
      const out = across.clone().applyAxisAngle(way, (side * 2 * Math.PI) / 3);
      positions.push(...from.clone().addScaledVector(out, radius));
      positions.push(...to.clone().addScaledVector(out, radius * 0.7));
      uvs.push(side * radius, 0, side * radius, from.distanceTo(to));
      const [a, b] = [line * 6 + side * 2, line * 6 + ((side + 1) % 3) * 2];
      indices.push(a, b, a + 1, a + 1, b, b + 1);
    }
  });
  return surface(positions, uvs, indices);
}
