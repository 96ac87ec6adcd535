import type { Material, Piece } from "../scene.ts";
import { marble, splayed, travertine } from "./coffee-table.ts";
import type { Finish, Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, disc, hoop, turned } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

/** A side table beside a seat. */
export function sideTable(f: Finish, { width, height }: Size): Piece {
  const r = width / 2;
  const stem: Group[] = [
    [f.metal, disc(r * 0.66, 0.014), bar([0, 0.01, 0], [0, height - 0.02, 0], 0.011)],
    [f.wood, disc(r, 0.022).translate(0, height - 0.022, 0)],
  ];
  const forms: Partial<Record<Finish["preset"]["coffee"], Group[]>> = {
    round: [[f.wood, disc(r, 0.022).translate(0, height - 0.022, 0), splayed(r, height, 3)]],
    hoop: [
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
    trestle: [
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
    plinth: [
      [
        travertine,
        turned([
          [r * 0.8, 0],
          [r * 0.8, height - 0.03],
        ]),
        disc(r, 0.03).translate(0, height - 0.03, 0),
      ],
    ],
    drum: [
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
    tulip: [
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
    block: [
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
  return pieceOf("sideTable", forms[f.preset.coffee] ?? stem);
}

/** A nightstand with two drawers (or one and an open shelf). */
export function nightstand(f: Finish, { width, depth, height }: Size): Piece {
  const legs = f.preset.legs === "metal" ? f.metal : f.wood;
  const painted: Material =
    f.preset.bed === "country" || f.preset.bed === "arch"
      ? { kind: "paint", color: f.scheme.pale, gloss: 0.3 }
      : f.wood;
  const open = f.preset.bed === "platform" || f.preset.bed === "spindle" || f.preset.bed === "steel";
  const foot = f.preset.bed === "platform" ? 0.04 : 0.15;
  const body = height - foot;
  const groups: Group[] = [];
  if (open) {
    groups.push([
      painted,
      ...[foot + 0.01, height - 0.01].map((y) => block(width, 0.02, depth).translate(0, y, 0)),
      ...[-1, 1].map((x) => block(0.02, body, depth).translate(x * (width / 2 - 0.01), foot + body / 2, 0)),
      block(width, body, 0.01).translate(0, foot + body / 2, -depth / 2 + 0.01),
      drawer(width, body * 0.45, depth).translate(0, height - body * 0.25, 0),
    ]);
  } else {
    groups.push([
      painted,
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

const drawer = (width: number, height: number, depth: number) =>
  block(width - 0.024, height, 0.018, { radius: 0.003 }).translate(0, 0, depth / 2 - 0.008);

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
