import type { Material, Piece } from "@image-staging/tracer/scene";
import { type Finish, mix, type Size } from "./finish.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { ball, bar, disc, turned } from "./kit/shapes.ts";
import { drum, lantern, linen, opal, woven } from "./shades.ts";

/** A lamp for nightstands, desks and sideboards. */
export function tableLamp(f: Finish, { width, height }: Size): Piece {
  const r = width / 2;
  const shade: Group = [linen, drum(r, r * 0.78, height * 0.42).translate(0, height * 0.58, 0)];
  const glazed: Material =
    f.preset.legs === "metal" && f.preset.weave === "velvet"
      ? f.metal
      : { kind: "ceramic", color: mix(f.scheme.pale, f.scheme.second, 0.5), gloss: 0.5 };
  const forms: Partial<Record<Finish["preset"]["lamp"], Group[]>> = {
    dome: [
      [
        f.metal,
        disc(r * 0.8, 0.016),
        bar([0, 0.01, 0], [-r * 0.5, height * 0.55, 0], 0.007),
        bar([-r * 0.5, height * 0.55, 0], [r * 0.3, height * 0.95, 0], 0.007),
        turned(
          [
            [r * 0.6, 0],
            [r * 0.5, 0.05],
            [r * 0.2, 0.09],
          ],
          { smooth: true },
        )
          .rotateZ(0.5)
          .translate(r * 0.4, height * 0.86, 0),
      ],
    ],
    paper: [
      [f.wood, disc(r * 0.5, 0.02), bar([0, 0.01, 0], [0, height * 0.4, 0], 0.01)],
      [opal, lantern(r, 0.9).translate(0, height - r * 0.9, 0)],
    ],
    globe: [
      [
        f.metal,
        disc(r * 0.6, 0.018),
        bar([0, 0.01, 0], [0, height * 0.55, 0], 0.009),
        disc(r * 0.4, 0.014).translate(0, height * 0.52, 0),
      ],
      [opal, ball(height * 0.21).translate(0, height * 0.78, 0)],
    ],
    arc: [
      [
        glazed,
        turned([
          [r * 0.6, 0],
          [r * 0.62, height * 0.5],
          [r * 0.5, height * 0.53],
          [0.01, height * 0.54],
        ]),
      ],
      [opal, ball(r * 0.8).translate(0, height * 0.76, 0)],
    ],
  };
  const vase: Group[] = [
    [
      glazed,
      turned(
        [
          [r * 0.4, 0],
          [r * 0.6, height * 0.14],
          [r * 0.56, height * 0.3],
          [r * 0.22, height * 0.5],
          [r * 0.12, height * 0.56],
        ],
        { smooth: true },
      ),
    ],
    [f.metal, bar([0, height * 0.55, 0], [0, height * 0.62, 0], 0.008)],
    shade,
  ];
  return pieceOf("tableLamp", forms[f.preset.lamp] ?? vase);
}

/** A hanging lamp with `height` from the ceiling to its lower edge. */
export function pendant(f: Finish, { width, height }: Size): Piece {
  const r = width / 2;
  const cord = (top: number): Group => [
    f.metal,
    bar([0, top, 0], [0, height, 0], 0.004),
    disc(0.05, 0.02).translate(0, height - 0.02, 0),
  ];
  const forms: Record<Finish["preset"]["lamp"], () => Group[]> = {
    rattan: () => [...woven(f, r, width * 0.55), cord(width * 0.55)],
    paper: () => [[opal, lantern(r, 0.78).translate(0, r * 0.78, 0)], cord(r * 1.5)],
    globe: () => [[opal, ball(r * 0.6).translate(0, r * 0.6, 0)], cord(r * 1.15)],
    column: () => [[linen, drum(r, r * 0.9, width * 0.42)], cord(width * 0.3)],
    tripod: () => [
      [
        { kind: "paint", color: f.scheme.pale, gloss: 0.2 },
        turned(
          [
            [r, 0],
            [r * 0.96, width * 0.1],
            [r * 0.5, width * 0.34],
            [0.03, width * 0.42],
          ],
          { smooth: true },
        ),
      ],
      [opal, ball(r * 0.3).translate(0, width * 0.12, 0)],
      cord(width * 0.4),
    ],
    arc: () => [
      [
        f.metal,
        turned(
          [
            [r, 0],
            [r * 0.98, width * 0.08],
            [r * 0.6, width * 0.3],
            [0.03, width * 0.36],
          ],
          { smooth: true },
        ),
      ],
      [opal, ball(r * 0.3).translate(0, width * 0.1, 0)],
      cord(width * 0.35),
    ],
    dome: () => [
      [
        f.metal,
        turned(
          [
            [r, 0],
            [r * 0.9, width * 0.16],
            [r * 0.3, width * 0.36],
            [0.03, width * 0.46],
          ],
          { smooth: true },
        ),
      ],
      [opal, ball(r * 0.26).translate(0, width * 0.1, 0)],
      cord(width * 0.44),
    ],
  };
  return pieceOf("pendant", forms[f.preset.lamp]());
}
