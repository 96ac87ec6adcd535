import type { Material, Piece, Rgb } from "@image-staging/tracer/scene";
import type { BufferGeometry } from "three";
import { type Finish, mix, type Size } from "./finish.ts";
import { block } from "./kit/block.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { ball, bar, disc, hoop } from "./kit/shapes.ts";
import { surface } from "./kit/surface.ts";
import { threads } from "./kit/threads.ts";
import { rgb } from "./styles.ts";

/** A rug's colours: the ground first. Patterns that a renderer must know: trellis, kilim, persian, stripe, jute, abstract, distressed, framed. */
function paletteOf(f: Finish): readonly [Rgb, ...Rgb[]] {
  const { pale, dark, accent, spark, second, main } = f.scheme;
  switch (f.preset.rug) {
    case "kilim":
      return [mix(pale, main, 0.3), mix(spark, dark, 0.2), mix(accent, pale, 0.15), dark];
    case "persian":
      return [
        mix(accent, dark, 0.45),
        mix(spark, dark, 0.15),
        mix(pale, accent, 0.3),
        mix(second, pale, 0.3),
      ];
    case "distressed":
      return [mix(accent, pale, 0.5), mix(dark, accent, 0.3), mix(mix(spark, dark, 0.35), pale, 0.2)];
    case "framed":
      return [mix(pale, main, 0.7), mix(main, dark, 0.12), mix(spark, pale, 0.2)];
    case "abstract":
      return [mix(pale, main, 0.35), mix(second, main, 0.4), mix(dark, main, 0.45), mix(accent, main, 0.55)];
    case "stripe":
      return [pale, mix(accent, pale, 0.25)];
    case "jute":
      return [rgb("#b5a68d"), rgb("#a08f74")];
    default:
      return [mix(pale, main, 0.45), mix(dark, pale, 0.35)];
  }
}

/** Flat weaves: the others have pile. */
const woven: readonly string[] = ["kilim", "jute", "stripe"];

/** A rug: a thin sheet with uneven edges, a border if the style has one, and fringes at the short sides. */
export function rug(f: Finish, { width, depth }: Size): Piece {
  const palette = paletteOf(f);
  const round = Math.abs(width - depth) < 0.001;
  const material: Material = { kind: "textile", pattern: f.preset.rug, palette, seed: 1 };
  if (round) return pieceOf("rug", [[material, disc(width / 2, 0.012, 0.005)]]);
  const thick = woven.includes(f.preset.rug) ? 0.009 : 0.017;
  const groups: Group[] = [[material, pile(width, depth, thick)]];
  const border =
    Math.min(1, depth / 1.8) * ({ persian: 0.16, distressed: 0.19, framed: 0.03 }[f.preset.rug] ?? 0);
  if (border) {
    const [ground, first = ground, line = ground] = palette;
    const strip: Material =
      f.preset.rug === "framed"
        ? { kind: "textile", pattern: "plain", palette: [line], seed: 2 }
        : { ...material, palette: [mix(first, ground, 0.3), ground, line], seed: 2 };

    groups.push(
      [strip, edges(width, depth, 0.05, border, thick + 0.0006)],
      [
        { kind: "textile", pattern: "plain", palette: [line], seed: 3 },
        edges(width, depth, f.preset.rug === "framed" ? 0.13 : 0.05 + border, 0.02, thick + 0.0008),
      ],
    );
  }
  if (["trellis", "kilim", "persian", "distressed"].includes(f.preset.rug)) {
    const count = Math.round(depth / 0.022);
    const lines = Array.from({ length: count }, (_, i) => {
      const z = ((i + 0.5) / count - 0.5) * depth;
      const reach = 0.045 + f.random() * 0.014;
      return [-1, 1].map((side) => {
        const root = [side * (width / 2 - 0.004), 0.006, z] as const;
        return [root, [side * (width / 2 + reach), 0.003, z + (f.random() - 0.5) * 0.02]] as const;
      });
    }).flat();
    groups.push([
      { kind: "textile", pattern: "plain", palette: [mix(palette[0], rgb("#efe6d4"), 0.6)], seed: 4 },
      threads(lines),
    ]);
  }
  return pieceOf("rug", groups);
}

/** A carpet's body: flat, with an edge that is rounded and a centimetre off straight. */
function pile(width: number, depth: number, thick: number): BufferGeometry {
  const [columns, rows] = [Math.ceil(width / 0.1), Math.ceil(depth / 0.1)];
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  // From the middle outwards: how far a ring lies beyond the edge, and its height. The inner ring keeps the top flat.
  const rings = [
    [-0.03, thick],
    [-0.006, thick],
    [0.002, thick * 0.62],
    [0.002, 0],
  ] as const;
  const waver = (value: number): number => 0.004 * Math.sin(value * 3.1 + 1) + 0.003 * Math.sin(value * 7.3);
  for (let j = -3; j <= rows + 3; j++)
    for (let i = -3; i <= columns + 3; i++) {
      const outside = Math.max(-Math.min(i, j, columns - i, rows - j), 0);
      const [grow, height] = rings[outside] ?? rings[3];
      const x = (Math.max(0, Math.min(columns, i)) / columns - 0.5) * (width + grow);
      const z = (Math.max(0, Math.min(rows, j)) / rows - 0.5) * (depth + grow);
      const [px, pz] = [
        x + (Math.abs(x) / width) * 2 * waver(z),
        z + (Math.abs(z) / depth) * 2 * waver(x + 5),
      ];
      positions.push(px, height, pz);
      uvs.push(x, z);
      const stride = columns + 7;
      const a = (j + 3) * stride + i + 3;
      if (i < columns + 3 && j < rows + 3)
        indices.push(a, a + stride, a + 1, a + 1, a + stride, a + stride + 1);
    }
  return surface(positions, uvs, indices);
}

function edges(width: number, depth: number, inset: number, strip: number, height: number): BufferGeometry[] {
  const [w, d] = [width - inset * 2, depth - inset * 2];
  return [
    ...[-1, 1].map((s) =>
      block(w, 0.001, strip, { radius: 0.0002 }).translate(0, height, s * (d / 2 - strip / 2)),
    ),
    ...[-1, 1].map((s) =>
      block(strip, 0.001, d - strip * 2, { radius: 0.0002 }).translate(s * (w / 2 - strip / 2), height, 0),
    ),
  ];
}

/** A pair of curtains on a rod of this width: they hang at the sides of a window of three quarters of it. */
export function curtains(f: Finish, size: Size): Piece {
  const { height } = size;
  const panel = Math.min(0.5, Math.max(0.2, size.width * 0.16));
  const width = size.width - panel * 1.6 - 0.05;
  const cloth = [-1, 1].map((side) =>
    hanging(panel, height - 0.03, side * 1.3 + 2).translate(side * (width / 2 + panel * 0.25), 0, 0),
  );
  const rail = height - 0.005;
  return pieceOf("curtains", [
    [{ kind: "fabric", color: mix(f.scheme.pale, f.scheme.second, 0.18), weave: "linen", seed: 8 }, cloth],
    [
      f.metal,
      bar([-width / 2 - panel * 0.8, rail, 0], [width / 2 + panel * 0.8, rail, 0], 0.011),
      ...[-1, 1].map((side) => ball(0.022, 14).translate(side * (width / 2 + panel * 0.8), rail, 0)),
      Array.from({ length: 14 }, (_, i) =>
        hoop(0.018, 0.0025)
          .rotateY(Math.PI / 2)
          .translate(
            (i < 7 ? -1 : 1) * (width / 2 + panel * 0.25) + ((i % 7) - 3) * panel * 0.14,
            rail - 0.006,
            0,
          ),
      ),
    ],
  ]);
}

/** One curtain: pleats that are tight at the rod and open out, a little unlike one another, with a stitched hem. */
function hanging(width: number, height: number, seed: number): BufferGeometry {
  const [columns, rows] = [90, 40];
  const pleats = Math.round(width / 0.085);
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= rows; row++) {
    const t = row / rows;
    for (let column = 0; column <= columns; column++) {
      const s = column / columns;
      const phase =
        s * pleats * Math.PI * 2 + 0.7 * Math.sin(s * 9 + seed) + 0.5 * Math.sin(t * 2.4 + s * 5 + seed);
      const deep = (0.02 + 0.028 * t) * (0.75 + 0.35 * Math.sin(s * 7 + seed * 2));
      const z = deep * Math.sin(phase) + 0.012 * t * Math.sin(phase * 0.5 + seed);
      const x = (s - 0.5) * width * (0.86 + 0.2 * t) + 0.008 * Math.cos(phase) * t;
      positions.push(x, height * (1 - t), z);
      uvs.push(s * width * 1.9, height * (1 - t));
      const a = row * (columns + 1) + column;
      if (row < rows && column < columns)
        indices.push(a, a + columns + 1, a + 1, a + 1, a + columns + 1, a + columns + 2);
    }
  }
  return surface(positions, uvs, indices);
}
