import type { Piece } from "@image-staging/tracer/scene";
import { chest, hoops, nest, slabs, steelFrame } from "./coffee-table-frames.ts";
import type { Finish, Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, disc, turned } from "./kit/shapes.ts";
import { marble, travertine } from "./stones.ts";
import { rgb } from "./styles.ts";

/** A coffee table in the style's shape. */
export function coffeeTable(f: Finish, { width, depth, height }: Size): Piece {
  const round = Math.min(width, depth) / 2;
  const forms: Record<Finish["preset"]["coffee"], () => Group[]> = {
    round: () => [[f.wood, disc(round, 0.028).translate(0, height - 0.028, 0), splayed(round, height, 4)]],
    nest: () => nest(f, width, depth, height),
    hoop: () => hoops(f, round, height),
    trestle: () => chest(f, width, depth, height),
    steel: () => steelFrame(f, width, depth, height),
    plinth: () => [
      [travertine, block(width, 0.05, depth, { radius: 0.02 }).translate(0, height - 0.025, 0)],
      [
        travertine,
        [-1, 1].map((s) =>
          block(0.12, height - 0.05, depth * 0.74, { radius: 0.02 }).translate(
            s * width * 0.3,
            (height - 0.05) / 2,
            0,
          ),
        ),
      ],
    ],
    drum: () => [
      [marble, disc(round, 0.028).translate(0, height - 0.028, 0)],
      [
        f.metal,
        turned(
          [
            [round * 0.72, 0],
            [round * 0.72, 0.012],
            [round * 0.5, height * 0.48],
            [round * 0.72, height - 0.04],
            [round * 0.72, height - 0.028],
          ],
          { segments: 48 },
        ),
      ],
    ],
    tulip: () => [
      [marble, disc(round, 0.024, 0.011).translate(0, height - 0.024, 0)],
      [
        { kind: "paint", color: rgb("#f2f0ec"), gloss: 0.6 },
        turned(
          [
            [round * 0.55, 0],
            [round * 0.54, 0.012],
            [round * 0.3, 0.035],
            [0.06, 0.12],
            [0.045, height * 0.5],
            [0.07, height - 0.06],
            [round * 0.4, height - 0.024],
          ],
          { smooth: true },
        ),
      ],
    ],
    block: () => slabs(f, width, depth, height),
  };
  return pieceOf("coffeeTable", forms[f.preset.coffee]());
}

export function splayed(radius: number, height: number, count: number) {
  return Array.from({ length: count }, (_, i) => {
    const angle = ((i + 0.5) / count) * Math.PI * 2;
    const [x, z] = [Math.cos(angle), Math.sin(angle)];
    return bar(
      [x * radius * 0.78, 0, z * radius * 0.78],
      [x * radius * 0.52, height - 0.026, z * radius * 0.52],
      0.013,
      0.024,
    );
  });
}
