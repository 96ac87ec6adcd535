import type { BufferGeometry } from "three";
import type { Material, Piece } from "../scene.ts";
import { bookRow } from "./books.ts";
import { type Finish, mix, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { ball, bar, turned } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

/** What a cabinet's body is made of: painted in bright styles, otherwise the style's wood. */
function caseOf(f: Finish): Material {
  const painted = f.preset.bed === "country" || f.preset.bed === "arch";
  return painted ? { kind: "paint", color: f.scheme.pale, gloss: 0.3 } : f.wood;
}

/** Fronts side by side: slatted, cane or plain, as the style has them. */
function fronts(f: Finish, width: number, height: number, z: number, count: number): Group[] {
  const each = width / count;
  const middle = (i: number): number => (i + 0.5) * each - width / 2;
  const doors = Array.from({ length: count }, (_, i) =>
    block(each - 0.006, height, 0.018, { radius: 0.003 }).translate(middle(i), 0, z),
  );
  const knobs = Array.from({ length: count }, (_, i) =>
    ball(0.011, 12).translate(middle(i) + (i % 2 === 0 ? 1 : -1) * (each / 2 - 0.035), 0, z + 0.02),
  );
  switch (f.preset.bed) {
    case "platform":
    case "panel": {
      const slats = Array.from(
        { length: Math.round(width / 0.028) },
        (_, i, all = Math.round(width / 0.028)) =>
          block(0.013, height, 0.014, { radius: 0.003 }).translate(
            ((i + 0.5) / all - 0.5) * width,
            0,
            z + 0.014,
          ),
      );
      return [[f.wood, doors, slats]];
    }
    case "rattan": {
      const frames = Array.from({ length: count }, (_, i) => [
        ...[-1, 1].map((s) => block(0.04, height, 0.02).translate(middle(i) + s * (each / 2 - 0.023), 0, z)),
        ...[-1, 1].map((s) =>
          block(each - 0.006, 0.04, 0.02).translate(middle(i), s * (height / 2 - 0.02), z),
        ),
      ]).flat();
      return [
        [f.wood, frames],
        [
          { kind: "rattan", color: [0.66, 0.5, 0.29] },
          block(width - 0.03, height - 0.03, 0.006).translate(0, 0, z - 0.004),
        ],
        [f.metal, knobs],
      ];
    }
    case "country":
    case "arch": {
      const panels = Array.from({ length: count }, (_, i) =>
        [-1, 1].flatMap((s) => [
          block(0.05, height, 0.012).translate(middle(i) + s * (each / 2 - 0.028), 0, z + 0.012),
          block(each - 0.006, 0.05, 0.012).translate(middle(i), s * (height / 2 - 0.025), z + 0.012),
        ]),
      ).flat();
      return [
        [caseOf(f), doors, panels],
        [f.metal, knobs.map((knob) => knob.translate(0, 0, 0.008))],
      ];
    }
    case "channel":
    case "tufted":
      return [
        [f.wood, doors],
        [
          f.metal,
          Array.from({ length: count }, (_, i) =>
            bar(
              [middle(i) + (i % 2 === 0 ? 1 : -1) * (each / 2 - 0.025), -height * 0.32, z + 0.018],
              [middle(i) + (i % 2 === 0 ? 1 : -1) * (each / 2 - 0.025), height * 0.32, z + 0.018],
              0.006,
            ),
          ),
        ],
      ];
    default:
      return [
        [f.wood, doors],
        [f.metal, knobs],
      ];
  }
}

function cabinet(f: Finish, kind: string, { width, depth, height }: Size, count: number): Piece {
  const foot = f.preset.bed === "platform" ? 0.06 : Math.min(0.17, height * 0.28);
  const body = height - foot;
  const legs = f.preset.legs === "metal" ? f.metal : f.wood;
  const [x0, z0] = [width / 2 - 0.08, depth / 2 - 0.05];
  const front = fronts(f, width - 0.05, body - 0.06, depth / 2 - 0.012, count).map(
    ([material, ...shapes]): Group => [
      material,
      ...shapes.map((shape) =>
        "translate" in shape
          ? shape.translate(0, foot + body / 2, 0)
          : shape.map((one) => one.translate(0, foot + body / 2, 0)),
      ),
    ],
  );
  return pieceOf(kind, [
    [
      caseOf(f),
      block(width, 0.025, depth, { radius: 0.005 }).translate(0, height - 0.0125, 0),
      block(width, 0.025, depth - 0.01).translate(0, foot + 0.0125, -0.005),
      ...[-1, 1].map((s) =>
        block(0.025, body, depth - 0.01).translate(s * (width / 2 - 0.0125), foot + body / 2, -0.005),
      ),
      block(width - 0.02, body - 0.02, depth - 0.05).translate(0, foot + body / 2, -0.02),
    ],
    ...front,
    [
      legs,
      [-1, 1].flatMap((x) =>
        [-1, 1].map((z) =>
          bar(
            [x * x0, 0, z * z0],
            [x * (x0 - 0.02), foot + 0.01, z * (z0 - 0.01)],
            0.012,
            0.018,
            f.preset.legs === "metal",
          ),
        ),
      ),
    ],
  ]);
}

export const sideboard = (f: Finish, size: Size): Piece =>
  cabinet(f, "sideboard", size, Math.max(2, Math.round(size.width / 0.45)));

export const wardrobe = (f: Finish, size: Size): Piece =>
  cabinet(f, "wardrobe", size, Math.max(2, Math.round(size.width / 0.5)));

/** A low unit with a television. */
export function mediaUnit(f: Finish, size: Size): Piece {
  const low = cabinet(f, "mediaUnit", size, Math.max(3, Math.round(size.width / 0.5)));
  const screen = Math.min(1.45, size.width * 0.72);
  const tall = screen * 0.58;
  const television = pieceOf(
    "television",
    [
      [
        { kind: "paint", color: rgb("#0c0d10"), gloss: 0.75 },
        block(screen, tall, 0.02, { radius: 0.004 }).translate(0, size.height + 0.07 + tall / 2, -0.04),
      ],
      [
        { kind: "paint", color: rgb("#1c1d20"), gloss: 0.3 },
        block(screen - 0.1, tall - 0.1, 0.03, { radius: 0.01 }).translate(
          0,
          size.height + 0.07 + tall / 2,
          -0.06,
        ),
        ...[-1, 1].map((s) =>
          bar(
            [s * screen * 0.3, size.height + 0.004, 0.06],
            [s * screen * 0.28, size.height + 0.09, -0.05],
            0.008,
          ),
        ),
        ...[-1, 1].map((s) =>
          bar(
            [s * screen * 0.3, size.height + 0.004, -0.14],
            [s * screen * 0.28, size.height + 0.09, -0.05],
            0.008,
          ),
        ),
      ],
    ],
    true,
  );
  return { ...low, parts: [...low.parts, ...television.parts], height: size.height + 0.07 + tall };
}

/** Chest of drawers. */
export function dresser(f: Finish, { width, depth, height }: Size): Piece {
  const foot = 0.13;
  const rows = 3;
  const each = (height - foot - 0.05) / rows;
  const columns = width > 0.95 ? 2 : 1;
  const drawers: BufferGeometry[] = [];
  const pulls: BufferGeometry[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [w, y] = [(width - 0.05) / columns, foot + 0.02 + (row + 0.5) * each];
      const x = (column + 0.5) * w - (w * columns) / 2;
      drawers.push(block(w - 0.008, each - 0.01, 0.018, { radius: 0.003 }).translate(x, y, depth / 2 - 0.01));
      pulls.push(bar([x - 0.07, y, depth / 2 + 0.014], [x + 0.07, y, depth / 2 + 0.014], 0.006));
    }
  const legs = f.preset.legs === "metal" ? f.metal : f.wood;
  return pieceOf("dresser", [
    [
      caseOf(f),
      block(width, height - foot, depth - 0.02, { radius: 0.006 }).translate(0, (height + foot) / 2, -0.01),
      drawers,
    ],
    [f.metal, pulls],
    [
      legs,
      [-1, 1].flatMap((x) =>
        [-1, 1].map((z) =>
          bar(
            [x * (width / 2 - 0.05), 0, z * (depth / 2 - 0.05)],
            [x * (width / 2 - 0.07), foot + 0.01, z * (depth / 2 - 0.06)],
            0.012,
            0.02,
          ),
        ),
      ),
    ],
  ]);
}

/** Shelves with books and a few things. */
export function bookcase(f: Finish, { width, depth, height }: Size): Piece {
  const open = f.preset.legs === "metal";
  const levels = Math.max(3, Math.round(height / 0.37));
  const step = (height - 0.1) / levels;
  const shelf = (y: number): BufferGeometry =>
    block(width - (open ? 0.01 : 0.03), 0.022, depth - 0.01).translate(0, y, 0);
  const boards = Array.from({ length: levels + 1 }, (_, i) => shelf(0.07 + i * step));
  const sides = [-1, 1].flatMap((x) =>
    open
      ? [-1, 1].map((z) =>
          bar(
            [x * (width / 2 - 0.01), 0, z * (depth / 2 - 0.012)],
            [x * (width / 2 - 0.01), height, z * (depth / 2 - 0.012)],
            0.011,
            0.011,
            true,
          ),
        )
      : [block(0.024, height, depth).translate(x * (width / 2 - 0.012), height / 2, 0)],
  );
  const contents = Array.from({ length: levels }, (_, i) =>
    filled(f, width - 0.06, step, depth).map(
      ([material, ...shapes]): Group => [
        material,
        shapes.flat().map((shape) => shape.translate(0, 0.082 + i * step, 0)),
      ],
    ),
  ).flat();
  const back = open
    ? []
    : [block(width - 0.02, height - 0.06, 0.008).translate(0, height / 2 + 0.02, -depth / 2 + 0.008)];
  return pieceOf("bookcase", [
    [open ? f.metal : caseOf(f), sides],
    [open ? f.wood : caseOf(f), boards, back],
    ...contents,
  ]);
}

/** One level: a row of books, something lying, something round. */
function filled(f: Finish, width: number, high: number, depth: number): Group[] {
  const groups: Group[] = [];
  let x = -width / 2 + 0.02;
  while (x < width / 2 - 0.12) {
    const left = width / 2 - x;
    const choice = f.random();
    if (choice < 0.5) {
      const run = Math.min(left - 0.02, 0.14 + f.random() * 0.26);
      groups.push(
        ...bookRow(f, run, Math.min(0.27, high - 0.06)).map(
          ([material, ...shapes]): Group => [
            material,
            shapes.flat().map((shape) => shape.translate(x + run / 2, 0, -depth * 0.08)),
          ],
        ),
      );
      x += run + 0.02;
    } else if (choice < 0.8) {
      const r = 0.05 + f.random() * 0.03;
      const tall = Math.min(high - 0.09, 0.1 + f.random() * 0.14);
      const tone =
        [f.scheme.pale, f.scheme.accent, f.scheme.dark, mix(f.scheme.second, f.scheme.pale, 0.3)][
          Math.floor(f.random() * 4)
        ] ?? f.scheme.pale;
      groups.push([
        { kind: "ceramic", color: tone, gloss: 0.3 },
        turned(
          [
            [r * 0.6, 0],
            [r, tall * 0.35],
            [r * 0.8, tall * 0.7],
            [r * 0.36, tall * 0.9],
            [r * 0.45, tall],
          ],
          { smooth: true, segments: 24 },
        ).translate(x + r + 0.03, 0, 0),
      ]);
      x += r * 2 + 0.07;
    } else x += 0.08 + f.random() * 0.1;
  }
  return groups;
}
