import type { Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import type { Finish, Size } from "./finish.ts";
import { fronts } from "./fronts.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

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
      f.cabinet,
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

/** The height of a unit of a width with its television. */
export const mediaHeight = (width: number): number => low + screenHeight(width);
/** Metres up to a television's lower edge, which stands 7 cm over its unit. */
const low = 0.55;
const screenWidth = (width: number): number => Math.min(1.45, width * 0.72);
const screenHeight = (width: number): number => screenWidth(width) * 0.58;

/** A low unit with a television. */
export function mediaUnit(f: Finish, { width, depth, height }: Size): Piece {
  const [screen, tall] = [screenWidth(width), screenHeight(width)];
  const size = { width, depth, height: height - tall - 0.07 };
  const unit = cabinet(f, "mediaUnit", size, Math.max(3, Math.round(width / 0.5)));
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
  return { ...unit, parts: [...unit.parts, ...television.parts], height };
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
      f.cabinet,
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
