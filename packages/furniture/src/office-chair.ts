import type { Piece } from "@image-staging/tracer/scene";
import { black, type Finish, type Size, steel } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { ball, bar } from "./kit/shapes.ts";

/** A swivel chair with five castors. */
export function officeChair(f: Finish, { width, depth }: Size): Piece {
  const soft = { radius: 0.035, crown: 0.014, uneven: 0.003 };
  const seat = block(width * 0.8, 0.085, depth * 0.78, soft).translate(0, 0.47, 0.02);
  const back = block(width * 0.72, 0.5, 0.07, { ...soft, crown: [0, 0.02, 0.02] })
    .rotateX(-0.13)
    .translate(0, 0.81, -depth * 0.35);
  const feet = Array.from({ length: 5 }, (_, i) => {
    const angle = (i / 5) * Math.PI * 2 + 0.3;
    const [x, z] = [Math.sin(angle) * width * 0.44, Math.cos(angle) * width * 0.44];
    return [bar([0, 0.11, 0], [x, 0.07, z], 0.02, 0.014), ball(0.028, 14).translate(x, 0.028, z)];
  }).flat();
  const arms = [-1, 1].flatMap((side) => [
    bar([side * width * 0.3, 0.44, -0.02], [side * width * 0.44, 0.62, -0.06], 0.012),
    block(0.05, 0.025, 0.24, { radius: 0.011 }).translate(side * width * 0.44, 0.64, -0.02),
  ]);
  return pieceOf("officeChair", [
    [f.second, seat, back],
    [
      black,
      feet,
      arms,
      block(0.06, 0.3, 0.02, { radius: 0.008 })
        .rotateX(-0.1)
        .translate(0, 0.56, -depth * 0.37),
      block(0.2, 0.04, 0.2).translate(0, 0.42, 0),
    ],
    [steel, bar([0, 0.1, 0], [0, 0.42, 0], 0.022)],
  ]);
}
