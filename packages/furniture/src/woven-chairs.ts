import { top } from "./chair-legs.ts";
import type { Finish } from "./finish.ts";
import { block } from "./kit/block.ts";
import type { Group } from "./kit/piece.ts";
import { bar, rod } from "./kit/shapes.ts";

/** Wooden frame with cane in seat and back. */
export function caned(f: Finish, width: number, depth: number): Group[] {
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
export function ladder(f: Finish, width: number, depth: number): Group[] {
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
