import type { Material, Piece } from "@image-staging/tracer/scene";
import { legs, top } from "./chair-legs.ts";
import type { Finish, Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { bar } from "./kit/shapes.ts";
import { wall } from "./kit/wall.ts";
import { bentwood, windsor, wishbone } from "./wooden-chairs.ts";
import { caned, ladder } from "./woven-chairs.ts";

/** A dining chair in the style's shape. */
export function chair(f: Finish, { width, depth }: Size): Piece {
  const forms: Record<Finish["preset"]["chair"], () => Group[]> = {
    shell: () => shell(f, width, depth),
    wishbone: () => wishbone(f, width, depth),
    cane: () => caned(f, width, depth),
    windsor: () => windsor(f, width, depth),
    steel: () => padded(f, width, depth, f.metal, { kind: "leather", color: f.scheme.main, seed: 9 }),
    ladder: () => ladder(f, width, depth),
    upholstered: () => padded(f, width, depth, f.metal, f.second),
    bentwood: () => bentwood(f, width, depth),
  };
  return pieceOf("chair", forms[f.preset.chair]());
}

/** Padded seat and back on thin legs; with metal it is the leather or velvet one. */
function padded(f: Finish, width: number, depth: number, leg: Material, cover: Material): Group[] {
  const [x0, z0] = [width / 2 - 0.03, depth / 2 - 0.03];
  const soft = { radius: 0.03, crown: 0.012, uneven: 0.002 };
  const seat = block(width - 0.02, 0.075, depth - 0.06, soft).translate(0, top - 0.035, 0.02);
  const curved = f.preset.chair === "upholstered";
  const back = curved
    ? wall(
        Array.from({ length: 11 }, (_, i) => {
          const angle = ((i / 10) * 1.1 - 0.05) * Math.PI;
          return {
            x: Math.cos(angle) * (x0 - 0.005),
            z: -Math.sin(angle) * (z0 - 0.03),
            bottom: top - 0.02 + 0.1 * Math.sin(angle),
            top: 0.6 + 0.25 * Math.max(0, Math.sin(angle)) ** 0.7,
            thickness: 0.055,
          };
        }),
        0.6,
      )
    : block(width - 0.03, 0.33, 0.055, { ...soft, crown: [0, 0.015, 0.012] })
        .rotateX(-0.13)
        .translate(0, 0.71, -z0 - 0.005);
  const frame = [
    ...legs(width, depth, top - 0.06, 0.013, 0.02),
    ...(curved
      ? []
      : [-1, 1].map((side) =>
          bar([side * (x0 - 0.05), top - 0.05, -z0 + 0.05], [side * (x0 - 0.06), 0.66, -z0 - 0.004], 0.009),
        )),
  ];
  return [
    [cover, seat, back],
    [leg, frame],
  ];
}

/** A moulded shell on slender legs. */
function shell(f: Finish, width: number, depth: number): Group[] {
  const [x0, z0] = [width / 2 - 0.03, depth / 2 - 0.04];
  const back = wall(
    Array.from({ length: 15 }, (_, i) => {
      const angle = ((i / 14) * 1.24 - 0.12) * Math.PI;
      const rise = Math.max(0, Math.sin(angle)) ** 0.9;
      return {
        x: Math.cos(angle) * x0,
        z: -Math.sin(angle) * z0,
        bottom: top - 0.05,
        top: 0.58 + 0.21 * rise,
        thickness: 0.035,
      };
    }),
    0.7,
  );
  const seat = block(width - 0.08, 0.07, depth - 0.07, { radius: 0.034, crown: 0.01 }).translate(
    0,
    top - 0.03,
    0.015,
  );
  const under = block(width - 0.16, 0.04, depth - 0.18, { radius: 0.018 }).translate(0, top - 0.075, 0);
  return [
    [f.second, back, seat],
    [f.preset.metal, under, legs(width, depth, top - 0.06, 0.014, 0.05)],
  ];
}
