import type { BufferGeometry } from "three";
import { legs, top } from "./chair-legs.ts";
import type { Finish } from "./finish.ts";
import type { Group } from "./kit/piece.ts";
import { bar, board, disc, rod, turned } from "./kit/shapes.ts";

/** Curved rail around the back with a Y below it, paper cord seat. */
export function wishbone(f: Finish, width: number, depth: number): Group[] {
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

export function windsor(f: Finish, width: number, depth: number): Group[] {
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

/** A round seat in bent wood with two hoops as the back. */
export function bentwood(f: Finish, width: number, depth: number): Group[] {
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
