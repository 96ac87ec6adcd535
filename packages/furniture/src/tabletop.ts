import type { Material, Piece } from "@image-staging/tracer/scene";
import { black, type Finish, mix, type Size, steel } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { ball, bar, disc, turned } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

/** A shallow bowl, with fruit in the styles country and mediterranean. */
export function bowl(f: Finish, { width }: Size): Piece {
  const r = width / 2;
  const h = width * 0.27;
  const wooden = f.preset.legs === "wood" && f.preset.pot !== "footed";
  const material: Material =
    wooden && f.preset.pot === "basket"
      ? f.wood
      : { kind: "ceramic", color: mix(f.scheme.spark, f.scheme.pale, 0.4), gloss: 0.35 };
  const groups: Group[] = [
    [
      material,
      turned(
        [
          [r * 0.4, 0],
          [r * 0.46, h * 0.06],
          [r * 0.8, h * 0.45],
          [r, h],
          [r * 0.96, h],
          [r * 0.74, h * 0.48],
          [r * 0.3, h * 0.16],
          [0, h * 0.14],
        ],
        { smooth: true },
      ),
    ],
  ];
  if (f.preset.pot === "terracotta" || f.preset.pot === "stoneware") {
    const fruit: Material = {
      kind: "leaf",
      color: rgb(f.preset.pot === "terracotta" ? "#d99a2b" : "#7e8f3d"),
      seed: 9,
    };
    groups.push([
      fruit,
      Array.from({ length: 5 }, (_, i) =>
        ball(0.036, 18).translate(
          Math.cos(i * 1.4) * r * 0.42 * (i ? 1 : 0),
          h * 0.62 + (i ? 0 : 0.03),
          Math.sin(i * 1.4) * r * 0.42,
        ),
      ),
    ]);
  }
  return pieceOf("bowl", groups);
}

/** A tray with two candles. */
export function tray(f: Finish, { width, depth }: Size): Piece {
  const wax: Material = { kind: "ceramic", color: rgb("#efe7d8"), gloss: 0.15 };
  return pieceOf("tray", [
    [
      f.preset.legs === "metal" ? f.metal : f.wood,
      block(width, 0.012, depth, { radius: 0.004 }).translate(0, 0.008, 0),
      ...[-1, 1].map((s) => block(0.008, 0.028, depth).translate(s * (width / 2 - 0.004), 0.016, 0)),
      ...[-1, 1].map((s) => block(width, 0.028, 0.008).translate(0, 0.016, s * (depth / 2 - 0.004))),
    ],
    [
      wax,
      turned([
        [0.032, 0.014],
        [0.032, 0.105],
        [0.026, 0.11],
        [0, 0.104],
      ]).translate(-width * 0.22, 0, 0),
      turned([
        [0.03, 0.014],
        [0.03, 0.07],
        [0.025, 0.074],
        [0, 0.07],
      ]).translate(-width * 0.02, 0, depth * 0.15),
    ],
    [
      { kind: "ceramic", color: mix(f.scheme.dark, f.scheme.pale, 0.2), gloss: 0.4 },
      turned(
        [
          [0.025, 0.014],
          [0.045, 0.05],
          [0.03, 0.09],
          [0.018, 0.12],
          [0.022, 0.13],
        ],
        { smooth: true },
      ).translate(width * 0.25, 0, -depth * 0.05),
    ],
  ]);
}

/** Plate, napkin, glass and cutlery for one; the guest sits towards +z. */
export function setting(f: Finish): Piece {
  const plate: Material = { kind: "ceramic", color: mix(f.scheme.pale, rgb("#ffffff"), 0.4), gloss: 0.6 };
  const glass: Material = { kind: "glass", tint: [0.97, 0.98, 0.98] };
  const dish = (r: number, y: number) =>
    turned(
      [
        [r * 0.6, y],
        [r * 0.62, y + 0.004],
        [r, y + 0.014],
        [r * 0.985, y + 0.016],
        [r * 0.62, y + 0.007],
        [0, y + 0.007],
      ],
      { segments: 40 },
    );
  return pieceOf("setting", [
    [
      { kind: "fabric", color: mix(f.scheme.second, f.scheme.pale, 0.35), weave: "linen", seed: 4 },
      disc(0.175, 0.003),
    ],
    [plate, dish(0.135, 0.003), dish(0.098, 0.012)],
    [
      steel,
      block(0.014, 0.002, 0.19, { radius: 0.001 }).translate(0.165, 0.005, 0),
      block(0.02, 0.002, 0.18, { radius: 0.001 }).translate(-0.165, 0.005, 0),
    ],
    [
      glass,
      turned(
        [
          [0.032, 0.003],
          [0.03, 0.006],
          [0.005, 0.012],
          [0.004, 0.085],
          [0.03, 0.105],
          [0.04, 0.15],
          [0.034, 0.19],
        ],
        { smooth: true, segments: 28 },
      ).translate(0.14, 0, -0.15),
    ],
  ]);
}

/** An open laptop; its screen faces +z. */
export function laptop(): Piece {
  const grey: Material = { kind: "metal", color: rgb("#b9bbbe"), roughness: 0.4 };
  const [w, d] = [0.33, 0.23];
  const opened = 1.85;
  return pieceOf(
    "laptop",
    [
      [
        grey,
        block(w, 0.014, d, { radius: 0.005 }).translate(0, 0.007, 0),
        block(w, 0.008, d, { radius: 0.004 })
          .translate(0, 0, d / 2)
          .rotateX(-opened)
          .translate(0, 0.012, -d / 2),
      ],
      [
        { kind: "paint", color: rgb("#17191d"), gloss: 0.7 },
        block(w - 0.014, 0.002, d - 0.016, { radius: 0.001 })
          .translate(0, -0.0048, d / 2)
          .rotateX(-opened)
          .translate(0, 0.012, -d / 2),
        block(w - 0.05, 0.001, d * 0.42).translate(0, 0.0143, -d * 0.18),
      ],
    ],
    true,
  );
}

/** A pot of pencils and a notebook. */
export function deskThings(f: Finish): Piece {
  const pencils = Array.from({ length: 5 }, (_, i) =>
    bar(
      [Math.cos(i * 1.3) * 0.012, 0.02, Math.sin(i * 1.3) * 0.012],
      [Math.cos(i * 1.3) * 0.032, 0.155 + i * 0.006, Math.sin(i * 1.3) * 0.032],
      0.0035,
    ),
  );
  return pieceOf("deskThings", [
    [
      { kind: "ceramic", color: mix(f.scheme.accent, f.scheme.pale, 0.4), gloss: 0.3 },
      turned([
        [0.034, 0],
        [0.037, 0.1],
        [0.033, 0.1],
        [0.031, 0.02],
      ]),
    ],
    [f.wood, pencils],
    [black, block(0.15, 0.014, 0.21, { radius: 0.003 }).rotateY(0.15).translate(0.17, 0.007, 0.03)],
  ]);
}
