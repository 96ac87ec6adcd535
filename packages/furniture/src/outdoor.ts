import type { Material, Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { leaning, scatter, seatCushion } from "./cushions.ts";
import { type Finish, fabric, mix, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { pieceOf } from "./kit/piece.ts";
import { bar, disc, hoop, rod } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

const teak: Material = { kind: "wood", color: rgb("#a3754a"), grain: 0.5, gloss: 0.1 };
const wicker: Material = { kind: "rattan", color: rgb("#a58d6c") };
/** What outdoor furniture is framed with. */
export const frameOf = (f: Finish): Material => (f.preset.legs === "metal" ? f.metal : teak);

/** A weatherproof sofa: slatted frame (metal or teak) or wicker tub, thick cushions. */
export function outdoorSofa(f: Finish, { width, depth }: Size): Piece {
  const cover = fabric(mix(f.scheme.pale, f.scheme.main, 0.4), "linen", 41);
  const woven = f.preset.coffee === "hoop" || f.preset.coffee === "plinth" || f.preset.coffee === "trestle";
  const shapes: BufferGeometry[] = [block(width - 0.06, 0.05, depth - 0.06).translate(0, 0.24, 0)];
  const [x0, z0] = [width / 2 - 0.035, depth / 2 - 0.035];
  for (const x of [-x0, x0]) {
    shapes.push(
      ...[-z0, z0].map((z) => block(0.05, 0.6, 0.05).translate(x, 0.3, z)),
      block(0.06, 0.03, depth).translate(x, 0.6, 0),
    );
    if (!woven)
      shapes.push(...[0.34, 0.43, 0.52].map((y) => block(0.02, 0.045, depth - 0.1).translate(x, y, 0)));
  }
  const slats = woven
    ? []
    : [0.36, 0.47, 0.58].map((y) => block(width - 0.1, 0.05, 0.02).translate(0, y, -z0));
  shapes.push(block(width, 0.03, 0.06).translate(0, 0.64, -z0));
  const panels = woven
    ? [
        ...[-x0, x0].map((x) => block(0.03, 0.33, depth - 0.08).translate(x, 0.42, 0)),
        block(width - 0.08, 0.36, 0.03).translate(0, 0.43, -z0),
      ]
    : [];
  const room = width - 0.16;
  const count = Math.max(1, Math.round(room / 0.72));
  const cushions = Array.from({ length: count }, (_, i) => {
    const x = ((i + 0.5) / count - 0.5) * room;
    return [
      seatCushion(f, { width: room / count, height: 0.16, depth: depth - 0.14 }, [x, 0.34, 0.03]),
      leaning("back", { width: room / count, height: 0.42, depth: 0.2 }, [x, 0.4, -depth / 2 + 0.2], {
        lean: 0.2,
      }),
    ];
  }).flat();
  return pieceOf("outdoorSofa", [
    [frameOf(f), shapes, slats],
    [wicker, panels],
    [cover, cushions],
    ...(count > 1 ? scatter(f, room, 0.43, -depth / 2 + 0.22) : []),
  ]);
}

export const outdoorArmchair = (f: Finish, size: Size): Piece => ({
  ...outdoorSofa(f, size),
  kind: "outdoorArmchair",
});

/** A slatted low table. */
export function outdoorTable(f: Finish, { width, depth, height }: Size): Piece {
  const slats = Array.from({ length: Math.round(depth / 0.085) }, (_, i, all = Math.round(depth / 0.085)) =>
    block(width, 0.022, depth / all - 0.008).translate(0, height - 0.011, ((i + 0.5) / all - 0.5) * depth),
  );
  const legs = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) =>
      block(0.045, height - 0.02, 0.045).translate(
        x * (width / 2 - 0.04),
        (height - 0.02) / 2,
        z * (depth / 2 - 0.04),
      ),
    ),
  );
  return pieceOf("outdoorTable", [
    [teak, slats],
    [
      frameOf(f),
      legs,
      ...[-1, 1].map((x) =>
        block(0.03, 0.04, depth - 0.08).translate(x * (width / 2 - 0.04), height - 0.045, 0),
      ),
    ],
  ]);
}

/** A small round table on one foot, for a balcony. */
export function bistroTable(f: Finish, { width, height }: Size): Piece {
  const r = width / 2;
  const top = f.preset.legs === "metal" ? f.metal : teak;
  const feet = [0, 1, 2].map((i) =>
    rod(
      [
        [0, 0.16, 0],
        [Math.cos(i * 2.094) * r * 0.4, 0.1, Math.sin(i * 2.094) * r * 0.4],
        [Math.cos(i * 2.094) * r * 0.72, 0.011, Math.sin(i * 2.094) * r * 0.72],
      ],
      0.01,
    ),
  );
  return pieceOf("bistroTable", [
    [top, disc(r, 0.02).translate(0, height - 0.02, 0)],
    [
      f.metal,
      feet,
      bar([0, 0.12, 0], [0, height - 0.02, 0], 0.013),
      hoop(r * 0.97, 0.009)
        .rotateX(Math.PI / 2)
        .translate(0, height - 0.022, 0),
    ],
  ]);
}

/** A folding chair with slats, for a balcony. */
export function bistroChair(f: Finish, { width, depth }: Size): Piece {
  const [x0, z0] = [width / 2 - 0.02, depth / 2 - 0.03];
  const sides = [-1, 1].flatMap((s) => [
    bar([s * x0, 0, z0], [s * x0, 0.84, -z0 - 0.02], 0.01),
    bar([s * (x0 - 0.025), 0, -z0], [s * (x0 - 0.025), 0.45, z0 - 0.02], 0.01),
  ]);
  const wood = f.preset.legs === "metal" ? f.wood : teak;
  const seat = Array.from({ length: 5 }, (_, i) =>
    block(width - 0.05, 0.014, 0.062, { radius: 0.005 }).translate(0, 0.455, z0 - 0.04 - i * 0.075),
  );
  const back = [0.66, 0.76].map((y) =>
    block(width - 0.03, 0.07, 0.014, { radius: 0.005 })
      .rotateX(-0.45)
      .translate(0, y, -z0 * ((y - 0.42) / 0.42) + 0.02),
  );
  const pad = seatCushion(f, { width: width - 0.07, height: 0.05, depth: depth - 0.12 }, [0, 0.485, 0]);
  return pieceOf("bistroChair", [
    [f.metal, sides],
    [wood, seat, back],
    [fabric(f.scheme.accent, "linen", 6), pad],
  ]);
}
