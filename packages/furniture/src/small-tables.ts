import type { Piece } from "@image-staging/tracer/scene";
import { splayed } from "./coffee-table.ts";
import type { Finish, Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, disc, hoop, turned } from "./kit/shapes.ts";
import { marble, travertine } from "./stones.ts";
import { rgb } from "./styles.ts";

/** What the shapes are made from. */
interface Making extends Size {
  f: Finish;
  r: number;
}

const forms: Partial<Record<Finish["preset"]["coffee"], (making: Making) => Group[]>> = {
  round: ({ f, height, r }) => [
    [f.wood, disc(r, 0.022).translate(0, height - 0.022, 0), splayed(r, height, 3)],
  ],
  hoop: ({ f, height, r }) => [
    [
      f.wood,
      disc(r, 0.022).translate(0, height - 0.022, 0),
      hoop(r * 0.8, 0.01)
        .rotateX(Math.PI / 2)
        .translate(0, 0.01, 0),
      Array.from({ length: 14 }, (_, i) =>
        bar(
          [Math.cos(i * 0.449) * r * 0.8, 0.01, Math.sin(i * 0.449) * r * 0.8],
          [Math.cos(i * 0.449) * r * 0.86, height - 0.02, Math.sin(i * 0.449) * r * 0.86],
          0.006,
        ),
      ),
    ],
  ],
  trestle: ({ f, height, r }) => [
    [
      f.wood,
      disc(r, 0.026).translate(0, height - 0.026, 0),
      turned(
        [
          [r * 0.62, 0],
          [r * 0.6, 0.02],
          [0.03, 0.07],
          [0.045, height * 0.4],
          [0.025, height * 0.6],
          [0.05, height - 0.026],
        ],
        { smooth: true },
      ),
    ],
  ],
  plinth: ({ height, r }) => [
    [
      travertine,
      turned([
        [r * 0.8, 0],
        [r * 0.8, height - 0.03],
      ]),
      disc(r, 0.03).translate(0, height - 0.03, 0),
    ],
  ],
  drum: ({ f, height, r }) => [
    [marble, disc(r, 0.02).translate(0, height - 0.02, 0)],
    [
      f.metal,
      turned(
        [
          [r * 0.7, 0],
          [r * 0.38, height * 0.5],
          [r * 0.7, height - 0.02],
        ],
        { segments: 40 },
      ),
    ],
  ],
  tulip: ({ height, r }) => [
    [marble, disc(r, 0.02, 0.009).translate(0, height - 0.02, 0)],
    [
      { kind: "paint", color: rgb("#f2f0ec"), gloss: 0.6 },
      turned(
        [
          [r * 0.7, 0],
          [r * 0.66, 0.012],
          [0.03, 0.08],
          [0.022, height * 0.6],
          [r * 0.4, height - 0.02],
        ],
        { smooth: true },
      ),
    ],
  ],
  block: ({ f, height, r }) => [
    [
      f.wood,
      turned(
        [
          [r, 0],
          [r * 0.94, height * 0.5],
          [r, height - 0.012],
          [r - 0.012, height],
          [0, height],
        ],
        { segments: 48 },
      ),
    ],
  ],
};

/** A side table for a seat. */
export function sideTable(f: Finish, size: Size): Piece {
  const { width, height } = size;
  const r = width / 2;
  const stem: Group[] = [
    [f.metal, disc(r * 0.66, 0.014), bar([0, 0.01, 0], [0, height - 0.02, 0], 0.011)],
    [f.wood, disc(r, 0.022).translate(0, height - 0.022, 0)],
  ];
  return pieceOf("sideTable", forms[f.preset.coffee]?.({ f, r, ...size }) ?? stem);
}

export const drawer = (width: number, height: number, depth: number) =>
  block(width - 0.024, height, 0.018, { radius: 0.003 }).translate(0, 0, depth / 2 - 0.008);
