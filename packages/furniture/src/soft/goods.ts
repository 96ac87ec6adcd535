import { inflateSync } from "node:zlib";
import { numberAt } from "@image-staging/picture/at";
import { BufferGeometry, Float32BufferAttribute } from "three";
import stored from "./goods.json" with { type: "json" };

export type SoftGood = keyof typeof stored;

const loaded = new Map<SoftGood, BufferGeometry>();

/**
 * A simulated soft good, scaled to the given size in metres (a side that is not given keeps the simulated one). Cushions
 * are centred; drapes keep their place on the furniture that they were dropped on.
 */
export function soft(name: SoftGood, size: { x?: number; y?: number; z?: number } = {}): BufferGeometry {
  const geometry = (loaded.get(name) ?? load(name)).clone();
  const box = geometry.boundingBox;
  if (!box) return geometry;
  const factor = (wanted: number | undefined, low: number, high: number): number =>
    wanted === undefined ? 1 : wanted / (high - low);
  return geometry.scale(
    factor(size.x, box.min.x, box.max.x),
    factor(size.y, box.min.y, box.max.y),
    factor(size.z, box.min.z, box.max.z),
  );
}

/** Undoes `soft/simulate/codec.ts`. */
function load(name: SoftGood): BufferGeometry {
  const { vertices, corners, data } = stored[name];
  const bytes = inflateSync(Buffer.from(data, "base64"));
  let at = 0;
  const column = (count: number, step: number): number[] => {
    let value = 0;
    return Array.from({ length: count }, () => {
      value += bytes.readInt16LE(at);
      at += 2;
      return value * step;
    });
  };
  const [x, y, z] = [column(vertices, 1e-4), column(vertices, 1e-4), column(vertices, 1e-4)];
  const [u, v] = [column(vertices, 1e-3), column(vertices, 1e-3)];
  const geometry = new BufferGeometry();
  const zip = (...columns: number[][]): number[] =>
    Array.from({ length: vertices }, (_, i) => columns.map((values) => numberAt(values, i))).flat();
  geometry.setAttribute("position", new Float32BufferAttribute(zip(x, y, z), 3));
  geometry.setAttribute("uv", new Float32BufferAttribute(zip(u, v), 2));
  geometry.setIndex(column(corners, 1));
  geometry.computeVertexNormals();
  geometry.computeBoundingBox();
  loaded.set(name, geometry);
  return geometry;
}
