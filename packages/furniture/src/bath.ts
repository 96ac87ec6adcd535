import type { Material, Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { type Finish, fabric, linenWhite, mix, type Size, steel } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar, disc, hoop, rod, turned } from "./kit/shapes.ts";
import { upright } from "./kit/uv.ts";
import { rgb } from "./styles.ts";

/** A stool with a round seat on four splayed legs, for a bathroom or a sauna. */
export function stool(f: Finish, { width, height }: Size): Piece {
  const r = width / 2;
  const corners = [45, 135, 225, 315].map((angle) => (angle * Math.PI) / 180);
  const at = (angle: number, radius: number, y: number): [number, number, number] => [
    Math.cos(angle) * radius,
    y,
    Math.sin(angle) * radius,
  ];
  const legs = corners.map((angle) =>
    bar(at(angle, r * 0.94, 0), at(angle, r * 0.6, height - 0.03), 0.014, 0.017),
  );
  const rails = corners.map((angle) =>
    bar(at(angle, r * 0.82, height * 0.36), at(angle + Math.PI / 2, r * 0.82, height * 0.36), 0.008),
  );
  return pieceOf("stool", [
    [f.wood, disc(r * 0.92, 0.032, 0.012).translate(0, height - 0.032, 0)],
    [f.preset.legs === "metal" ? f.metal : f.wood, legs, rails],
  ]);
}

/** Folded towels on one another: the folds show at the front. */
export const towels = (f: Finish, size: Size): Piece => pieceOf("towels", foldedTowels(f, size));

/** The shapes of `towels`, for what stores them. */
export function foldedTowels(f: Finish, { width, depth, height }: Size): Group[] {
  const count = Math.max(2, Math.round(height / 0.05));
  const each = height / count;
  const { pale, accent, second } = f.scheme;
  const tones = [mix(linenWhite, pale, 0.3), mix(accent, pale, 0.35), mix(linenWhite, second, 0.25)];
  return tones.map((tone, of): Group => {
    const shapes: BufferGeometry[] = [];
    for (let i = of; i < count; i += tones.length)
      for (const half of [0, 1])
        shapes.push(
          block(width * (0.97 - 0.02 * (i % 2)), each * 0.54, depth * (0.96 - 0.03 * ((i + 1) % 2)), {
            ...{ radius: each * 0.26, crown: [0, 0.003, 0.002], uneven: 0.003, seed: i * 2 + half },
          })
            .rotateY(0.03 * ((i % 3) - 1))
            .translate(0, (i + 0.27 + half * 0.46) * each, 0),
        );
    return [fabric(tone, "knit", 60 + of), shapes];
  });
}

const wicker: Material = { kind: "rattan", color: rgb("#b98d55") };

/** A tall woven basket with two handles, and linen over its rim. */
export function laundryBasket(f: Finish, { width, height }: Size): Piece {
  const r = width / 2 - 0.03;
  const rims = Array.from({ length: 11 }, (_, i) => {
    const part = (i + 0.5) / 11;
    return hoop(r * (0.86 + 0.14 * part), 0.011)
      .rotateX(Math.PI / 2)
      .translate(0, part * height, 0);
  });
  const handles = [-1, 1].map((side) =>
    rod(
      [
        [side * r * 0.97, height * 0.8, -0.07],
        [side * (r + 0.028), height * 0.86, -0.035],
        [side * (r + 0.028), height * 0.86, 0.035],
        [side * r * 0.97, height * 0.8, 0.07],
      ],
      0.009,
    ),
  );
  const body = turned(
    [
      [0, 0],
      [r * 0.86, 0],
      [r, height],
      [r * 0.95, height],
      [r * 0.92, height * 0.9],
    ],
    { segments: 44 },
  );
  const linen = turned(
    [
      [0, height * 0.99],
      [r * 0.5, height * 1.02],
      [r * 0.94, height * 1.0],
      [r * 1.03, height * 0.96],
      [r * 1.03, height * 0.82],
    ],
    { smooth: true, segments: 44 },
  );
  const cloth = fabric(mix(linenWhite, f.scheme.pale, 0.4), "linen", 63);
  return pieceOf("laundryBasket", [
    [wicker, upright(body), rims, handles],
    [cloth, linen],
  ]);
}

/** A bucket of staves with two hoops and a ladle, for a sauna. */
export function bucket(f: Finish, { width, height }: Size): Piece {
  const tall = height * 0.62;
  const r = width / 2 - 0.015;
  const timber: Material = { kind: "wood", color: rgb("#c9a06c"), grain: 0.5, gloss: 0.12 };
  const staves = Array.from({ length: 18 }, (_, i) => {
    const angle = (i / 18) * 2 * Math.PI;
    return block((2 * Math.PI * r) / 18 - 0.001, tall, 0.016, { radius: 0.003 })
      .rotateX(-0.06)
      .translate(0, tall / 2, r - 0.012)
      .rotateY(angle);
  });
  const hoops = [0.18, 0.78].map((part) =>
    hoop(r * (0.955 + 0.06 * part), 0.004)
      .rotateX(Math.PI / 2)
      .translate(0, tall * part, 0),
  );
  const handle = rod(
    [
      [-r * 0.98, tall * 0.94, 0],
      [-r * 0.75, height * 0.9, 0],
      [0, height, 0],
      [r * 0.75, height * 0.9, 0],
      [r * 0.98, tall * 0.94, 0],
    ],
    0.007,
  );
  const ladle = [
    bar([-r * 0.25, tall * 0.5, r * 0.1], [r * 0.72, height * 0.96, -r * 0.35], 0.008),
    disc(r * 0.8, 0.012).translate(0, 0.03, 0),
  ];
  return pieceOf("bucket", [
    [timber, staves, ladle],
    [f.preset.legs === "metal" ? f.metal : steel, hoops, handle],
  ]);
}
