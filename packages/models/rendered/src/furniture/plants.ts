import { BufferGeometry, Float32BufferAttribute } from "three";
import type { Material, Piece } from "../scene.ts";
import { type Finish, mix, type Size } from "./finish.ts";
import { type Group, pieceOf } from "./kit/piece.ts";
import { between, type Random } from "./kit/random.ts";
import { disc, hoop, rod, turned } from "./kit/shapes.ts";
import { rgb } from "./styles.ts";

interface LeafShape {
  length: number;
  width: number;
  /** How much the tip droops, and how much both halves fold up. */
  droop: number;
  fold: number;
  /** Where along the leaf it is widest. */
  belly: number;
}

/** A leaf that starts at the origin and grows along +z, upper side up. */
function leaf({ length, width, droop, fold, belly }: LeafShape): BufferGeometry {
  const [along, across] = [8, 4];
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= along; i++) {
    const t = i / along;
    const shape = Math.sin(Math.PI * t ** (Math.log(0.5) / Math.log(belly))) ** 0.75;
    for (let j = 0; j <= across; j++) {
      const s = (j / across) * 2 - 1;
      const wave = 0.012 * Math.sin(t * 17 + s * 3) * Math.abs(s);
      positions.push(
        (s * shape * width) / 2,
        Math.abs(s) * fold * shape * width * 0.5 - droop * t * t * length + wave * length,
        t * length * (1 - droop * droop * 0.2),
      );
      uvs.push(s * 0.5 + 0.5, t);
      if (i < along && j < across) {
        const a = i * (across + 1) + j;
        indices.push(a, a + across + 1, a + 1, a + 1, a + across + 1, a + across + 2);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  return geometry;
}

/** A leaf turned to `heading` about y and lifted by `lift`, at a place. */
function leafAt(
  shape: LeafShape,
  at: readonly [number, number, number],
  heading: number,
  lift: number,
  roll = 0,
): BufferGeometry {
  return leaf(shape)
    .rotateZ(roll)
    .rotateX(-lift)
    .rotateY(heading)
    .translate(...at);
}

interface Greenery {
  leaves: BufferGeometry[];
  stems: BufferGeometry[];
}

/** Upright stems with large leaves all the way up (a rubber tree). */
function fig(height: number, random: Random): Greenery {
  const leaves: BufferGeometry[] = [];
  const stems: BufferGeometry[] = [];
  for (let stem = 0; stem < 3; stem++) {
    const heading = stem * 2.1 + random();
    const tall = height * between(random, 0.72, 1);
    const [dx, dz] = [Math.cos(heading) * 0.11, Math.sin(heading) * 0.11];
    const at = (t: number) =>
      [dx * (0.25 + t * 1.3) + Math.sin(t * 5 + stem) * 0.015, t * tall, dz * (0.25 + t * 1.3)] as const;
    stems.push(rod([at(0), at(0.35), at(0.7), at(0.97)], 0.008));
    const count = Math.round(tall * 15);
    for (let i = 0; i < count; i++) {
      const t = 0.16 + (0.82 * i) / count;
      const size = between(random, 0.19, 0.27) * (t > 0.9 ? 0.75 : 1);
      leaves.push(
        leafAt(
          { length: size, width: size * 0.52, droop: between(random, 0.12, 0.34), fold: 0.22, belly: 0.55 },
          at(t),
          i * 2.4 + heading,
          between(random, 0.1, 0.6) + (t > 0.88 ? 0.6 : 0),
          between(random, -0.25, 0.25),
        ),
      );
    }
  }
  return { leaves, stems };
}

/** A trunk with a loose crown of small leaves. */
function olive(height: number, random: Random): Greenery {
  const leaves: BufferGeometry[] = [];
  const fork = height * 0.4;
  const stems = [
    rod(
      [
        [0, 0, 0],
        [0.012, fork * 0.5, 0.01],
        [-0.01, fork, 0],
      ],
      0.016,
    ),
  ];
  for (let branch = 0; branch < 13; branch++) {
    const heading = branch * 2.4 + random() * 0.5;
    const reach = between(random, 0.14, 0.36);
    const high = height * between(random, 0.62, 1);
    const at = (t: number) =>
      [
        Math.cos(heading) * reach * t,
        fork * 0.9 + (high - fork * 0.9) * t ** 0.75,
        Math.sin(heading) * reach * t,
      ] as const;
    stems.push(rod([at(0), at(0.4), at(0.75), at(1)], 0.0055));
    for (let i = 0; i < 32; i++) {
      const t = 0.28 + (0.74 * i) / 32;
      const size = between(random, 0.05, 0.085);
      leaves.push(
        leafAt(
          { length: size, width: size * 0.27, droop: 0.1, fold: 0.1, belly: 0.5 },
          at(t),
          i * 2.1 + heading,
          between(random, -0.3, 1),
          random() * 2 - 1,
        ),
      );
    }
  }
  return { leaves, stems };
}

/** Arching fronds with many leaflets. */
function palm(height: number, random: Random): Greenery {
  const leaves: BufferGeometry[] = [];
  const stems: BufferGeometry[] = [];
  for (let frond = 0; frond < 13; frond++) {
    const heading = frond * 2.4 + random() * 0.4;
    const reach = between(random, 0.22, 0.55);
    const high = height * between(random, 0.62, 1);
    const at = (t: number) =>
      [
        Math.cos(heading) * reach * t ** 1.6,
        high * Math.sin(t * 1.75) ** 1.0 * 0.98,
        Math.sin(heading) * reach * t ** 1.6,
      ] as const;
    stems.push(rod([at(0), at(0.35), at(0.7), at(1)], 0.005));
    for (let i = 0; i < 15; i++) {
      const t = 0.3 + (0.7 * i) / 14;
      const size = 0.27 * (1 - Math.abs(t - 0.6)) + 0.03;
      for (const side of [-1, 1])
        leaves.push(
          leafAt(
            { length: size, width: 0.027, droop: 0.35, fold: 0.3, belly: 0.4 },
            at(t),
            Math.PI / 2 - heading + side * between(random, 0.7, 0.95),
            between(random, 0.1, 0.35),
          ),
        );
    }
  }
  return { leaves, stems };
}

/** Upright blades (a snake plant). */
function snake(height: number, random: Random): Greenery {
  const leaves = Array.from({ length: 17 }, (_, i) => {
    const heading = i * 2.4;
    const size = height * between(random, 0.55, 1);
    const r = 0.02 + 0.055 * Math.sqrt(i / 17);
    return leafAt(
      { length: size, width: 0.062, droop: -0.05, fold: 0.5, belly: 0.45 },
      [Math.cos(heading) * r, 0, Math.sin(heading) * r],
      Math.PI / 2 - heading,
      between(random, 1.25, 1.5),
      random() - 0.5,
    );
  });
  return { leaves, stems: [] };
}

/** A few bare branches with small leaves. */
function branch(height: number, random: Random): Greenery {
  const leaves: BufferGeometry[] = [];
  const stems: BufferGeometry[] = [];
  for (let i = 0; i < 7; i++) {
    const heading = i * 0.9 + random() * 0.5;
    const reach = between(random, 0.16, 0.42) * Math.min(1, height);
    const high = height * between(random, 0.7, 1);
    const at = (t: number) =>
      [
        Math.cos(heading) * reach * t ** 1.4 + Math.sin(t * 6 + i) * 0.015,
        high * t,
        Math.sin(heading) * reach * t ** 1.4,
      ] as const;
    stems.push(rod([at(0), at(0.35), at(0.65), at(1)], 0.0045));
    const count = 11;
    for (let k = 0; k < count; k++) {
      const t = 0.42 + (0.6 * k) / count;
      const size = between(random, 0.045, 0.08) * Math.min(1, 0.6 + height * 0.4);
      leaves.push(
        leafAt(
          { length: size, width: size * 0.6, droop: 0.15, fold: 0.15, belly: 0.5 },
          at(t),
          k * 2.4 + heading,
          between(random, 0, 0.9),
          random() - 0.5,
        ),
      );
    }
  }
  return { leaves, stems };
}

const species = { fig, olive, palm, snake, branch };
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

/** The style's pot, `radius` at its rim. */
function potOf(f: Finish, r: number, h: number): Group[] {
  const open = (profile: readonly (readonly [number, number])[]): BufferGeometry =>
    turned([...profile, [r * 0.93, h], [r * 0.9, h * 0.86]], { segments: 44 });
  switch (f.preset.pot) {
    case "basket":
      return [
        [
          { kind: "rattan", color: rgb("#b98d55") },
          turned(
            [
              [r * 0.8, 0],
              [r * 1.02, h * 0.3],
              [r * 1.06, h * 0.6],
              [r * 0.98, h * 0.97],
              [r * 0.92, h],
              [r * 0.9, h * 0.86],
            ],
            { smooth: true, segments: 44 },
          ),
          ...Array.from({ length: 9 }, (_, i) =>
            hoop(r * (0.9 + 0.15 * Math.sin(((i + 0.6) / 9) * 2.6)), 0.013)
              .rotateX(Math.PI / 2)
              .translate(0, ((i + 0.5) / 9) * h, 0),
          ),
        ],
      ];
    case "terracotta":
      return [
        [
          { kind: "ceramic", color: rgb("#b4694a"), gloss: 0.05 },
          open([
            [r * 0.66, 0],
            [r * 0.9, h * 0.8],
            [r * 1.02, h * 0.81],
            [r * 1.03, h],
          ]),
        ],
      ];
    case "concrete":
      return [
        [
          { kind: "stone", pattern: "concrete", color: rgb("#8d8c89"), vein: rgb("#6f6e6c"), gloss: 0.05 },
          open([
            [r * 0.92, 0],
            [r, h * 0.02],
            [r, h],
          ]),
        ],
      ];
    case "footed":
      return [
        [
          { kind: "ceramic", color: mix(f.scheme.pale, rgb("#ffffff"), 0.3), gloss: 0.5 },
          turned(
            [
              [r * 0.5, h * 0.16],
              [r * 0.92, h * 0.34],
              [r, h * 0.7],
              [r, h],
              [r * 0.93, h],
              [r * 0.9, h * 0.86],
            ],
            { segments: 44 },
          ),
        ],
        [
          f.metal,
          [0, 1, 2].map((i) =>
            rod(
              [
                [Math.cos(i * 2.094) * r * 0.8, 0, Math.sin(i * 2.094) * r * 0.8],
                [Math.cos(i * 2.094) * r * 0.84, h * 0.2, Math.sin(i * 2.094) * r * 0.84],
                [Math.cos(i * 2.094) * r * 1.01, h * 0.5, Math.sin(i * 2.094) * r * 1.01],
              ],
              0.008,
            ),
          ),
          hoop(r * 1.005, 0.008)
            .rotateX(Math.PI / 2)
            .translate(0, h * 0.5, 0),
        ],
      ];
    case "stoneware":
      return [
        [
          { kind: "ceramic", color: mix(f.scheme.dark, f.scheme.second, 0.55), gloss: 0.12 },
          turned(
            [
              [r * 0.62, 0],
              [r * 0.98, h * 0.32],
              [r * 1.06, h * 0.62],
              [r * 0.9, h * 0.94],
              [r * 0.95, h],
              [r * 0.88, h],
              [r * 0.86, h * 0.86],
            ],
            { smooth: true, segments: 44 },
          ),
        ],
      ];
    default:
      return [
        [
          { kind: "ceramic", color: mix(f.scheme.pale, rgb("#ffffff"), 0.4), gloss: 0.2 },
          open([
            [r * 0.78, 0],
            [r, h * 0.5],
            [r, h],
          ]),
        ],
      ];
  }
}

/** A vase with a few twigs: `height` includes the twigs. */
export function bouquet(f: Finish, { height }: Size): Piece {
  const tall = height * 0.45;
  const r = tall * 0.3;
  const { leaves, stems } = branch(height * 0.72, f.random);
  const up = (shapes: BufferGeometry[]): BufferGeometry[] =>
    shapes.map((shape) => shape.translate(0, tall * 0.62, 0));
  const color =
    f.preset.pot === "terracotta"
      ? rgb("#b4694a")
      : mix(f.scheme.pale, f.scheme.dark, f.preset.legs === "metal" ? 0.75 : 0.06);
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
