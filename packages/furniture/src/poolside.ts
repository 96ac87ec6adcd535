import type { Piece } from "@image-staging/tracer/scene";
import { type BufferGeometry, Vector3 } from "three";
import { leaning } from "./cushions.ts";
import { type Finish, fabric, linenWhite, mix, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { bar, disc } from "./kit/shapes.ts";
import { surface } from "./kit/surface.ts";
import { frameOf } from "./outdoor.ts";

/** A sun lounger with a raised back, a mat and a cushion. Its head is at -z. */
export function lounger(f: Finish, { width, depth }: Size): Piece {
  const [seat, joint, lean] = [0.32, -depth * 0.12, 0.55];
  const back = depth / 2 + joint;
  const x0 = width / 2 - 0.03;
  const sides = [-1, 1].map((s) => block(0.05, 0.06, depth - 0.06).translate(s * x0, seat - 0.05, 0));
  const legs = [-1, 1].flatMap((x) =>
    [-0.36, 0.4].map((part) =>
      block(0.05, seat - 0.04, 0.05).translate(x * x0, (seat - 0.04) / 2, part * depth),
    ),
  );
  const slats = Array.from({ length: 9 }, (_, i) =>
    block(width - 0.1, 0.02, 0.075).translate(
      0,
      seat - 0.03,
      joint + ((i + 0.5) / 9) * (depth / 2 - joint - 0.02),
    ),
  );
  const tilted = (shape: BufferGeometry): BufferGeometry => shape.rotateX(lean).translate(0, seat, joint);
  const panel = tilted(block(width - 0.1, 0.02, back - 0.04).translate(0, -0.02, -(back - 0.04) / 2));
  const mat = [
    block(width - 0.08, 0.07, depth / 2 - joint - 0.04, { radius: 0.03, crown: [0, 0.008, 0] }).translate(
      0,
      seat + 0.02,
      (depth / 2 + joint) / 2,
    ),
    tilted(
      block(width - 0.08, 0.07, back - 0.06, { radius: 0.03, crown: [0, 0.008, 0] }).translate(
        0,
        0.03,
        -(back - 0.06) / 2,
      ),
    ),
  ];
  const pillow = tilted(
    leaning("lumbar", { width: 0.44, height: 0.24, depth: 0.1 }, [0, 0.05, -back + 0.2], { lean: 1.5 }),
  );
  const towel = block(width * 0.4, 0.05, 0.26, { radius: 0.02, uneven: 0.003 }).translate(
    0,
    seat + 0.085,
    depth * 0.36,
  );
  return pieceOf("lounger", [
    [frameOf(f), sides, legs, slats, panel],
    [fabric(mix(linenWhite, f.scheme.pale, 0.5), "linen", 44), mat],
    [fabric(f.scheme.accent, "linen", 45), pillow],
    [fabric(mix(f.scheme.spark, f.scheme.pale, 0.4), "knit", 46), towel],
  ]);
}

/** A parasol with eight ribs on a round foot. */
export function parasol(f: Finish, { width, height }: Size): Piece {
  const [r, ribs] = [width / 2, 8];
  const [rim, crown] = [height - 0.5, height - 0.06];
  const at = (i: number, part: number, below = 0): [number, number, number] => {
    const angle = (i / ribs) * 2 * Math.PI;
    const y = crown - (crown - rim) * part ** 1.35 - below;
    return [Math.cos(angle) * r * part, y, Math.sin(angle) * r * part];
  };
  const rings = 8;
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (let rib = 0; rib < ribs; rib++)
    for (const half of [0, 1]) {
      const first = positions.length / 3;
      for (let ring = 0; ring <= rings; ring++)
        for (const side of [0, 1]) {
          const share = (half + side) / 2;
          const [a, b] = [new Vector3(...at(rib, ring / rings)), new Vector3(...at(rib + 1, ring / rings))];
          const sag = share === 0.5 ? 0.05 * (ring / rings) : 0;
          const point = a.lerp(b, share).setY(at(rib, ring / rings)[1] - sag);
          positions.push(point.x, point.y, point.z);
          uvs.push(share * r * (ring / rings), (ring / rings) * r);
        }
      for (let ring = 0; ring < rings; ring++) {
        const k = first + ring * 2;
        indices.push(k, k + 1, k + 2, k + 1, k + 3, k + 2);
      }
    }
  const arms = Array.from({ length: ribs }, (_, i) => bar(at(i, 0.02, 0.02), at(i, 0.98, 0.015), 0.007));
  const stays = Array.from({ length: ribs }, (_, i) => bar([0, rim + 0.02, 0], at(i, 0.5, 0.02), 0.006));
  const canopy = surface(positions, uvs, indices);
  return pieceOf("parasol", [
    [fabric(mix(linenWhite, f.scheme.pale, 0.6), "linen", 47), canopy],
    [frameOf(f), bar([0, 0.05, 0], [0, height, 0], 0.022), arms, stays],
    [f.metal, disc(0.26, 0.06, 0.012)],
  ]);
}
