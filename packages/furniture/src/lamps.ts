import type { Piece } from "@image-staging/tracer/scene";
import type { Finish, Size } from "./finish.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { ball, bar, disc, rod, turned } from "./kit/shapes.ts";
import { drum, lantern, linen, opal, woven } from "./shades.ts";

/** What the shapes are made from. */
interface Making extends Size {
  f: Finish;
}

const forms: Record<Finish["preset"]["lamp"], (making: Making) => Group[]> = {
  tripod: ({ f, width, height }) => [
    [
      f.wood,
      [0, 1, 2].map((i) =>
        bar(
          [Math.cos(i * 2.094 + 0.5) * width * 0.42, 0, Math.sin(i * 2.094 + 0.5) * width * 0.42],
          [Math.cos(i * 2.094 + 0.5) * 0.025, height - 0.27, Math.sin(i * 2.094 + 0.5) * 0.025],
          0.012,
          0.015,
        ),
      ),
    ],
    [f.metal, bar([0, height - 0.3, 0], [0, height - 0.22, 0], 0.02)],
    [linen, drum(width * 0.46, width * 0.36, 0.28).translate(0, height - 0.28, 0)],
  ],
  arc: ({ f, width, height }) => [
    [
      f.metal,
      disc(0.17, 0.03),
      rod(
        [
          [0, 0.02, 0],
          [0, height * 0.6, 0],
          [-0.01, height * 0.86, 0],
          [width * 0.25, height - 0.02, 0],
          [width * 0.62, height - 0.12, 0],
          [width * 0.72, height - 0.22, 0],
        ],
        0.011,
      ),
      turned(
        [
          [0.15, 0],
          [0.14, 0.06],
          [0.09, 0.13],
          [0.02, 0.16],
        ],
        { smooth: true },
      ).translate(width * 0.72, height - 0.36, 0),
    ],
    [opal, ball(0.07).translate(width * 0.72, height - 0.34, 0)],
  ],
  dome: ({ f, height }) => [
    [
      f.metal,
      disc(0.16, 0.022),
      rod(
        [
          [0, 0.02, 0],
          [0, height * 0.5, 0],
          [0, height * 0.88, 0],
          [0.05, height - 0.03, 0],
          [0.16, height - 0.02, 0],
          [0.24, height - 0.08, 0],
        ],
        0.01,
      ),
      turned(
        [
          [0.13, 0],
          [0.125, 0.04],
          [0.085, 0.1],
          [0.025, 0.13],
        ],
        { smooth: true },
      )
        .rotateZ(0.35)
        .translate(0.25, height - 0.2, 0),
    ],
    [opal, ball(0.045).translate(0.26, height - 0.17, 0)],
  ],
  column: ({ f, width, height }) => [
    [
      f.metal,
      disc(0.14, 0.02),
      bar([0, 0.02, 0], [0, height - 0.2, 0], 0.011),
      ball(0.022, 14).translate(0, height * 0.5, 0),
    ],
    [linen, drum(width * 0.46, width * 0.38, 0.27).translate(0, height - 0.27, 0)],
  ],
  paper: ({ f, width, height }) => [
    [f.wood, disc(0.14, 0.03), bar([0, 0.02, 0], [0, height - 0.45, 0], 0.014)],
    [opal, lantern(width * 0.46, 1.15).translate(0, height - width * 0.53, 0)],
  ],
  rattan: ({ f, width, height }) => [
    [
      f.wood,
      [0, 1, 2].map((i) =>
        bar(
          [Math.cos(i * 2.094 + 0.5) * width * 0.4, 0, Math.sin(i * 2.094 + 0.5) * width * 0.4],
          [Math.cos(i * 2.094 + 0.5) * 0.02, height - 0.3, Math.sin(i * 2.094 + 0.5) * 0.02],
          0.012,
          0.014,
        ),
      ),
    ],
    ...woven(f, width * 0.46, 0.28).map(
      ([m, ...s]): Group => [m, s.flat().map((g) => g.translate(0, height - 0.28, 0))],
    ),
  ],
  globe: ({ f, height }) => [
    [
      f.metal,
      disc(0.15, 0.022),
      bar([0, 0.02, 0], [0, height - 0.26, 0], 0.01),
      disc(0.05, 0.02).translate(0, height - 0.27, 0),
    ],
    [opal, ball(0.13).translate(0, height - 0.13, 0)],
  ],
};

/** A standing lamp in the style's shape. */
export function floorLamp(f: Finish, size: Size): Piece {
  return pieceOf("floorLamp", forms[f.preset.lamp]({ f, ...size }));
}
