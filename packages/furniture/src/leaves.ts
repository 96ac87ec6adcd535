import type { BufferGeometry } from "three";
import { surface } from "./kit/surface.ts";

interface LeafShape {
  length: number;
  width: number;
  /** How much the tip droops, and how much both halves fold up. */
  droop: number;
  fold: number;
  /** Where along the leaf it is widest. */
  belly: number;
}

/** A leaf that starts at the origin and grows along +z, upper side up. */
function leaf({ length, width, droop, fold, belly }: LeafShape): BufferGeometry {
  const [along, across] = [8, 4];
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= along; i++) {
    const t = i / along;
    const shape = Math.sin(Math.PI * t ** (Math.log(0.5) / Math.log(belly))) ** 0.75;
    for (let j = 0; j <= across; j++) {
      const s = (j / across) * 2 - 1;
      const wave = 0.012 * Math.sin(t * 17 + s * 3) * Math.abs(s);
      positions.push(
        (s * shape * width) / 2,
        Math.abs(s) * fold * shape * width * 0.5 - droop * t * t * length + wave * length,
        t * length * (1 - droop * droop * 0.2),
      );
      uvs.push(s * 0.5 + 0.5, t);
      if (i < along && j < across) {
        const a = i * (across + 1) + j;
        indices.push(a, a + across + 1, a + 1, a + 1, a + across + 1, a + across + 2);
      }
    }
  }
  return surface(positions, uvs, indices);
}

/** A leaf turned to `heading` about y and lifted by `lift`, at a place. */
export function leafAt(
  shape: LeafShape,
  at: readonly [number, number, number],
  heading: number,
  lift: number,
  roll = 0,
): BufferGeometry {
  return leaf(shape)
    .rotateZ(roll)
    .rotateX(-lift)
    .rotateY(heading)
    .translate(...at);
}
