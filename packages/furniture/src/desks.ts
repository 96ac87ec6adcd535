import type { Piece } from "@image-staging/tracer/scene";
import type { Finish, Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { bar } from "./kit/shapes.ts";
import { drawer } from "./small-tables.ts";
import { marble } from "./stones.ts";

/** A desk with one drawer unit. */
export function desk(f: Finish, { width, depth, height }: Size): Piece {
  const metalLegs = f.preset.legs === "metal";
  const [x0, z0] = [width / 2 - 0.06, depth / 2 - 0.06];
  const legs = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      metalLegs
        ? bar([x * x0, 0, z * z0], [x * x0, height - 0.03, z * z0], 0.016, 0.016, true)
        : bar(
            [x * (x0 + 0.03), 0, z * (z0 + 0.02)],
            [x * (x0 - 0.03), height - 0.03, z * (z0 - 0.02)],
            0.013,
            0.024,
          ),
    ),
  );
  const rails = metalLegs
    ? [-1, 1].flatMap((x) => [
        block(0.025, 0.025, z0 * 2).translate(x * x0, 0.03, 0),
        block(0.025, 0.025, z0 * 2).translate(x * x0, height - 0.045, 0),
      ])
    : [];
  return pieceOf("desk", [
    [
      f.wood,
      block(width, 0.03, depth, { radius: 0.006 }).translate(0, height - 0.015, 0),
      block(width * 0.34, 0.13, depth - 0.12).translate(-width * 0.27, height - 0.095, 0),
      drawer(width * 0.34, 0.11, depth - 0.12).translate(-width * 0.27, height - 0.095, 0.012),
    ],
    [metalLegs ? f.metal : f.wood, legs, rails],
    [
      f.metal,
      bar(
        [-width * 0.27 - 0.05, height - 0.09, depth / 2 - 0.03],
        [-width * 0.27 + 0.05, height - 0.09, depth / 2 - 0.03],
        0.006,
      ),
    ],
  ]);
}

/** A narrow table for a hallway. */
export function consoleTable(f: Finish, { width, depth, height }: Size): Piece {
  const legs = f.preset.legs === "metal" ? f.metal : f.wood;
  const [x0, z0] = [width / 2 - 0.03, depth / 2 - 0.03];
  return pieceOf("consoleTable", [
    [
      f.preset.coffee === "drum" || f.preset.coffee === "tulip" ? marble : f.wood,
      block(width, 0.03, depth, { radius: 0.006 }).translate(0, height - 0.015, 0),
    ],
    [
      legs,
      [-1, 1].flatMap((x) =>
        [-1, 1].map((z) =>
          bar([x * x0, 0, z * z0], [x * x0, height - 0.03, z * z0], 0.013, 0.016, f.preset.legs === "metal"),
        ),
      ),
      ...[-1, 1].map((z) => block(width - 0.06, 0.05, 0.02).translate(0, height - 0.055, z * z0)),
    ],
    [f.wood, block(width - 0.05, 0.022, depth - 0.04).translate(0, 0.16, 0)],
  ]);
}
