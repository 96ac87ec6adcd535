import type { Piece } from "@image-staging/tracer/scene";
import type { Finish, Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, board, disc, turned } from "./kit/shapes.ts";
import { marble, travertine } from "./stones.ts";
import { rgb } from "./styles.ts";

/** What the shapes are made from. */
interface Making extends Size {
  f: Finish;
  round: boolean;
}

const forms: Record<Finish["preset"]["dining"], (making: Making) => Group[]> = {
  oval: ({ f, width, depth, height, round }) => [
    [f.wood, top({ width, depth, height, round }, 0.03, "oval")],
    [f.metal, pedestals(width, depth, height, round)],
  ],
  tapered: ({ f, width, depth, height, round }) => [
    [
      f.wood,
      top({ width, depth, height, round }, 0.028, "straight"),
      corners({ width, depth, height }, [0.018, 0.028], 0.05),
    ],
  ],
  trestle: ({ f, width, depth, height }) => trestle(f, width, depth, height),
  steel: ({ f, width, depth, height }) => [
    [f.wood, block(width, 0.045, depth, { radius: 0.006 }).translate(0, height - 0.0225, 0)],
    [f.metal, loops(width, depth, height)],
  ],
  plinth: ({ width, depth, height, round }) => [
    [travertine, top({ width, depth, height, round }, 0.04, "oval")],
    [
      travertine,
      round
        ? [
            turned([
              [0.26, 0],
              [0.26, height - 0.04],
            ]),
          ]
        : [-1, 1].map((s) =>
            turned([
              [depth * 0.27, 0],
              [depth * 0.27, height - 0.04],
            ]).translate(s * width * 0.26, 0, 0),
          ),
    ],
  ],
  pedestal: ({ f, width, depth, height, round }) => [
    [f.preset.legs === "metal" ? marble : f.wood, top({ width, depth, height, round }, 0.03, "oval")],
    [
      f.preset.legs === "metal" ? f.metal : f.wood,
      (round ? [0] : [-width * 0.24, width * 0.24]).map((x) =>
        fluted(depth * 0.24, height - 0.03).translate(x, 0, 0),
      ),
    ],
  ],
  tulip: ({ width, depth, height, round }) => [
    [marble, top({ width, depth, height, round }, 0.026, "oval")],
    [
      { kind: "paint", color: rgb("#f2f0ec"), gloss: 0.6 },
      (round ? [0] : [-width * 0.23, width * 0.23]).map((x) =>
        turned(
          [
            [0.31, 0],
            [0.3, 0.012],
            [0.16, 0.04],
            [0.055, 0.16],
            [0.045, height * 0.55],
            [0.075, height - 0.1],
            [0.2, height - 0.026],
          ],
          { smooth: true },
        ).translate(x, 0, 0),
      ),
    ],
  ],
  slab: ({ f, width, depth, height, round }) => [
    [
      f.wood,
      top({ width, depth, height, round }, 0.036, "straight"),
      corners({ width: width - 0.14, depth: depth - 0.1, height }, [0.034, 0.034], 0),
      block(width - 0.26, 0.07, 0.03).translate(0, height - 0.075, 0),
    ],
  ],
};

/** A dining table in the style's shape; those as wide as deep are round if the style has round tables. */
export function diningTable(f: Finish, size: Size): Piece {
  const round = Math.abs(size.width - size.depth) < 0.12;
  return pieceOf("diningTable", forms[f.preset.dining]({ f, round, ...size }));
}

function top({ width, depth, height, round }: Omit<Making, "f">, thick: number, sides: "oval" | "straight") {
  if (round) return disc(Math.min(width, depth) / 2, thick).translate(0, height - thick, 0);
  const [a, b] = [width / 2, depth / 2];
  const outline = Array.from({ length: 40 }, (_, i) => {
    const angle = (i / 40) * Math.PI * 2;
    const power = sides === "oval" ? 0.62 : 0.14;
    const bend = (value: number): number => Math.sign(value) * Math.abs(value) ** power;
    return [a * bend(Math.cos(angle)), b * bend(Math.sin(angle))] as const;
  });
  return board(outline, thick, { bevel: 0.008 })
    .rotateX(Math.PI / 2)
    .translate(0, height - thick / 2, 0);
}

function corners({ width, depth, height }: Size, [foot, head]: readonly [number, number], splay: number) {
  return [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      bar(
        [x * (width / 2 - 0.05), 0, z * (depth / 2 - 0.05)],
        [x * (width / 2 - 0.07 - splay), height - 0.02, z * (depth / 2 - 0.06 - splay)],
        foot,
        head,
      ),
    ),
  );
}

function pedestals(width: number, depth: number, height: number, round: boolean) {
  return (round ? [0] : [-width * 0.26, width * 0.26]).flatMap((x) => [
    disc(depth * 0.26, 0.018).translate(x, 0, 0),
    turned(
      [
        [depth * 0.2, 0.018],
        [0.05, height * 0.4],
        [0.05, height * 0.6],
        [depth * 0.22, height - 0.03],
      ],
      { smooth: true },
    ).translate(x, 0, 0),
  ]);
}

function fluted(radius: number, height: number) {
  const geometry = turned(
    [
      [radius, 0],
      [radius, height * 0.5],
      [radius, height],
    ],
    { segments: 72 },
  );
  const position = geometry.getAttribute("position");
  for (let i = 0; i < position.count; i++) {
    const angle = Math.atan2(position.getZ(i), position.getX(i));
    const ripple = 1 - 0.06 * Math.abs(Math.cos(angle * 9));
    position.setXYZ(i, position.getX(i) * ripple, position.getY(i), position.getZ(i) * ripple);
  }
  geometry.computeVertexNormals();
  return geometry;
}

function loops(width: number, depth: number, height: number) {
  return [-1, 1].flatMap((side) => {
    const x = side * (width / 2 - 0.2);
    const z = depth / 2 - 0.08;
    return [
      ...[-z, z].map((at) => block(0.06, height - 0.045, 0.025).translate(x, (height - 0.045) / 2, at)),
      block(0.06, 0.025, z * 2).translate(x, 0.0125, 0),
      block(0.06, 0.025, z * 2).translate(x, height - 0.058, 0),
    ];
  });
}

function trestle(f: Finish, width: number, depth: number, height: number): Group[] {
  const planks = Array.from({ length: 5 }, (_, i) =>
    block(width, 0.042, depth / 5 - 0.002).translate(0, height - 0.021, ((i + 0.5) / 5 - 0.5) * depth),
  );
  const ends = [-1, 1].flatMap((side) => {
    const x = side * (width / 2 - 0.32);
    return [
      block(0.09, 0.07, depth * 0.78, { radius: 0.012 }).translate(x, 0.035, 0),
      block(0.09, 0.05, depth * 0.7).translate(x, height - 0.067, 0),
      turned(
        [
          [0.06, 0.07],
          [0.062, 0.12],
          [0.04, 0.2],
          [0.07, 0.38],
          [0.045, 0.52],
          [0.06, 0.6],
          [0.06, height - 0.09],
        ],
        { smooth: true, segments: 24 },
      ).translate(x, 0, 0),
    ];
  });
  return [
    [f.wood, planks],
    [
      { kind: "paint", color: f.scheme.pale, gloss: 0.25 },
      ends,
      block(width - 0.6, 0.06, 0.04).translate(0, 0.2, 0),
    ],
  ];
}
