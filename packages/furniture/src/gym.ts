import type { Material, Piece } from "@image-staging/tracer/scene";
import { black, type Finish, mix, type Size, steel } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { bar, disc, turned } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

/** A training bench. */
export function gymBench(f: Finish, { width, depth }: Size): Piece {
  const pad: Material = { kind: "paint", color: mix(f.scheme.dark, rgb("#101113"), 0.5), gloss: 0.25 };
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
