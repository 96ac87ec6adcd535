import type { Material, Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { leaning } from "./cushions.ts";
import { type Finish, fabric, linenWhite, mix, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { ball, bar } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

/** A cot with bars, mattress, a folded blanket and a small cushion. Its head is at -z. */
export function cot(f: Finish, { width, depth, height }: Size): Piece {
  const frame: Material =
    f.preset.legs === "metal" ? { kind: "paint", color: f.scheme.pale, gloss: 0.3 } : f.wood;
  const shapes: BufferGeometry[] = [];
  const [x0, z0] = [width / 2 - 0.02, depth / 2 - 0.02];
  for (const x of [-x0, x0]) {
    shapes.push(
      block(0.03, 0.045, depth, { radius: 0.012 }).translate(x, height - 0.03, 0),
      block(0.03, 0.045, depth).translate(x, 0.26, 0),
    );
    for (let i = 0; i < 14; i++)
      shapes.push(
        bar(
          [x, 0.26, ((i + 0.5) / 14 - 0.5) * depth],
          [x, height - 0.03, ((i + 0.5) / 14 - 0.5) * depth],
          0.007,
        ),
      );
  }
  for (const z of [-z0, z0])
    shapes.push(
      block(width, height - 0.24, 0.025, { radius: 0.008 }).translate(0, (height + 0.24) / 2 - 0.01, z),
      ...[-x0, x0].map((x) => bar([x, 0, z], [x, 0.3, z], 0.013, 0.02)),
    );
  const mattress = block(width - 0.06, 0.11, depth - 0.06, { radius: 0.04, crown: 0.008 }).translate(
    0,
    0.36,
    0,
  );
  const blanket = block(width - 0.05, 0.035, depth * 0.42, {
    radius: 0.016,
    crown: 0.006,
    uneven: 0.008,
  }).translate(0, 0.43, depth * 0.22);
  return pieceOf("cot", [
    [frame, shapes],
    [fabric(linenWhite, "cotton", 2), mattress],
    [fabric(mix(f.scheme.accent, f.scheme.pale, 0.35), "knit", 3), blanket],
    [
      fabric(f.scheme.spark, "linen", 4),
      leaning("lumbar", { width: 0.36, height: 0.22, depth: 0.1 }, [0, 0.41, -depth * 0.3], { lean: 0.9 }),
    ],
  ]);
}

/** A shelf for toys, with baskets, blocks and a ball. */
export function toyShelf(f: Finish, { width, depth, height }: Size): Piece {
  const white: Material = { kind: "paint", color: mix(f.scheme.pale, rgb("#ffffff"), 0.4), gloss: 0.3 };
  const columns = Math.max(2, Math.round(width / 0.38));
  const each = width / columns;
  const boards = [0.012, height / 2, height - 0.012].map((y) =>
    block(width, 0.022, depth).translate(0, y, 0),
  );
  const sides = Array.from({ length: columns + 1 }, (_, i) =>
    block(0.022, height, depth).translate((i / columns - 0.5) * (width - 0.022), height / 2, 0),
  );
  const back = block(width - 0.02, height - 0.02, 0.008).translate(0, height / 2, -depth / 2 + 0.006);
  const middle = (i: number): number => (i + 0.5) * each - width / 2;
  const baskets = Array.from({ length: columns }, (_, i) =>
    block(each - 0.06, height * 0.36, depth - 0.05, { radius: 0.025, crown: 0.006 }).translate(
      middle(i),
      height * 0.2 + 0.01,
      0.01,
    ),
  );
  const colors = [f.scheme.accent, f.scheme.spark, f.scheme.second, f.scheme.dark].map((color) =>
    mix(color, f.scheme.pale, 0.2),
  );
  const toys = colors.map((color, i) => {
    const x = middle(i % columns) + (f.random() - 0.5) * each * 0.4;
    const y = i < columns ? height / 2 + 0.012 : height;
    const shape =
      i % 2 === 0
        ? ball(0.06).translate(x, y + 0.06, 0.02)
        : block(0.09, 0.09, 0.09, { radius: 0.012 })
            .rotateY(0.5)
            .translate(x, y + 0.045, 0);
    return [{ kind: "paint", color, gloss: 0.25 } as Material, shape] as const;
  });
  return pieceOf("toyShelf", [
    [white, boards, sides, back],
    [{ kind: "rattan", color: rgb("#bd9a66") }, baskets],
    ...toys,
  ]);
}
