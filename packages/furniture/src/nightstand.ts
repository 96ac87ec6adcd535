import type { Piece } from "@image-staging/tracer/scene";
import type { Finish, Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar } from "./kit/shapes.ts";
import { drawer } from "./small-tables.ts";

/** A nightstand with two drawers (or one and an open shelf). */
export function nightstand(f: Finish, { width, depth, height }: Size): Piece {
  const legs = f.preset.legs === "metal" ? f.metal : f.wood;
  const open = f.preset.bed === "platform" || f.preset.bed === "spindle" || f.preset.bed === "steel";
  const foot = f.preset.bed === "platform" ? 0.04 : 0.15;
  const body = height - foot;
  const groups: Group[] = [];
  if (open) {
    groups.push([
      f.cabinet,
      ...[foot + 0.01, height - 0.01].map((y) => block(width, 0.02, depth).translate(0, y, 0)),
      ...[-1, 1].map((x) => block(0.02, body, depth).translate(x * (width / 2 - 0.01), foot + body / 2, 0)),
      block(width, body, 0.01).translate(0, foot + body / 2, -depth / 2 + 0.01),
      drawer(width, body * 0.45, depth).translate(0, height - body * 0.25, 0),
    ]);
  } else {
    groups.push([
      f.cabinet,
      block(width, body, depth - 0.02, { radius: 0.008 }).translate(0, foot + body / 2, -0.01),
      ...[0.26, 0.74].map((part) => drawer(width, body * 0.46, depth).translate(0, foot + body * part, 0)),
    ]);
  }
  groups.push([
    f.metal,
    ...(open ? [height - body * 0.25] : [0.26, 0.74].map((part) => foot + body * part)).map((y) =>
      bar([-0.045, y, depth / 2 + 0.012], [0.045, y, depth / 2 + 0.012], 0.006),
    ),
  ]);
  groups.push([
    legs,
    [-1, 1].flatMap((x) =>
      [-1, 1].map((z) =>
        bar(
          [x * (width / 2 - 0.03), 0, z * (depth / 2 - 0.03)],
          [x * (width / 2 - 0.05), foot + 0.01, z * (depth / 2 - 0.05)],
          0.009,
          0.015,
        ),
      ),
    ),
  ]);
  return pieceOf("nightstand", groups);
}
