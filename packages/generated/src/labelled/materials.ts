import { between, pick, type Random } from "@image-staging/picture/random";
import type { Material, Rgb, WallName } from "@image-staging/tracer/scene";
import type { RoomPlan } from "../rooms/plan.ts";
import { anyColour, hsv, whitish, woodColour } from "./colours.ts";
import { chance, seedOf, weighted } from "./random.ts";

type Maker = (random: Random) => Material;

const cloths = [
  ...(["trellis", "stripe", "ticking", "check", "herringbone", "waves", "kilim"] as const),
  ...(["persian", "distressed", "abstract", "moroccan", "jute", "shag"] as const),
] as const;

export const paint = (color: Rgb, gloss = 0.05): Material => ({ kind: "paint", color, gloss });
export const dark: Material = paint([0.04, 0.04, 0.04]);
export const chrome: Material = { kind: "metal", color: [0.6, 0.6, 0.6], roughness: 0.3 };

/** A surface that shines by itself: what is lit outside of the room. */
export const glow = (color: Rgb, lit: number): Material => ({ kind: "shade", color, lit });

export const white = (random: Random, gloss = 0.3): Material => paint(whitish(random), gloss);

export const cloth: Maker = (random) => ({
  kind: "textile",
  pattern: cloths[Math.floor(random() * cloths.length)] ?? "stripe",
  palette: Array.from({ length: 5 }, () => anyColour(random)),
  seed: seedOf(random),
});

export const fabric = (random: Random, saturation = 0.8): Material => ({
  kind: "fabric",
  color: anyColour(random, saturation),
  weave: pick(random, ["linen", "velvet", "boucle", "knit", "cotton"]),
  seed: seedOf(random),
});

export const stone: Maker = (random) => ({
  kind: "stone",
  pattern: pick(random, ["marble", "travertine", "terrazzo", "concrete"]),
  color: anyColour(random, 0.4),
  vein: anyColour(random, 0.4),
  gloss: random() * 0.9,
});

export const wood: Maker = (random) => ({
  kind: "wood",
  color: woodColour(random),
  grain: random(),
  gloss: random() * 0.7,
  seed: seedOf(random),
});

export const brickwork: Maker = (random) => ({
  kind: "brick",
  color: chance(random, 0.28)
    ? hsv(0.1, 0.05, between(random, 0.6, 0.95))
    : hsv(between(random, 0, 0.1), between(random, 0.1, 0.7), between(random, 0.2, 0.85)),
  mortar: hsv(0.1, 0.1, between(random, 0.3, 0.9)),
  seed: seedOf(random),
});

export const tiling: Maker = (random) => ({
  kind: "floor",
  pattern: "tiles",
  color: chance(random, 0.4) ? whitish(random) : anyColour(random, 0.35),
  gap: anyColour(random, 0.1),
  gloss: random() * 0.95,
  seed: seedOf(random),
});

export const carpet = (random: Random, saturation = 0.5): Material => ({
  kind: "floor",
  pattern: "carpet",
  color: chance(random, 0.5)
    ? hsv(between(random, 0.03, 0.14), random() * 0.25, between(random, 0.3, 0.9))
    : anyColour(random, saturation),
  gap: [0, 0, 0],
  gloss: 0,
  seed: seedOf(random),
});

const metal: Maker = (random) => ({
  kind: "metal",
  color: anyColour(random, 0.3),
  roughness: between(random, 0.1, 0.7),
});

const leather: Maker = (random) => ({ kind: "leather", color: anyColour(random), seed: seedOf(random) });

const art: Maker = (random) => ({
  kind: "art",
  design: pick(random, ["abstract", "lines", "shapes"]),
  palette: Array.from({ length: 4 }, () => anyColour(random)),
  seed: seedOf(random),
});

const painted: Maker = (random) => paint(anyColour(random), random() * 0.6);

const anyKind: readonly (readonly [number, Maker])[] = [
  ...([
    [0.2, fabric],
    [0.18, cloth],
    [0.2, wood],
    [0.06, stone],
    [0.06, metal],
  ] as const),
  ...([
    [0.06, leather],
    [0.04, art],
    [0.2, painted],
  ] as const),
];

/** Whatever a thing in a room may be made of. */
export const anyMaterial: Maker = (random) => weighted(random, anyKind)(random);

/** Paint of a cupboard, door or surround: white, wood or a colour. */
export const joinery = (random: Random, saturation = 0.5): Material =>
  weighted(random, [
    [0.5, () => white(random)],
    [0.25, () => wood(random)],
    [0.25, () => paint(anyColour(random, saturation), 0.3)],
  ])();

/** The paint of a wall, or a pale grey if it is not painted. */
export function wallPaint({ finishes }: RoomPlan, wall: WallName): Material {
  const material = finishes.walls[wall];
  return material.kind === "paint" ? material : paint([0.7, 0.7, 0.68]);
}
