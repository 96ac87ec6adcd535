import type { BufferGeometry } from "three";
import { bar } from "./kit/shapes.ts";

/** Height of a chair's seat. */
export const top = 0.46;

/** Four splayed legs below a seat. */
export function legs(
  width: number,
  depth: number,
  height: number,
  thick: number,
  splay = 0.03,
): BufferGeometry[] {
  return [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      bar(
        [x * (width / 2 - 0.02), 0, z * (depth / 2 - 0.02)],
        [x * (width / 2 - 0.03 - splay), height, z * (depth / 2 - 0.03 - splay)],
        thick * 0.7,
        thick,
      ),
    ),
  );
}
