import type { Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { bookRow } from "./books.ts";
import { type Finish, mix, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, moved, pieceOf } from "./kit/piece.ts";
import { bar, turned } from "./kit/shapes.ts";

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
    moved(filled(f, width - 0.06, step, depth), 0, 0.082 + i * step),
  ).flat();
  const back = open
    ? []
    : [block(width - 0.02, height - 0.06, 0.008).translate(0, height / 2 + 0.02, -depth / 2 + 0.008)];
  return pieceOf("bookcase", [
    [open ? f.metal : f.cabinet, sides],
    [open ? f.wood : f.cabinet, boards, back],
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
      groups.push(...moved(bookRow(f, run, Math.min(0.27, high - 0.06)), x + run / 2, 0, -depth * 0.08));
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
