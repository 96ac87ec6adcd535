import { between, pick, type Random } from "@image-staging/picture/random";
import type { Material, Rgb, WallName } from "@image-staging/tracer/scene";

export interface Finishes {
  walls: Readonly<Record<WallName, Material>>;
  floor: Material;
  ceiling: Material;
  trim: Material;
  door: Material;
  /** Heights; 0 is none. */
  skirting: number;
  crown: number;
  lamp: "none" | "bowl" | "pendant" | "spots";
}

const wallColors: readonly [Rgb, ...Rgb[]] = [
  [0.8, 0.79, 0.775],
  [0.77, 0.76, 0.74],
  [0.74, 0.72, 0.69],
  [0.64, 0.64, 0.63],
  [0.6, 0.585, 0.56],
  [0.54, 0.56, 0.575],
  [0.57, 0.585, 0.56],
  [0.7, 0.665, 0.635],
];
const accents: readonly [Rgb, ...Rgb[]] = [
  [0.12, 0.16, 0.2],
  [0.2, 0.26, 0.2],
  [0.4, 0.22, 0.16],
  [0.28, 0.28, 0.29],
];
const woods: readonly [Rgb, ...Rgb[]] = [
  [0.5, 0.36, 0.22],
  [0.4, 0.27, 0.16],
  [0.3, 0.17, 0.09],
  [0.56, 0.46, 0.34],
  [0.36, 0.32, 0.28],
  [0.12, 0.06, 0.035],
];
const carpets: readonly [Rgb, ...Rgb[]] = [
  [0.55, 0.5, 0.43],
  [0.42, 0.41, 0.4],
  [0.32, 0.3, 0.29],
  [0.6, 0.57, 0.52],
];
const stones: readonly [Rgb, ...Rgb[]] = [
  [0.6, 0.57, 0.52],
  [0.42, 0.4, 0.38],
  [0.66, 0.64, 0.62],
  [0.5, 0.36, 0.26],
];

/** Draws the surfaces of a room. */
export function finishesOf(random: Random, seed: number): Finishes {
  const wall: Material = { kind: "paint", color: pick(random, wallColors), gloss: 0.05 };
  const white = between(random, 0.76, 0.86);
  const trimmed = random();
  const walls: Record<WallName, Material> = { back: wall, left: wall, right: wall, front: wall };
  const special = random();
  if (special < 0.14)
    walls[pick<WallName>(random, ["back", "left", "right"])] = { ...wall, color: pick(random, accents) };
  else if (special < 0.19)
    walls.back = { kind: "brick", color: [0.4, 0.2, 0.14], mortar: [0.5, 0.46, 0.42], seed };
  const wooden: Material = { kind: "wood", color: pick(random, woods), grain: 0.6, gloss: 0.4, seed };
  const painted: Material = { kind: "paint", color: [white, white, white * 0.985], gloss: 0.35 };
  return {
    walls,
    floor: floorOf(random, seed),
    ceiling: { kind: "paint", color: [white, white, white * 0.98], gloss: 0 },
    trim: trimmed < 0.8 ? painted : wooden,
    door: random() < 0.75 ? painted : wooden,
    skirting: random() < 0.9 ? between(random, 0.06, 0.16) : 0,
    crown: random() < 0.25 ? between(random, 0.05, 0.1) : 0,
    lamp: pick<Finishes["lamp"]>(random, ["none", "bowl", "pendant", "spots"]),
  };
}

function floorOf(random: Random, seed: number): Material {
  const kind = random();
  if (kind < 0.55) {
    const color = pick(random, woods);
    const pattern = random() < 0.82 ? "planks" : "herringbone";
    return {
      kind: "floor",
      pattern,
      color,
      gap: [color[0] * 0.3, color[1] * 0.3, color[2] * 0.3],
      gloss: between(random, 0.1, 0.85),
      seed,
    };
  }
  if (kind < 0.78)
    return { kind: "floor", pattern: "carpet", color: pick(random, carpets), gap: [0, 0, 0], gloss: 0, seed };
  return {
    kind: "floor",
    pattern: "tiles",
    color: pick(random, stones),
    gap: [0.4, 0.39, 0.37],
    gloss: between(random, 0.2, 0.9),
    seed,
  };
}
