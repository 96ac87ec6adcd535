import { type BufferGeometry, PlaneGeometry } from "three";
import { block } from "./block.ts";

/** A panel in x and y with diamond tufting towards +z: `step` metres between buttons. Its back lies at z = 0. */
export function tufted(width: number, height: number, depth: number, step: number): BufferGeometry[] {
  const [columns, rows] = [Math.ceil(width / 0.012), Math.ceil(height / 0.012)];
  const front = new PlaneGeometry(width, height, columns, rows);
  const position = front.getAttribute("position");
  const uv = front.getAttribute("uv");
  const nx = Math.max(2, Math.round(width / step));
  const ny = Math.max(1, Math.round((height / step) * 1.2));
  for (let i = 0; i < position.count; i++) {
    const [x, y] = [position.getX(i), position.getY(i)];
    const [s, t] = [(x / width + 0.5) * nx, (y / height + 0.5) * ny];
    const fold = Math.sqrt(Math.abs(Math.sin(Math.PI * (s + t)) * Math.sin(Math.PI * (s - t))));
    const edge = Math.min(1, (width / 2 - Math.abs(x)) / 0.05, (height / 2 - Math.abs(y)) / 0.05);
    const rim = Math.sqrt(Math.max(0, 1 - (1 - edge) ** 2));
    position.setZ(i, depth * rim * (0.55 + 0.45 * fold ** 0.7));
    uv.setXY(i, x, y);
  }
  front.computeVertexNormals();
  return [front, block(width, height, depth * 0.4, { radius: 0.02 }).translate(0, 0, -depth * 0.1)];
}

/** Upright padded channels side by side, towards +z; the back lies at z = 0. */
export function channels(width: number, height: number, depth: number, count: number): BufferGeometry[] {
  const each = width / count;
  return Array.from({ length: count }, (_, i) =>
    block(each * 0.995, height, depth, {
      radius: Math.min(depth, each) * 0.42,
      crown: [0, 0.004, depth * 0.22],
    }).translate((i + 0.5) * each - width / 2, 0, depth / 2),
  );
}
