import type { Material, Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { black, type Finish, mix, type Size, steel } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, disc, hoop, rod } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

const beech: Material = { kind: "wood", color: rgb("#b98a58"), grain: 0.45, gloss: 0.15 };

/** A workbench: a thick top on four posts, a drawer, a shelf with boxes below, a vice at its end. */
export function workbench(f: Finish, { width, depth, height }: Size): Piece {
  const [x0, z0] = [width / 2 - 0.09, depth / 2 - 0.09];
  const posts = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) => block(0.08, height - 0.06, 0.08).translate(x * x0, (height - 0.06) / 2, z * z0)),
  );
  const rails = [
    ...[-1, 1].map((z) => block(width - 0.2, 0.09, 0.03).translate(0, height - 0.12, z * z0)),
    ...[-1, 1].map((x) => block(0.03, 0.09, depth - 0.2).translate(x * x0, height - 0.12, 0)),
    block(width - 0.14, 0.025, depth - 0.16).translate(0, 0.2, 0),
  ];
  const drawers = [-0.22, 0.08].map((part) =>
    block(0.42, 0.12, 0.02, { radius: 0.004 }).translate(part * width, height - 0.14, depth / 2 - 0.055),
  );
  const pulls = [-0.22, 0.08].map((part) =>
    bar(
      [part * width - 0.06, height - 0.14, depth / 2 - 0.03],
      [part * width + 0.06, height - 0.14, depth / 2 - 0.03],
      0.006,
    ),
  );
  const crates = [-0.3, 0, 0.28].map(
    (part, i): Group => [
      {
        kind: "paint",
        color: mix([f.scheme.accent, f.scheme.dark, f.scheme.second][i] ?? f.scheme.dark, f.scheme.pale, 0.1),
        gloss: 0.2,
      },
      block(0.36, 0.2 + 0.03 * (i % 2), depth * 0.55, { radius: 0.012 }).translate(part * width, 0.32, 0),
    ],
  );
  const vice = [
    block(0.05, 0.1, 0.16, { radius: 0.008 }).translate(width * 0.34, height - 0.07, depth / 2 - 0.03),
    bar(
      [width * 0.34, height - 0.1, depth / 2 - 0.08],
      [width * 0.34, height - 0.1, depth / 2 - 0.005],
      0.016,
    ),
    bar(
      [width * 0.34 - 0.09, height - 0.1, depth / 2 - 0.012],
      [width * 0.34 + 0.09, height - 0.1, depth / 2 - 0.012],
      0.006,
    ),
  ];
  const can = [disc(0.05, 0.16, 0.006).translate(-width * 0.38, height, -depth * 0.22)];
  const toolbox = [
    block(0.42, 0.18, 0.2, { radius: 0.012 }).translate(-width * 0.08, height + 0.09, -depth * 0.16),
    rod(
      [
        [-width * 0.08 - 0.12, height + 0.17, -depth * 0.16],
        [-width * 0.08 - 0.11, height + 0.24, -depth * 0.16],
        [-width * 0.08 + 0.11, height + 0.24, -depth * 0.16],
        [-width * 0.08 + 0.12, height + 0.17, -depth * 0.16],
      ],
      0.009,
    ),
  ];
  return pieceOf("workbench", [
    [
      beech,
      block(width, 0.06, depth - 0.06, { radius: 0.006 }).translate(0, height - 0.03, -0.03),
      posts,
      rails,
      drawers,
    ],
    [steel, vice, pulls, can],
    [{ kind: "paint", color: mix(rgb("#8f2f25"), f.scheme.dark, 0.3), gloss: 0.35 }, toolbox],
    ...crates,
  ]);
}

/** A bicycle on its stand, seen from its side: it faces +x. */
export function bicycle(f: Finish, { width, depth, height }: Size): Piece {
  const r = Math.min(0.34, width * 0.195);
  const [rear, front] = [-width / 2 + r + 0.01, width / 2 - r - 0.01];
  const crank = [rear + 0.42, r - 0.05, 0] as const;
  const seat = [rear + 0.25, r + 0.42, 0] as const;
  const head = [front - 0.17, r + 0.42, 0] as const;
  const low = [front - 0.13, r + 0.28, 0] as const;
  const saddle = height - 0.1;
  const wheels = [rear, front];
  const tyres = wheels.map((x) => hoop(r - 0.02, 0.02).translate(x, r, 0));
  const rims = wheels.map((x) => hoop(r - 0.046, 0.008).translate(x, r, 0));
  const spokes = wheels.flatMap((x) => spokesOf(x, r));
  const hubs = wheels.map((x) => bar([x, r, -0.05], [x, r, 0.05], 0.018));
  const tubes = [
    bar(crank, low, 0.018),
    bar(seat, head, 0.015),
    bar(crank, [seat[0] - 0.02, seat[1] + 0.06, 0], 0.015),
    bar(head, low, 0.019),
    ...[-1, 1].flatMap((s) => [
      bar([crank[0], crank[1], s * 0.03], [rear, r, s * 0.055], 0.009),
      bar([seat[0], seat[1], s * 0.02], [rear, r, s * 0.055], 0.008),
      bar([low[0] + 0.01, low[1] - 0.01, s * 0.03], [front, r, s * 0.045], 0.011, 0.009),
    ]),
  ];
  const wide = depth / 2 - 0.02;
  const bars = [
    bar([head[0], head[1], 0], [head[0] - 0.04, saddle + 0.03, 0], 0.012),
    rod(
      [
        [head[0] - 0.16, saddle + 0.04, -wide],
        [head[0] - 0.07, saddle + 0.05, -wide * 0.6],
        [head[0] - 0.02, saddle + 0.04, 0],
        [head[0] - 0.07, saddle + 0.05, wide * 0.6],
        [head[0] - 0.16, saddle + 0.04, wide],
      ],
      0.011,
    ),
    bar([seat[0] - 0.02, seat[1] + 0.05, 0], [seat[0] - 0.055, saddle, 0], 0.012),
    bar([crank[0] - 0.06, crank[1], 0.05], [crank[0] - 0.02, 0.005, 0.14], 0.007),
  ];
  const drive = [
    disc(0.09, 0.006)
      .rotateX(Math.PI / 2)
      .translate(crank[0], crank[1], 0.055),
    ...[-1, 1].map((s) =>
      bar([crank[0], crank[1], s * 0.06], [crank[0] + s * 0.12, crank[1] - s * 0.1, s * 0.07], 0.009),
    ),
    ...[-1, 1].map((s) =>
      block(0.09, 0.018, 0.07).translate(crank[0] + s * 0.12, crank[1] - s * 0.1, s * 0.11),
    ),
  ];
  const grips = [-1, 1].map((s) =>
    bar([head[0] - 0.16, saddle + 0.04, s * wide], [head[0] - 0.115, saddle + 0.046, s * wide * 0.76], 0.016),
  );
  return pieceOf("bicycle", [
    [{ kind: "paint", color: mix(f.scheme.accent, f.scheme.dark, 0.15), gloss: 0.55 }, tubes],
    [{ kind: "paint", color: rgb("#17181a"), gloss: 0.12 }, tyres],
    [steel, rims, spokes, hubs, bars],
    [black, drive],
    [
      { kind: "leather", color: rgb("#5b3a23"), seed: 3 },
      grips,
      block(0.26, 0.05, 0.14, { radius: 0.024, crown: 0.008 }).translate(seat[0] - 0.06, saddle + 0.02, 0),
    ],
  ]);
}

const spokesOf = (x: number, r: number): BufferGeometry[] =>
  Array.from({ length: 20 }, (_, i) => {
    const angle = (i / 20) * 2 * Math.PI;
    const rim = r - 0.046;
    return bar(
      [x, r, i % 2 ? 0.022 : -0.022],
      [x + Math.cos(angle) * rim, r + Math.sin(angle) * rim, 0],
      0.0013,
    );
  });
