import type { Material, Piece } from "@image-staging/tracer/scene";
import { PlaneGeometry } from "three";
import { type Finish, mix, paper, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { disc, hoop } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

/** A framed picture with a mount; its back lies at the wall (-z). `nth` chooses the design. */
export function art(f: Finish, { width, height }: Size, nth = 0): Piece {
  const number = f.firstPicture + nth;
  const design = f.preset.art[number % f.preset.art.length] ?? f.preset.art[0];
  const { accent, spark, dark, pale, second } = f.scheme;
  const mount = Math.min(width, height) * 0.11;
  const edge = 0.018;
  const picture: Material = {
    kind: "art",
    design,
    palette: [
      mix(paper, pale, 0.4),
      mix(accent, second, 0.15),
      spark,
      mix(dark, second, 0.1),
      mix(second, pale, 0.4),
    ],
    seed: number + 1,
  };
  const frame = [
    ...[-1, 1].map((s) =>
      block(edge, height, 0.03, { radius: 0.003 }).translate(s * (width / 2 - edge / 2), 0, 0.015),
    ),
    ...[-1, 1].map((s) =>
      block(width - edge, edge, 0.03, { radius: 0.003 }).translate(0, s * (height / 2 - edge / 2), 0.015),
    ),
  ];
  return pieceOf("art", [
    [f.frame, frame],
    [
      { kind: "paint", color: rgb("#f3f1ec"), gloss: 0.05 },
      block(width - edge, height - edge, 0.012).translate(0, 0, 0.008),
    ],
    [picture, new PlaneGeometry(width - edge * 2 - mount, height - edge * 2 - mount).translate(0, 0, 0.0148)],
  ]);
}

/** A wall mirror: round, or arched in the styles Mediterranean and luxury, `width` x `height`. */
export function mirror(f: Finish, { width, height }: Size): Piece {
  const { frame } = f;
  const tall = height > width * 1.3;
  const back: Material = { kind: "paint", color: rgb("#3a3632"), gloss: 0.1 };
  if (tall) {
    const edge = 0.022;
    return pieceOf("mirror", [
      [
        frame,
        ...[-1, 1].map((s) =>
          block(edge, height, 0.035, { radius: 0.008 }).translate(s * (width / 2 - edge / 2), 0, 0.0175),
        ),
        ...[-1, 1].map((s) =>
          block(width - edge, edge, 0.035, { radius: 0.008 }).translate(
            0,
            s * (height / 2 - edge / 2),
            0.0175,
          ),
        ),
      ],
      [back, block(width - edge, height - edge, 0.01).translate(0, 0, 0.006)],
      [
        { kind: "mirror" },
        new PlaneGeometry(width - edge * 1.8, height - edge * 1.8).translate(0, 0, 0.0145),
      ],
    ]);
  }
  const r = width / 2;
  return pieceOf("mirror", [
    [frame, hoop(r - 0.012, 0.013).translate(0, 0, 0.014)],
    [
      back,
      disc(r - 0.01, 0.008)
        .rotateX(Math.PI / 2)
        .translate(0, 0, 0.002),
    ],
    [
      { kind: "mirror" },
      disc(r - 0.014, 0.004)
        .rotateX(Math.PI / 2)
        .translate(0, 0, 0.012),
    ],
  ]);
}
