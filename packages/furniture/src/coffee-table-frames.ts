import type { Material } from "@image-staging/tracer/scene";
import type { Finish } from "./finish.ts";
import { block } from "./kit/block.ts";
import type { Group } from "./kit/piece.ts";
import { bar, board, disc, hoop, rod, turned } from "./kit/shapes.ts";
import { upright } from "./kit/uv.ts";

/** The higher table of a nest: its middle, from the nest's, and its radius. */
export function drumOf(width: number, depth: number): { x: number; radius: number } {
  const radius = Math.min(width * 0.36, depth / 2);
  return { x: radius - width / 2, radius };
}

/** Two round tables of different heights, one in wood and one in black metal. */
export function nest(f: Finish, width: number, depth: number, height: number): Group[] {
  const { x: x1, radius: big } = drumOf(width, depth);
  const small = Math.min(width * 0.25, depth * 0.4);
  const x2 = width / 2 - small;
  const low = height - 0.1;
  const drum = (radius: number, high: number) =>
    turned(
      [
        [radius * 0.86, 0],
        [radius, 0.03],
        [radius, high - 0.04],
        [radius * 0.985, high - 0.025],
        [radius * 0.97, high - 0.02],
        [0, high - 0.02],
      ],
      { segments: 48 },
    );
  return [
    [
      f.wood,
      upright(drum(big, height)).translate(x1, 0, -0.02),
      disc(big, 0.022).translate(x1, height - 0.022, -0.02),
    ],
    [
      f.metal,
      disc(small, 0.016).translate(x2, low - 0.016, 0.1),
      ...[0, 1, 2].map((i) =>
        bar(
          [x2 + Math.cos(i * 2.1) * small * 0.86, 0, 0.1 + Math.sin(i * 2.1) * small * 0.86],
          [x2 + Math.cos(i * 2.1) * small * 0.86, low - 0.01, 0.1 + Math.sin(i * 2.1) * small * 0.86],
          0.009,
        ),
      ),
      hoop(small * 0.86, 0.008)
        .rotateX(Math.PI / 2)
        .translate(x2, 0.012, 0.1),
    ],
  ];
}

/** Rattan rods twisted between two hoops below a round top. */
export function hoops(f: Finish, radius: number, height: number): Group[] {
  const rods = Array.from({ length: 22 }, (_, i) => {
    const a = (i / 22) * Math.PI * 2;
    const turn = i % 2 === 0 ? 1 : -1;
    const at = (part: number, r: number) =>
      [Math.cos(a + turn * part) * r, 0, Math.sin(a + turn * part) * r] as const;
    const [low, mid, high] = [at(-0.5, radius * 0.68), at(0, radius * 0.4), at(0.5, radius * 0.74)];
    return rod(
      [
        [low[0], 0.012, low[2]],
        [mid[0], height * 0.5, mid[2]],
        [high[0], height - 0.03, high[2]],
      ],
      0.006,
    );
  });
  const rings = [
    hoop(radius * 0.68, 0.012)
      .rotateX(Math.PI / 2)
      .translate(0, 0.012, 0),
    hoop(radius * 0.41, 0.01)
      .rotateX(Math.PI / 2)
      .translate(0, height * 0.5, 0),
    hoop(radius * 0.76, 0.012)
      .rotateX(Math.PI / 2)
      .translate(0, height - 0.036, 0),
  ];
  return [[f.wood, disc(radius, 0.026).translate(0, height - 0.026, 0), rods, rings]];
}

/** Country: a planked top over turned legs, with a low shelf. */
export function chest(f: Finish, width: number, depth: number, height: number): Group[] {
  const legs = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      turned(
        [
          [0.022, 0],
          [0.03, 0.02],
          [0.02, 0.06],
          [0.034, 0.14],
          [0.026, 0.22],
          [0.036, 0.26],
          [0.036, height - 0.03],
        ],
        { smooth: true, segments: 20 },
      ).translate(x * (width / 2 - 0.07), 0, z * (depth / 2 - 0.07)),
    ),
  );
  const planks = Array.from({ length: 4 }, (_, i) =>
    block(width, 0.034, depth / 4 - 0.002, { radius: 0.004 }).translate(
      0,
      height - 0.017,
      ((i + 0.5) / 4 - 0.5) * depth,
    ),
  );
  const painted: Material = { kind: "paint", color: f.scheme.pale, gloss: 0.25 };
  return [
    [f.wood, planks],
    [
      painted,
      legs,
      ...[-1, 1].map((z) =>
        block(width - 0.14, 0.08, 0.022).translate(0, height - 0.075, z * (depth / 2 - 0.07)),
      ),
      ...[-1, 1].map((x) =>
        block(0.022, 0.08, depth - 0.14).translate(x * (width / 2 - 0.07), height - 0.075, 0),
      ),
      block(width - 0.12, 0.022, depth - 0.12).translate(0, 0.13, 0),
    ],
  ];
}

export function steelFrame(f: Finish, width: number, depth: number, height: number): Group[] {
  const legs = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      bar(
        [x * (width / 2 - 0.02), 0, z * (depth / 2 - 0.02)],
        [x * (width / 2 - 0.02), height - 0.045, z * (depth / 2 - 0.02)],
        0.0175,
        0.0175,
        true,
      ),
    ),
  );
  const rails = [0.13, height - 0.055].flatMap((y) => [
    ...[-1, 1].map((z) => block(width - 0.04, 0.025, 0.025).translate(0, y, z * (depth / 2 - 0.02))),
    ...[-1, 1].map((x) => block(0.025, 0.025, depth - 0.04).translate(x * (width / 2 - 0.02), y, 0)),
  ]);
  return [
    [f.metal, legs, rails],
    [
      f.wood,
      block(width, 0.045, depth, { radius: 0.005 }).translate(0, height - 0.0225, 0),
      block(width - 0.05, 0.022, depth - 0.05).translate(0, 0.15, 0),
    ],
  ];
}

/** Japandia: a soft-cornered slab on two offset wooden blocks. */
export function slabs(f: Finish, width: number, depth: number, height: number): Group[] {
  const [a, b] = [width / 2, depth / 2];
  const outline = [
    [-a * 0.7, -b],
    [a * 0.7, -b * 0.94],
    [a, -b * 0.2],
    [a * 0.86, b * 0.8],
    [0, b],
    [-a * 0.9, b * 0.84],
    [-a, 0],
  ] as const;
  return [
    [
      f.wood,
      board(outline, 0.04, { smooth: true, bevel: 0.008 })
        .rotateX(Math.PI / 2)
        .translate(0, height - 0.02, 0),
    ],
    [
      f.wood,
      block(0.11, height - 0.04, depth * 0.6, { radius: 0.02 }).translate(-a * 0.45, (height - 0.04) / 2, 0),
      block(0.11, height - 0.04, depth * 0.5, { radius: 0.02 })
        .rotateY(0.5)
        .translate(a * 0.45, (height - 0.04) / 2, 0),
    ],
  ];
}
