import type { Material, Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { black, type Finish, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { disc, hoop, turned } from "./kit/shapes.ts";
import { upright } from "./kit/uv.ts";
import { rgb } from "./styles.ts";

const oak: Material = { kind: "wood", color: rgb("#8a6238"), grain: 0.6, gloss: 0.15 };
const glass: Material = { kind: "paint", color: rgb("#141f16"), gloss: 0.75 };

/** A rack of square cells for bottles, most of them filled: their necks show at the front. */
export function wineRack(f: Finish, { width, depth, height }: Size): Piece {
  const columns = Math.max(3, Math.round(width / 0.115));
  const rows = Math.max(4, Math.round((height - 0.08) / 0.115));
  const [wide, high] = [(width - 0.03) / columns, (height - 0.08) / rows];
  const boards: BufferGeometry[] = [
    ...Array.from({ length: columns + 1 }, (_, i) =>
      block(0.012, height - 0.06, depth - 0.02).translate(
        (i - columns / 2) * wide,
        (height + 0.06) / 2 - 0.005,
        0,
      ),
    ),
    ...Array.from({ length: rows + 1 }, (_, i) =>
      block(width - 0.02, 0.012, depth - 0.02).translate(0, 0.07 + i * high, 0),
    ),
    block(width, 0.025, depth).translate(0, height - 0.0125, 0),
    block(width - 0.04, 0.06, depth - 0.06).translate(0, 0.03, -0.01),
    block(width - 0.02, height - 0.06, 0.008).translate(0, height / 2 + 0.03, -depth / 2 + 0.012),
  ];
  const bottles: BufferGeometry[] = [];
  const capsules: BufferGeometry[][] = [[], [], []];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (f.random() < 0.22) continue;
      const [x, y] = [(column + 0.5 - columns / 2) * wide, 0.078 + row * high + 0.036];
      const end = depth / 2 - 0.025 - f.random() * 0.015;
      bottles.push(
        bottle()
          .rotateX(Math.PI / 2)
          .translate(x, y, end - 0.3),
      );
      capsules[Math.floor(f.random() * 3)]?.push(
        disc(0.0155, 0.055, 0.002)
          .rotateX(Math.PI / 2)
          .translate(x, y, end - 0.052),
      );
    }
  const tones = ["#5a1f24", "#b39a5e", "#202124"];
  return pieceOf("wineRack", [
    [f.preset.legs === "metal" ? oak : f.wood, boards],
    [glass, bottles],
    ...capsules.map(
      (shapes, i) =>
        [{ kind: "paint", color: rgb(tones[i] ?? "#202124"), gloss: 0.4 } as Material, shapes] as const,
    ),
  ]);
}

/** A bottle of 30 cm, its neck up. */
const bottle = (): BufferGeometry =>
  turned(
    [
      [0, 0],
      [0.036, 0.002],
      [0.0365, 0.19],
      [0.028, 0.215],
      [0.0145, 0.235],
      [0.0145, 0.3],
      [0, 0.3],
    ],
    { segments: 14 },
  );

/** A cask stood upright as a table, with hoops and a head, two glasses and a bottle on it. */
export function cask(f: Finish, { width, height }: Size): Piece {
  const r = width / 2 - 0.012;
  const radiusAt = (part: number): number => r * (0.84 + 0.16 * Math.sin(part * Math.PI));
  const profile = Array.from({ length: 13 }, (_, i) => [radiusAt(i / 12), (i / 12) * height] as const);
  const body = turned(profile, { smooth: true, segments: 48 });
  const hoops = [0.03, 0.16, 0.3, 0.7, 0.84, 0.97].map((part) => {
    const [low, top] = [part - 0.022, part + 0.022];
    return turned(
      [
        [radiusAt(low) + 0.005, Math.max(0, low) * height],
        [radiusAt(top) + 0.005, Math.min(1, top) * height],
      ],
      { segments: 48 },
    );
  });
  const staves = Array.from({ length: 22 }, (_, i) => {
    const angle = (i / 22) * 2 * Math.PI;
    return block(0.004, height * 0.9, 0.002)
      .translate(0, height / 2, radiusAt(0) * 0.985)
      .rotateY(angle);
  });
  const head = disc(radiusAt(1) - 0.008, 0.02, 0.003).translate(0, height - 0.026, 0);
  const glassOf = (x: number, z: number) =>
    turned(
      [
        [0.034, 0],
        [0.006, 0.008],
        [0.004, 0.09],
        [0.036, 0.13],
        [0.038, 0.16],
        [0.031, 0.2],
      ],
      { smooth: true, segments: 24 },
    ).translate(x, height - 0.005, z);
  return pieceOf("cask", [
    [oak, upright(body), staves, head],
    [
      f.preset.legs === "metal" ? f.metal : black,
      hoops,
      hoop(radiusAt(1), 0.005)
        .rotateX(Math.PI / 2)
        .translate(0, height - 0.004, 0),
    ],
    [glass, bottle().translate(-r * 0.28, height - 0.006, -r * 0.2)],
    [{ kind: "glass", tint: [0.97, 0.98, 0.98] }, glassOf(r * 0.2, r * 0.25), glassOf(r * 0.42, -r * 0.12)],
  ]);
}
