import type { BufferGeometry } from "three";
import type { Material, Piece } from "../scene.ts";
import type { Finish, Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, board, disc, rod, turned } from "./kit/shapes.ts";
import { wall } from "./kit/wall.ts";

const top = 0.46;

/** A dining chair in the style's shape. */
export function chair(f: Finish, { width, depth }: Size): Piece {
  const forms: Record<Finish["preset"]["chair"], () => Group[]> = {
    shell: () => shell(f, width, depth),
    wishbone: () => wishbone(f, width, depth),
    cane: () => caned(f, width, depth),
    windsor: () => windsor(f, width, depth),
    steel: () => padded(f, width, depth, f.metal, { kind: "leather", color: f.scheme.main, seed: 9 }),
    ladder: () => ladder(f, width, depth),
    upholstered: () => padded(f, width, depth, f.metal, f.second),
    bentwood: () => bentwood(f, width, depth),
  };
  return pieceOf("chair", forms[f.preset.chair]());
}

function legs(width: number, depth: number, height: number, thick: number, splay = 0.03): BufferGeometry[] {
  return [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      bar(
        [x * (width / 2 - 0.02), 0, z * (depth / 2 - 0.02)],
        [x * (width / 2 - 0.03 - splay), height, z * (depth / 2 - 0.03 - splay)],
        thick * 0.7,
        thick,
      ),
    ),
  );
}

/** Curved rail around the back with a Y below it, paper cord seat. */
function wishbone(f: Finish, width: number, depth: number): Group[] {
  const [x0, z0] = [width / 2 - 0.04, depth / 2 - 0.04];
  const rail = rod(
    [
      [x0 + 0.02, 0.68, 0.1],
      [x0 + 0.015, 0.7, -0.05],
      [x0 * 0.8, 0.73, -z0 + 0.06],
      [0, 0.745, -z0 - 0.02],
      [-x0 * 0.8, 0.73, -z0 + 0.06],
      [-x0 - 0.015, 0.7, -0.05],
      [-x0 - 0.02, 0.68, 0.1],
    ],
    0.016,
  );
  const frame = [-1, 1].flatMap((side) => [
    bar([side * x0, 0, z0], [side * x0, top + 0.01, z0 - 0.01], 0.013, 0.018),
    rod(
      [
        [side * x0 * 0.94, 0, -z0],
        [side * x0 * 0.86, 0.3, -z0 + 0.02],
        [side * x0 * 0.86, 0.5, -z0 + 0.07],
        [side * (x0 + 0.01), 0.69, -0.02],
      ],
      0.016,
    ),
    bar([side * x0, top - 0.03, z0 - 0.01], [side * x0 * 0.86, top - 0.03, -z0 + 0.05], 0.013),
    bar([side * x0, 0.24, z0 - 0.01], [side * x0 * 0.9, 0.24, -z0 + 0.02], 0.009),
    rod(
      [
        [0, 0.45, -z0 + 0.04],
        [side * 0.01, 0.56, -z0 + 0.02],
        [side * 0.05, 0.66, -z0],
        [side * 0.09, 0.735, -z0 + 0.005],
      ],
      0.01,
    ),
  ]);
  const across = [
    bar([-x0, top - 0.03, z0 - 0.01], [x0, top - 0.03, z0 - 0.01], 0.013),
    bar([-x0 * 0.86, top - 0.03, -z0 + 0.05], [x0 * 0.86, top - 0.03, -z0 + 0.05], 0.013),
    bar([-x0, 0.3, z0 - 0.01], [x0, 0.3, z0 - 0.01], 0.009),
  ];
  const seat = board(
    [
      [-x0, z0 - 0.01],
      [x0, z0 - 0.01],
      [x0 * 0.86, -z0 + 0.05],
      [-x0 * 0.86, -z0 + 0.05],
    ],
    0.036,
    { bevel: 0.012 },
  )
    .rotateX(Math.PI / 2)
    .translate(0, top - 0.022, 0);
  return [
    [f.wood, rail, frame, across],
    [{ kind: "rattan", color: [0.62, 0.5, 0.33] }, seat],
  ];
}

/** Padded seat and back on thin legs; with metal it is the leather or velvet one. */
function padded(f: Finish, width: number, depth: number, leg: Material, cover: Material): Group[] {
  const [x0, z0] = [width / 2 - 0.03, depth / 2 - 0.03];
  const soft = { radius: 0.03, crown: 0.012, uneven: 0.002 };
  const seat = block(width - 0.02, 0.075, depth - 0.06, soft).translate(0, top - 0.035, 0.02);
  const curved = f.preset.chair === "upholstered";
  const back = curved
    ? wall(
        Array.from({ length: 11 }, (_, i) => {
          const angle = ((i / 10) * 1.1 - 0.05) * Math.PI;
          return {
            x: Math.cos(angle) * (x0 - 0.005),
            z: -Math.sin(angle) * (z0 - 0.03),
            bottom: top - 0.02 + 0.1 * Math.sin(angle),
            top: 0.6 + 0.25 * Math.max(0, Math.sin(angle)) ** 0.7,
            thickness: 0.055,
          };
        }),
        0.6,
      )
    : block(width - 0.03, 0.33, 0.055, { ...soft, crown: [0, 0.015, 0.012] })
        .rotateX(-0.13)
        .translate(0, 0.71, -z0 - 0.005);
  const frame = [
    ...legs(width, depth, top - 0.06, 0.013, 0.02),
    ...(curved
      ? []
      : [-1, 1].map((side) =>
          bar([side * (x0 - 0.05), top - 0.05, -z0 + 0.05], [side * (x0 - 0.06), 0.66, -z0 - 0.025], 0.009),
        )),
  ];
  return [
    [cover, seat, back],
    [leg, frame],
  ];
}

function windsor(f: Finish, width: number, depth: number): Group[] {
  const [x0, z0] = [width / 2 - 0.03, depth / 2 - 0.03];
  const seat = board(
    [
      [-x0, z0 - 0.02],
      [0, z0],
      [x0, z0 - 0.02],
      [x0 + 0.01, 0.02],
      [x0 * 0.8, -z0 + 0.03],
      [0, -z0 + 0.02],
      [-x0 * 0.8, -z0 + 0.03],
      [-x0 - 0.01, 0.02],
    ],
    0.036,
    { smooth: true, bevel: 0.01 },
  )
    .rotateX(Math.PI / 2)
    .translate(0, top - 0.02, 0);
  const bow = rod(
    [
      [-x0 * 0.82, top, -z0 + 0.06],
      [-x0 * 0.9, 0.68, -z0 - 0.01],
      [-x0 * 0.6, 0.86, -z0 - 0.05],
      [0, 0.92, -z0 - 0.06],
      [x0 * 0.6, 0.86, -z0 - 0.05],
      [x0 * 0.9, 0.68, -z0 - 0.01],
      [x0 * 0.82, top, -z0 + 0.06],
    ],
    0.012,
  );
  const spindles = Array.from({ length: 7 }, (_, i) => {
    const s = (i - 3) / 3.6;
    return bar(
      [s * x0 * 0.7, top, -z0 + 0.05],
      [s * x0 * 0.84, 0.91 - 0.17 * s * s - Math.abs(s) ** 5 * 0.1, -z0 - 0.05],
      0.008,
      0.006,
    );
  });
  const turnedLegs = legs(width + 0.04, depth + 0.02, top - 0.03, 0.02, 0.06);
  const stretcher = bar([-x0 * 0.9, 0.2, 0], [x0 * 0.9, 0.2, 0], 0.009);
  return [[f.wood, seat, bow, spindles, turnedLegs, stretcher]];
}

/** Wooden frame with cane in seat and back. */
function caned(f: Finish, width: number, depth: number): Group[] {
  const [x0, z0] = [width / 2 - 0.025, depth / 2 - 0.025];
  const wood = [
    ...[-1, 1].flatMap((side) => [
      bar([side * x0, 0, z0], [side * x0, top, z0 - 0.01], 0.015, 0.018),
      bar([side * x0, 0, -z0 - 0.02], [side * x0, top, -z0 + 0.02], 0.015, 0.018),
      bar([side * x0, top - 0.02, -z0 + 0.02], [side * x0 * 0.97, 0.83, -z0 - 0.05], 0.017, 0.014),
      block(0.028, 0.04, depth - 0.07).translate(side * x0, top - 0.02, 0),
    ]),
    ...[-1, 1].map((z) => block(width - 0.06, 0.04, 0.028).translate(0, top - 0.02, z * z0)),
    rod(
      [
        [-x0, 0.81, -z0 - 0.045],
        [0, 0.83, -z0 - 0.07],
        [x0, 0.81, -z0 - 0.045],
      ],
      0.016,
    ),
    rod(
      [
        [-x0, 0.57, -z0 - 0.005],
        [0, 0.57, -z0 - 0.03],
        [x0, 0.57, -z0 - 0.005],
      ],
      0.011,
    ),
  ];
  const cane = [
    block(width - 0.06, 0.01, depth - 0.06).translate(0, top - 0.004, 0),
    block(width - 0.06, 0.24, 0.008)
      .rotateX(-0.15)
      .translate(0, 0.69, -z0 - 0.035),
  ];
  return [
    [f.wood, wood],
    [{ kind: "rattan", color: [0.68, 0.5, 0.28] }, cane],
  ];
}

/** Mediterranean: horizontal slats and a rush seat. */
function ladder(f: Finish, width: number, depth: number): Group[] {
  const [x0, z0] = [width / 2 - 0.025, depth / 2 - 0.025];
  const wood = [
    ...[-1, 1].flatMap((side) => [
      bar([side * x0, 0, z0], [side * x0, top + 0.01, z0], 0.017),
      bar([side * x0 * 0.94, 0, -z0], [side * x0 * 0.94, 0.92, -z0 - 0.05], 0.017, 0.014),
      bar([side * x0, 0.2, z0], [side * x0 * 0.94, 0.2, -z0], 0.009),
    ]),
    ...[0.58, 0.7, 0.83].map((y) =>
      block(width - 0.08, 0.055, 0.014, { radius: 0.006 }).translate(0, y, -z0 - 0.055 * ((y - 0.1) / 0.82)),
    ),
    bar([-x0, 0.28, z0], [x0, 0.28, z0], 0.009),
  ];
  return [
    [f.wood, wood],
    [
      { kind: "rattan", color: [0.6, 0.46, 0.27] },
      block(width - 0.02, 0.035, depth - 0.02, { radius: 0.016, crown: [0, -0.006, 0] }).translate(
        0,
        top - 0.01,
        0,
      ),
    ],
  ];
}

/** A round seat in bent wood with two hoops as the back. */
function bentwood(f: Finish, width: number, depth: number): Group[] {
  const [r, z0] = [width / 2 - 0.03, depth / 2 - 0.04];
  const hoopOf = (x: number, high: number): BufferGeometry =>
    rod(
      [
        [-x, top - 0.02, -z0 + 0.02],
        [-x * 1.02, 0.68, -z0 - 0.03],
        [-x * 0.6, high - 0.03, -z0 - 0.06],
        [0, high, -z0 - 0.065],
        [x * 0.6, high - 0.03, -z0 - 0.06],
        [x * 1.02, 0.68, -z0 - 0.03],
        [x, top - 0.02, -z0 + 0.02],
      ],
      0.012,
    );
  const wood = [
    hoopOf(r * 0.86, 0.88),
    hoopOf(r * 0.48, 0.78),
    ...legs(width - 0.03, depth - 0.02, top - 0.02, 0.016, 0.01),
    disc(r + 0.012, 0.032).translate(0, top - 0.034, 0),
    turned([
      [r * 0.74, 0.2],
      [r * 0.76, 0.21],
      [r * 0.74, 0.22],
    ]),
  ];
  return [
    [f.wood, wood],
    [{ kind: "rattan", color: [0.66, 0.5, 0.3] }, disc(r - 0.02, 0.008).translate(0, top - 0.005, 0)],
  ];
}

/** A moulded shell on slender legs. */
function shell(f: Finish, width: number, depth: number): Group[] {
  const [x0, z0] = [width / 2 - 0.03, depth / 2 - 0.04];
  const back = wall(
    Array.from({ length: 15 }, (_, i) => {
      const angle = ((i / 14) * 1.24 - 0.12) * Math.PI;
      const rise = Math.max(0, Math.sin(angle)) ** 0.9;
      return {
        x: Math.cos(angle) * x0,
        z: -Math.sin(angle) * z0,
        bottom: top - 0.05,
        top: 0.58 + 0.21 * rise,
        thickness: 0.035,
      };
    }),
    0.7,
  );
  const seat = block(width - 0.08, 0.07, depth - 0.07, { radius: 0.034, crown: 0.01 }).translate(
    0,
    top - 0.03,
    0.015,
  );
  const under = block(width - 0.16, 0.04, depth - 0.18, { radius: 0.018 }).translate(0, top - 0.075, 0);
  return [
    [f.second, back, seat],
    [f.preset.metal, under, legs(width, depth, top - 0.06, 0.014, 0.05)],
  ];
}
