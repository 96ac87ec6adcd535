import type { BufferGeometry } from "three";
import type { Material, Piece } from "../scene.ts";
import { leaning } from "./cushions.ts";
import { black, type Finish, fabric, linenWhite, mix, type Size, steel } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { ball, bar, disc, turned } from "./kit/shapes.ts";
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

/** A training bench. */
export function gymBench(f: Finish, { width, depth }: Size): Piece {
  const pad: Material = { kind: "leather", color: mix(f.scheme.dark, rgb("#101113"), 0.5), seed: 2 };
  return pieceOf("gymBench", [
    [
      pad,
      block(width * 0.62, 0.07, depth * 0.32, { radius: 0.028, crown: 0.008 }).translate(
        0,
        0.44,
        depth * 0.31,
      ),
      block(width * 0.62, 0.07, depth * 0.64, { radius: 0.028, crown: 0.008 })
        .rotateX(0.36)
        .translate(0, 0.58, -depth * 0.17),
    ],
    [
      black,
      bar([0, 0.36, depth * 0.42], [0, 0.36, -depth * 0.42], 0.03, 0.03, true),
      ...[-1, 1].map((s) => block(width, 0.05, 0.05).translate(0, 0.025, s * depth * 0.42)),
      ...[-1, 1].map((s) =>
        bar([0, 0.03, s * depth * 0.42], [0, 0.38, s * depth * 0.38], 0.028, 0.028, true),
      ),
      bar([0, 0.36, -depth * 0.1], [0, 0.66, -depth * 0.28], 0.02, 0.02, true),
    ],
    [steel, bar([-width * 0.2, 0.36, -depth * 0.05], [width * 0.2, 0.36, -depth * 0.05], 0.012)],
  ]);
}

/** A rack with pairs of dumbbells. */
export function dumbbellRack(_f: Finish, { width, depth }: Size): Piece {
  const rubber: Material = { kind: "paint", color: rgb("#1b1b1d"), gloss: 0.15 };
  const levels = [0.32, 0.66];
  const weights = levels.flatMap((y, level) =>
    Array.from({ length: 6 }, (_, i) => {
      const [x, r] = [((i + 0.5) / 6 - 0.5) * (width - 0.12), (level === 0 ? 0.072 : 0.055) - i * 0.002];
      return [-1, 1].map((s) =>
        disc(r, 0.075, 0.012)
          .rotateX(Math.PI / 2)
          .translate(x, y + r + 0.02, s * 0.075 - 0.037),
      );
    }).flat(),
  );
  const handles = levels.flatMap((y, level) =>
    Array.from({ length: 6 }, (_, i) =>
      bar(
        [((i + 0.5) / 6 - 0.5) * (width - 0.12), y + (level === 0 ? 0.09 : 0.073), -0.06],
        [((i + 0.5) / 6 - 0.5) * (width - 0.12), y + (level === 0 ? 0.09 : 0.073), 0.06],
        0.014,
      ),
    ),
  );
  const frame = [
    ...levels.flatMap((y) =>
      [-1, 1].map((s) =>
        block(width, 0.04, 0.04)
          .rotateX(0.3)
          .translate(0, y, s * 0.08),
      ),
    ),
    ...[-1, 1].flatMap((s) => [
      block(0.05, 0.85, 0.06).translate(s * (width / 2 - 0.03), 0.42, -0.02),
      block(0.05, 0.04, depth).translate(s * (width / 2 - 0.03), 0.02, 0),
      ...levels.map((y) => block(0.05, 0.04, 0.26).translate(s * (width / 2 - 0.03), y, 0)),
    ]),
  ];
  return pieceOf("dumbbellRack", [
    [black, frame],
    [rubber, weights],
    [steel, handles],
  ]);
}

/** An exercise mat, rolled out. */
export function mat(f: Finish, { width, depth }: Size): Piece {
  return pieceOf("mat", [
    [
      { kind: "paint", color: mix(f.scheme.accent, f.scheme.dark, 0.35), gloss: 0.05 },
      block(width, 0.008, depth, { radius: 0.003 }).translate(0, 0.004, 0),
    ],
  ]);
}

/** A large exercise ball. */
export function exerciseBall(f: Finish, { width }: Size): Piece {
  return pieceOf("exerciseBall", [
    [
      { kind: "paint", color: mix(f.scheme.second, rgb("#9aa0a6"), 0.4), gloss: 0.25 },
      turned(
        Array.from(
          { length: 40 },
          (_, i) =>
            [
              Math.sin((i / 39) * Math.PI) * (width / 2),
              (width / 2) * (0.97 - Math.cos((i / 39) * Math.PI)),
            ] as const,
        ),
        { segments: 48 },
      ),
    ],
  ]);
}

/** Hooks on a board with a hat and a bag's strap: for hallways. Its back is at the wall (-z). */
export function hooks(f: Finish, { width }: Size): Piece {
  const pegs = Array.from({ length: 5 }, (_, i) =>
    bar(
      [((i + 0.5) / 5 - 0.5) * (width - 0.06), 0, 0.02],
      [((i + 0.5) / 5 - 0.5) * (width - 0.06), 0.02, 0.085],
      0.011,
      0.015,
    ),
  );
  return pieceOf("hooks", [
    [f.wood, block(width, 0.085, 0.022, { radius: 0.008 }).translate(0, 0, 0.011)],
    [f.preset.legs === "metal" ? f.metal : f.wood, pegs],
  ]);
}
