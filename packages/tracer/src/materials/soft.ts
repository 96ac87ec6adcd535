import type { Material, Rgb } from "../scene.ts";
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
    1 + 0.08 * fractal(u, v, 3.5, footprint, seed) + 0.06 * banded(u, v, 400, footprint, seed + 1),
  boucle,
  knit,
};

/** Loops: cells of 9 mm, bright on top, dark between. */
function boucle(u: number, v: number, footprint: number, seed: number): number {
  const strength = kept(110, footprint);
  const slow =
    0.04 * banded(u, v, 70, footprint, seed + 7) + 0.012 * banded(u * 1.2, v, 23, footprint, seed + 8);
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
  const creased = { velvet: 0.5, boucle: 0.5, linen: 0.9, knit: 0.8, cotton: 0.6 }[weave];
  return (surface, u, v, footprint) => {
    surface.set(color, texture(u, v, footprint, seed));
    surface.finish(0, 1);
    surface.sheen = sheen;
    surface.tilt(
      creased * wrinkle(u, v, footprint, seed + 11),
      creased * wrinkle(u + 7.3, v + 3.1, footprint, seed + 12),
    );
  };
}

/** The slope of cloth that was sat on: soft hollows, and creases between them that keep their edges. */
function wrinkle(u: number, v: number, footprint: number, seed: number): number {
  const hollow = noise2(u * 4, v * 4, seed) + 0.5 * noise2(u * 9, v * 9, seed + 3);
  const crease = banded(u, v, 19, footprint, seed + 1);
  return 0.022 * hollow + 0.05 * crease * Math.abs(crease) + 0.045 * banded(u, v, 60, footprint, seed + 2);
}

export function leather({ color, seed = 0 }: Leather): Shader {
  const worn: Rgb = [color[0] * 1.4 + 0.015, color[1] * 1.35 + 0.012, color[2] * 1.28 + 0.01];
  return (surface, u, v, footprint) => {
    const pores = banded(u, v, 420, footprint, seed) * 0.07 + banded(u, v, 160, footprint, seed + 1) * 0.06;
    const slow = fractal(u, v, 3, footprint, seed + 2);
    const grain = banded(u, v, 42, footprint, seed + 3);
    // Creases are where noise changes its sign: thin lines that end.
    const fold = Math.abs(noise2(u * 9, v * 16, seed + 5) + 0.35 * noise2(u * 31, v * 31, seed + 6));
    const crease = Math.max(0, 1 - fold / 0.09) * kept(30, footprint);
    surface.set(color, 1 + pores + 0.05 * slow + 0.05 * grain - 0.1 * crease);
    surface.mix(worn, Math.max(0, slow + 0.15 * grain) * 0.3);
    surface.finish(0.05, 0.36 + 0.1 * pores + 0.08 * slow);
    surface.tilt(
      0.06 * noise2(u * 8, v * 8, seed + 7) + 0.12 * banded(u, v, 30, footprint, seed + 8) + 0.1 * crease,
      0.06 * noise2(u * 8, v * 8, seed + 9) + 0.12 * banded(u, v, 30, footprint, seed + 10),
    );
  };
}
