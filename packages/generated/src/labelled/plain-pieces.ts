import { block } from "@image-staging/furniture/kit/block";
import { between, pick, type Random } from "@image-staging/picture/random";
import type { Material, Part, Piece, Rgb } from "@image-staging/tracer/scene";
import { whitish } from "./colours.ts";
import { cloth, fabric, wood } from "./materials.ts";
import { chance, weighted } from "./random.ts";
import { partOf } from "./shapes.ts";

/** Plain cloth as bedspreads and covers have it: one colour, often near white, or stripes. */
const cover = (random: Random): Material =>
  weighted<() => Material>(random, [
    [0.35, () => ({ kind: "fabric", color: whitish(random, 0.5, 0.85), weave: "cotton", seed: 1 })],
    [0.35, () => fabric(random, 0.6)],
    [0.2, () => stripes(random)],
    [0.1, () => cloth(random)],
  ])();

const stripes = (random: Random): Material => {
  const colour = (): Rgb => whitish(random, 0.05, 0.8);
  return {
    ...cloth(random),
    kind: "textile",
    pattern: pick(random, ["stripe", "ticking"]),
    palette: [colour(), colour(), colour(), colour(), colour()],
  };
};

type Box = readonly [x: number, y: number, z: number];

const soft = ([width, height, depth]: Box, [x, y, z]: Box, material: Material, radius = 0.05): Part =>
  partOf(
    block(width, height, depth, { radius, crown: [0, 0.015, 0], uneven: 0.006 }).translate(
      x,
      y + height / 2,
      z,
    ),
    material,
  );

const hard = ([width, height, depth]: Box, [x, y, z]: Box, material: Material): Part =>
  partOf(block(width, height, depth).translate(x, y + height / 2, z), material);

/** A low bed: a mattress on a plain base, with a spread over it and pillows, its head at the back. */
export function plainBed(random: Random): Piece {
  const [width, depth] = [between(random, 0.9, 1.8), between(random, 1.95, 2.15)];
  const base = between(random, 0.05, 0.32);
  const spread = cover(random);
  const parts = [
    hard([width, base, depth], [0, 0, 0], chance(random, 0.5) ? wood(random) : spread),
    soft([width - 0.02, 0.2, depth - 0.02], [0, base, 0], cover(random)),
    soft(
      [width + 0.06, between(random, 0.06, 0.25), depth * between(random, 0.6, 0.95)],
      [0, base + 0.08, depth * 0.04],
      spread,
    ),
  ];
  const top = base + 0.21;
  const pillows = width > 1.2 ? [-0.25, 0.25] : [0];
  const linen = chance(random, 0.5) ? cover(random) : spread;
  if (chance(random, 0.75))
    for (const share of pillows)
      parts.push(soft([0.6, 0.16, 0.4], [share * width, top, 0.25 - depth / 2], linen, 0.07));
  if (chance(random, 0.4))
    parts.push(hard([width, between(random, 0.5, 1), 0.05], [0, 0, -depth / 2], wood(random)));
  return { kind: "bed", parts, width, depth, height: base + 0.4 };
}

/** A plain sofa or day bed, of one cloth or striped, with upholstered or wooden arms. */
export function plainSofa(random: Random): Piece {
  const [width, depth, seat] = [
    between(random, 1.4, 2.4),
    between(random, 0.8, 1),
    between(random, 0.28, 0.42),
  ];
  const material = chance(random, 0.35) ? stripes(random) : cover(random);
  const arms = chance(random, 0.4) ? wood(random) : material;
  const wooden = arms !== material;
  const parts = [
    soft([width, seat - 0.08, depth], [0, 0.08, 0], material),
    soft([width, between(random, 0.35, 0.5), 0.2], [0, seat - 0.05, 0.1 - depth / 2], material, 0.07),
  ];
  const arm = wooden ? 0.08 : between(random, 0.12, 0.25);
  if (chance(random, 0.75))
    for (const side of [-1, 1])
      parts.push((wooden ? hard : soft)([arm, seat + 0.2, depth], [(side * (width + arm)) / 2, 0, 0], arms));
  if (chance(random, 0.5))
    parts.push(
      soft([0.45, 0.4, 0.14], [between(random, -0.4, 0.4) * width, seat, -0.15], cover(random), 0.06),
    );
  return { kind: "sofa", parts, width: width + 2 * arm, depth, height: seat + 0.5 };
}
