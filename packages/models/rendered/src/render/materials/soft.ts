import type { Material, Rgb } from "../../scene.ts";
import { banded, fractal, hash2, kept, noise2 } from "./noise.ts";
import type { Shader } from "./surface.ts";

type Fabric = Extract<Material, { kind: "fabric" }>;
type Leather = Extract<Material, { kind: "leather" }>;

/**
 * Yarn as noise at 260, 88 and 34 a metre, mélange by yarn, and a slow drift: strong enough to read as cloth, too weak
 * to read as marble.
 */
export function yarn(u: number, v: number, footprint: number, seed: number): number {
  const fine =
    banded(u, v, 260, footprint, seed) + 0.8 * banded(u * 0.35, v * 1.6, 88 * 2, footprint, seed + 5);
  const middle =
    banded(u * 1.7, v * 0.6, 88, footprint, seed + 1) + banded(u * 0.6, v * 1.7, 88, footprint, seed + 2);
  const melange = banded(u, v, 34, footprint, seed + 3);
  const slubs = banded(u * 0.22, v, 64, footprint, seed + 6) + banded(u, v * 0.22, 64, footprint, seed + 7);
  return (
    1 +
    0.2 * (0.5 * fine + 0.35 * middle) +
    0.022 * slubs +
    0.03 * melange +
    0.035 * noise2(u * 2.3, v * 2.3, seed + 4)
  );
}

const weaves: Record<Fabric["weave"], (u: number, v: number, footprint: number, seed: number) => number> = {
  linen: (u, v, footprint, seed) => yarn(u, v, footprint, seed),
  cotton: (u, v, footprint, seed) => 1 + (yarn(u * 1.5, v * 1.5, footprint * 1.5, seed) - 1) * 0.4,
  velvet: (u, v, footprint, seed) =>
    1 + 0.14 * fractal(u, v, 3.5, footprint, seed) + 0.06 * banded(u, v, 400, footprint, seed + 1),
  boucle,
  knit,
};

/** Loops: cells of 9 mm, bright on top, dark between. */
function boucle(u: number, v: number, footprint: number, seed: number): number {
  const strength = kept(110, footprint);
  const slow = 0.05 * banded(u, v, 34, footprint, seed + 7);
  if (strength === 0) return 0.93 + slow;
  const [x, y] = [u * 110, v * 110];
  const [ix, iy] = [Math.floor(x), Math.floor(y)];
  let nearest = 1;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const cx = ix + dx + 0.2 + 0.6 * hash2(ix + dx, iy + dy, seed);
      const cy = iy + dy + 0.2 + 0.6 * hash2(ix + dx, iy + dy, seed + 1);
      nearest = Math.min(nearest, (x - cx) ** 2 + (y - cy) ** 2);
    }
  }
  return 0.93 + slow + strength * (0.17 - 0.5 * nearest);
}

/** Plaits of 22 mm. */
function knit(u: number, v: number, footprint: number, seed: number): number {
  const strength = kept(90, footprint);
  const column = u * 45;
  const lean = Math.abs(column - Math.round(column)) * 2;
  const stitch = Math.cos((v * 70 + lean * 0.9) * 2 * Math.PI);
  return yarn(u, v, footprint, seed) * (0.94 + strength * (0.09 * stitch - 0.16 * (1 - lean) ** 6));
}

export function fabric({ color, weave, seed = 0 }: Fabric): Shader {
  const texture = weaves[weave];
  const sheen = { velvet: 0.55, boucle: 0.12, linen: 0.08, knit: 0.1, cotton: 0.06 }[weave];
  return (surface, u, v, footprint) => {
    surface.set(color, texture(u, v, footprint, seed));
    surface.finish(0, 1);
    surface.sheen = sheen;
  };
}

export function leather({ color, seed = 0 }: Leather): Shader {
  const worn: Rgb = [color[0] * 1.25 + 0.01, color[1] * 1.2 + 0.008, color[2] * 1.15 + 0.006];
  return (surface, u, v, footprint) => {
    const pores = banded(u, v, 420, footprint, seed) * 0.07 + banded(u, v, 160, footprint, seed + 1) * 0.06;
    const slow = fractal(u, v, 3, footprint, seed + 2);
    const creases = Math.max(0, banded(u * 0.4, v, 26, footprint, seed + 5) - 0.35);
    surface.set(color, 1 + pores + 0.1 * slow - 0.25 * creases);
    surface.mix(worn, Math.max(0, slow) * 0.6);
    surface.finish(0.045, 0.4 + 0.15 * pores);
  };
}
