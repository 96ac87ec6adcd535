import { between, pick, type Random } from "@image-staging/picture/random";
import type { Material, WallName } from "@image-staging/tracer/scene";
import type { Finishes } from "../rooms/finishes.ts";
import { anyColour, hsv, scaled, whitish, woodColour } from "./colours.ts";
import { sides } from "./draft.ts";
import { brickwork, carpet, cloth, paint, stone, tiling, white, wood } from "./materials.ts";
import { chance, seedOf, weighted } from "./random.ts";

type Walls = Record<WallName, Material>;

const onAll = (material: Material): Walls => ({
  back: material,
  left: material,
  right: material,
  front: material,
});

function boards(random: Random, share: number): Material {
  const color = chance(random, share) ? whitish(random, 0.7, 0.9) : woodColour(random);
  return {
    kind: "floor",
    pattern: "planks",
    color,
    gap: scaled(color, 0.15),
    gloss: 0.2,
    seed: seedOf(random),
  };
}

function wallsOf(random: Random, plain: Material): Walls {
  const whole = weighted<() => Material>(random, [
    [0.45, () => (plain.kind === "paint" ? plain : paint([0.7, 0.7, 0.68]))],
    [
      0.15,
      () => paint(hsv(between(random, 0.05, 0.15), between(random, 0.03, 0.4), between(random, 0.5, 0.95))),
    ],
    [0.32, () => paint(anyColour(random, 0.7))],
    [0.08, () => cloth(random)],
  ])();
  const walls = onAll(whole);
  if (chance(random, 0.22))
    walls[pick(random, sides)] = chance(random, 0.7) ? paint(anyColour(random)) : cloth(random);
  const special = () =>
    weighted(random, [
      [0.55, brickwork],
      [0.27, () => boards(random, 0.3)],
      [0.18, tiling],
    ])(random);
  const extent = random();
  if (extent < 0.13) walls[pick(random, sides)] = special();
  else if (extent < 0.16) return onAll(special());
  return walls;
}

function floorOf(random: Random, usual: Material): Material {
  const color = chance(random, 0.7) ? woodColour(random) : anyColour(random, 0.5);
  const gap = scaled(color, between(random, 0.15, 0.9));
  const pattern = chance(random, 0.75) ? "planks" : "herringbone";
  return weighted<() => Material>(random, [
    [0.18, () => usual],
    [0.3, () => ({ kind: "floor", pattern, color, gap, gloss: random() * 0.95, seed: seedOf(random) })],
    [0.24, () => carpet(random)],
    [0.15, () => tiling(random)],
    [0.07, () => stone(random)],
    [0.02, () => cloth(random)],
    [0.04, () => paint(anyColour(random, 0.4), random() * 0.8)],
  ])();
}

/** Draws what the surfaces are made of, from the room's usual finishes: far more kinds than listings show. */
export function variedFinishes(random: Random, usual: Finishes): Finishes {
  const walls = wallsOf(random, usual.walls.left);
  const tone = whitish(random, 0.72, 0.88);
  const sameAsWalls = () => (walls.front.kind === "paint" ? walls.front : paint(tone, 0));
  const trim = weighted<() => Material>(random, [
    [0.6, () => paint(tone, 0.35)],
    [0.22, () => wood(random)],
    [0.08, sameAsWalls],
    [0.1, () => paint(anyColour(random, 0.3), 0.4)],
  ])();
  const finishes: Finishes = {
    ...usual,
    walls,
    trim,
    floor: floorOf(random, usual.floor),
    door: weighted<() => Material>(random, [
      [0.45, () => trim],
      [0.27, () => wood(random)],
      [0.18, () => white(random)],
      [0.1, () => paint(anyColour(random, 0.5), 0.3)],
    ])(),
    ceiling: weighted<() => Material>(random, [
      [0.68, () => usual.ceiling],
      [0.08, () => paint(anyColour(random, 0.25), 0)],
      [0.14, sameAsWalls],
      [0.1, () => boards(random, 0.4)],
    ])(),
    skirting: chance(random, 0.82) ? between(random, 0.05, 0.22) : 0,
    crown: chance(random, 0.3) ? between(random, 0.04, 0.14) : 0,
  };
  return chance(random, 0.28) ? whiteOnWhite(random, finishes) : finishes;
}

/** Walls, ceiling and trim in nearly one white, mostly without a moulding between them. */
function whiteOnWhite(random: Random, finishes: Finishes): Finishes {
  const tone = whitish(random, 0.68, 0.9);
  const near = (spread: number) => paint(scaled(tone, between(random, 1 - spread, 1 + spread)), 0.05);
  return {
    ...finishes,
    walls: onAll(paint(tone)),
    ceiling: chance(random, 0.4) ? paint(tone) : near(0.06),
    trim: chance(random, 0.65) ? near(0.06) : finishes.trim,
    door: chance(random, 0.7) ? near(0.05) : finishes.door,
    crown: chance(random, 0.25) ? between(random, 0.04, 0.14) : 0,
  };
}
