import type { Material, Piece } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { type Finish, mix, type Size } from "./finish.ts";
import { pieceOf } from "./kit/piece.ts";
import { disc, turned } from "./kit/shapes.ts";
import { potOf } from "./pots.ts";
import { branch, species } from "./species.ts";
import { rgb } from "./styles.ts";

const bark: Material = { kind: "wood", color: rgb("#6a5038"), grain: 0.6, gloss: 0.1 };

const greens: Readonly<Record<keyof typeof species, string>> = {
  fig: "#3f6135",
  olive: "#74805c",
  palm: "#4f7139",
  snake: "#5a7450",
  branch: "#6b7d52",
};

/** A plant in its pot; `height` includes the pot. */
export function plant(f: Finish, { width, height }: Size): Piece {
  const kind = f.preset.plant;
  const pot = Math.min(0.36, height * 0.26);
  const r = Math.min(width * 0.32, pot * 0.55);
  const { leaves, stems } = species[kind](height - pot * 0.9, f.random);
  const up = (shapes: BufferGeometry[]): BufferGeometry[] =>
    shapes.map((shape) => shape.translate(0, pot * 0.9, 0));
  const wide = Math.max(1, width * 1.05);
  return pieceOf("plant", [
    ...potOf(f, r, pot),
    [{ kind: "paint", color: rgb("#3b2c21"), gloss: 0 }, disc(r * 0.9, 0.01).translate(0, pot * 0.88, 0)],
    [
      { kind: "leaf", color: rgb(greens[kind]), seed: 1 },
      up(leaves).map((shape) => shape.scale(Math.min(1, wide), 1, Math.min(1, wide))),
    ],
    [bark, up(stems)],
  ]);
}

/** A vase with a few twigs: `height` includes the twigs. */
export function bouquet(f: Finish, { height }: Size): Piece {
  const tall = height * 0.45;
  const r = tall * 0.3;
  const { leaves, stems } = branch(height * 0.72, f.random);
  const up = (shapes: BufferGeometry[]): BufferGeometry[] =>
    shapes.map((shape) => shape.translate(0, tall * 0.62, 0));
  const color = f.preset.pot === "terracotta" ? rgb("#b4694a") : mix(f.scheme.pale, f.scheme.dark, 0.06);
  return pieceOf("bouquet", [
    [
      { kind: "ceramic", color, gloss: 0.35 },
      turned(
        [
          [r * 0.55, 0],
          [r * 0.98, tall * 0.22],
          [r, tall * 0.42],
          [r * 0.62, tall * 0.72],
          [r * 0.36, tall * 0.86],
          [r * 0.42, tall],
          [r * 0.34, tall * 0.99],
          [r * 0.3, tall * 0.8],
        ],
        { smooth: true },
      ),
    ],
    [{ kind: "leaf", color: rgb("#6f8360"), seed: 2 }, up(leaves)],
    [bark, up(stems)],
  ]);
}
