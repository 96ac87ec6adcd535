import type { Material, Piece } from "../scene.ts";
import { type Finish, mix, type Size } from "./finish.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { ball, bar, disc, hoop, rod, turned } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

const linen: Material = { kind: "shade", color: rgb("#f3ead9"), lit: 0 };
const opal: Material = { kind: "shade", color: rgb("#f7f3ea"), lit: 0 };

/** A drum shade that is open below and above: both its sides are there, so that light does not leak. */
const drum = (low: number, high: number, height: number) =>
  turned(
    [
      [low - 0.004, 0.001],
      [low, 0],
      [high, height],
      [high - 0.004, height],
      [low - 0.004, 0.001],
    ],
    { segments: 48 },
  );

/** A folded paper lantern: ribs every 3 cm. */
function lantern(radius: number, squash: number) {
  const points = Array.from({ length: 49 }, (_, i) => {
    const angle = -Math.PI / 2 + (i / 48) * Math.PI;
    const rib = 1 + (i % 2 === 0 ? 0 : -0.018);
    return [Math.max(0.03, Math.cos(angle) * radius * rib), Math.sin(angle) * radius * squash] as const;
  });
  return turned(points, { segments: 48 });
}

/** A woven bell of rods over a pale lining. */
function woven(f: Finish, radius: number, height: number): Group[] {
  const rods = Array.from({ length: 34 }, (_, i) => {
    const a = (i / 34) * Math.PI * 2;
    const at = (r: number, y: number) => [Math.cos(a) * r, y, Math.sin(a) * r] as const;
    return rod(
      [
        at(radius, 0),
        at(radius * 0.94, height * 0.35),
        at(radius * 0.66, height * 0.75),
        at(radius * 0.16, height),
      ],
      0.0045,
    );
  });
  const rings = [
    [1, 0],
    [0.95, 0.3],
    [0.8, 0.6],
    [0.5, 0.86],
    [0.17, 1],
  ].map(([r = 1, y = 0]) =>
    hoop(radius * r, 0.007)
      .rotateX(Math.PI / 2)
      .translate(0, y * height, 0),
  );
  const lining = turned(
    [
      [radius * 0.97, 0.004],
      [radius * 0.91, height * 0.35],
      [radius * 0.63, height * 0.75],
      [radius * 0.14, height],
    ],
    { smooth: true },
  );
  return [
    [f.wood, rods, rings],
    [{ kind: "rattan", color: mix(rgb("#c79a5c"), rgb("#ffffff"), 0.15) }, lining],
  ];
}

/** A standing lamp in the style's shape. */
export function floorLamp(f: Finish, { width, height }: Size): Piece {
  const forms: Record<Finish["preset"]["lamp"], () => Group[]> = {
    tripod: () => [
      [
        f.wood,
        [0, 1, 2].map((i) =>
          bar(
            [Math.cos(i * 2.094 + 0.5) * width * 0.42, 0, Math.sin(i * 2.094 + 0.5) * width * 0.42],
            [Math.cos(i * 2.094 + 0.5) * 0.025, height - 0.27, Math.sin(i * 2.094 + 0.5) * 0.025],
            0.012,
            0.015,
          ),
        ),
      ],
      [f.metal, bar([0, height - 0.3, 0], [0, height - 0.22, 0], 0.02)],
      [linen, drum(width * 0.46, width * 0.36, 0.28).translate(0, height - 0.28, 0)],
    ],
    arc: () => [
      [
        f.metal,
        disc(0.17, 0.03),
        rod(
          [
            [0, 0.02, 0],
            [0, height * 0.6, 0],
            [-0.01, height * 0.86, 0],
            [width * 0.25, height - 0.02, 0],
            [width * 0.62, height - 0.12, 0],
            [width * 0.72, height - 0.22, 0],
          ],
          0.011,
        ),
        turned(
          [
            [0.15, 0],
            [0.14, 0.06],
            [0.09, 0.13],
            [0.02, 0.16],
          ],
          { smooth: true },
        ).translate(width * 0.72, height - 0.36, 0),
      ],
      [opal, ball(0.07).translate(width * 0.72, height - 0.34, 0)],
    ],
    dome: () => [
      [
        f.metal,
        disc(0.16, 0.022),
        rod(
          [
            [0, 0.02, 0],
            [0, height * 0.5, 0],
            [0, height * 0.88, 0],
            [0.05, height - 0.03, 0],
            [0.16, height - 0.02, 0],
            [0.24, height - 0.08, 0],
          ],
          0.01,
        ),
        turned(
          [
            [0.13, 0],
            [0.125, 0.04],
            [0.085, 0.1],
            [0.025, 0.13],
          ],
          { smooth: true },
        )
          .rotateZ(0.35)
          .translate(0.25, height - 0.2, 0),
      ],
      [opal, ball(0.045).translate(0.26, height - 0.17, 0)],
    ],
    column: () => [
      [
        f.metal,
        disc(0.14, 0.02),
        bar([0, 0.02, 0], [0, height - 0.2, 0], 0.011),
        ball(0.022, 14).translate(0, height * 0.5, 0),
      ],
      [linen, drum(width * 0.46, width * 0.38, 0.27).translate(0, height - 0.27, 0)],
    ],
    paper: () => [
      [f.wood, disc(0.14, 0.03), bar([0, 0.02, 0], [0, height - 0.45, 0], 0.014)],
      [opal, lantern(width * 0.46, 1.15).translate(0, height - width * 0.53, 0)],
    ],
    rattan: () => [
      [
        f.wood,
        [0, 1, 2].map((i) =>
          bar(
            [Math.cos(i * 2.094 + 0.5) * width * 0.4, 0, Math.sin(i * 2.094 + 0.5) * width * 0.4],
            [Math.cos(i * 2.094 + 0.5) * 0.02, height - 0.3, Math.sin(i * 2.094 + 0.5) * 0.02],
            0.012,
            0.014,
          ),
        ),
      ],
      ...woven(f, width * 0.46, 0.28).map(
        ([m, ...s]): Group => [m, s.flat().map((g) => g.translate(0, height - 0.28, 0))],
      ),
    ],
    globe: () => [
      [
        f.metal,
        disc(0.15, 0.022),
        bar([0, 0.02, 0], [0, height - 0.26, 0], 0.01),
        disc(0.05, 0.02).translate(0, height - 0.27, 0),
      ],
      [opal, ball(0.13).translate(0, height - 0.13, 0)],
    ],
  };
  return pieceOf("floorLamp", forms[f.preset.lamp]());
}

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
