import type { Material, Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { foldedTowels } from "./bath.ts";
import { type Finish, fabric, mix, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, moved, pieceOf } from "./kit/piece.ts";
import { bar } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

const woven: Material = { kind: "rattan", color: rgb("#b58f5e") };

/** An open shelf with four boards: baskets, boxes with lids and folded towels, for rooms that store. */
export function shelving(f: Finish, { width, depth, height }: Size): Piece {
  const levels = Math.max(3, Math.round(height / 0.45));
  const step = (height - 0.14) / (levels - 1);
  const boardAt = (level: number): number => 0.12 + level * step;
  const posts = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      bar(
        [x * (width / 2 - 0.014), 0, z * (depth / 2 - 0.014)],
        [x * (width / 2 - 0.014), height, z * (depth / 2 - 0.014)],
        0.013,
        0.013,
        true,
      ),
    ),
  );
  const braces = [-1, 1].map((x) =>
    bar(
      [x * (width / 2 - 0.014), 0.12, -depth / 2 + 0.014],
      [x * (width / 2 - 0.014), height, depth / 2 - 0.014],
      0.005,
    ),
  );
  const boards = Array.from({ length: levels }, (_, i) =>
    block(width - 0.01, 0.022, depth - 0.01).translate(0, boardAt(i), 0),
  );
  const stored = Array.from({ length: levels - 1 }, (_, i) =>
    moved(
      contents(f, { width: width - 0.08, depth: depth - 0.06, height: step - 0.05 }, i),
      0,
      boardAt(i) + 0.011,
    ),
  ).flat();
  const frame = f.preset.legs === "metal" ? f.metal : f.wood;
  return pieceOf("shelving", [[frame, posts, braces], [f.wood, boards], ...stored]);
}

/** What stands on one board: baskets below, boxes and towels above. */
function contents(f: Finish, { width, depth, height }: Size, level: number): Group[] {
  const count = Math.max(2, Math.round(width / 0.36));
  const each = width / count;
  const groups: Group[] = [];
  const lid = mix(f.scheme.dark, f.scheme.pale, 0.15);
  for (let i = 0; i < count; i++) {
    const x = (i + 0.5) * each - width / 2;
    const [wide, deep] = [each - 0.05, depth - 0.02];
    const tall = Math.min(0.24, height * 0.8);
    const choice = (i + level * 2) % 4;
    if (level === 0 || choice === 1) groups.push([woven, ...basket(wide, tall, deep, x)]);
    else if (choice === 3) {
      const size = { width: Math.min(0.32, wide), depth: Math.min(0.26, deep), height: Math.min(0.2, tall) };
      groups.push(...moved(foldedTowels(f, size), x, 0));
    } else {
      const color = [f.scheme.accent, f.scheme.pale, f.scheme.second][(i + level) % 3] ?? f.scheme.pale;
      groups.push(
        [
          fabric(mix(color, f.scheme.pale, 0.25), "linen", 70 + i),
          block(wide, tall * 0.82, deep, { radius: 0.008 }).translate(x, tall * 0.41, 0),
        ],
        [
          { kind: "paint", color: lid, gloss: 0.15 },
          block(wide + 0.008, tall * 0.18, deep + 0.008, { radius: 0.006 }).translate(x, tall * 0.9, 0),
        ],
      );
    }
  }
  return groups;
}

/** An open basket: four sides with a rim. */
function basket(width: number, height: number, depth: number, x: number): BufferGeometry[] {
  const rims = [-1, 1].flatMap((side) => [
    block(width, 0.018, 0.018, { radius: 0.008 }).translate(x, height, (side * depth) / 2 - side * 0.009),
    block(0.018, 0.018, depth, { radius: 0.008 }).translate(x + (side * width) / 2 - side * 0.009, height, 0),
  ]);
  return [block(width - 0.008, height, depth - 0.008, { radius: 0.02 }).translate(x, height / 2, 0), ...rims];
}
