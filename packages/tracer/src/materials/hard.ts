import type { Material } from "../scene.ts";
import { banded, fractal, hash2, kept, noise2, smoothstep } from "./noise.ts";
import type { Shader } from "./surface.ts";

type Kind<K extends Material["kind"]> = Extract<Material, { kind: K }>;

/** Width of the staves that boards are glued from, in metres. */
const staveWidth = 0.115;

/**
 * Staves along the grain (u), each cut from another tree: growth rings in long slow arches, streaks of 2 to 14 mm, and
 * fine pores.
 */
export function wood({ color, grain, gloss, seed = 0 }: Kind<"wood">): Shader {
  const roughness = 0.6 - 0.45 * gloss;
  return (surface, along, across, footprint) => {
    const stave = Math.floor(across / staveWidth + 0.31);
    const [chance, other] = [hash2(stave, 3, seed), hash2(stave, 4, seed)];
    const [u, v] = [along + 3.1 * other, across + 0.37 * chance];
    const warp = noise2(u * 0.8, v * 3, seed) * 0.035 + noise2(u * 3, v * 12, seed + 1) * 0.006;
    const uneven = noise2(0.5, v * 7, seed + 6) * 0.05 + noise2(0.5, v * 19, seed + 7) * 0.02;
    const phase = (v + warp + uneven) * 24;
    const ring = (1 - Math.abs(phase - Math.floor(phase) - 0.5) * 2) ** 3 * kept(40, footprint);
    const streak =
      banded(u * 0.03, v, 210, footprint, seed + 2) + 0.8 * banded(u * 0.03, v, 75, footprint, seed + 3);
    const pores = smoothstep(0.45, 0.85, banded(u * 0.05, v, 420, footprint, seed + 4));
    const slow = noise2(u * 0.6, v * 5, seed + 5);
    const own = 0.24 * (chance - 0.5);
    const tone = 1 + grain * (0.1 - 0.34 * ring + 0.26 * streak - 0.34 * pores + 0.24 * slow + own);
    surface.set(color, Math.max(0.2, tone));
    surface.g *= 1 + 0.02 * slow + 0.03 * (other - 0.5);
    surface.b *= 1 + 0.1 * (other - 0.5);
    surface.finish(0.04, roughness);
  };
}

export function metal({ color, roughness }: Kind<"metal">): Shader {
  return (surface) => {
    surface.set(color, 1);
    surface.finish(1, roughness);
    surface.metal = true;
  };
}

const stones: Record<Kind<"stone">["pattern"], (u: number, v: number, footprint: number) => number> = {
  marble: (u, v, footprint) => {
    const bend = fractal(u, v, 2.2, footprint, 11) * 0.55;
    const vein = Math.abs(Math.sin((u * 1.4 + v * 0.9 + bend) * 5.5));
    const fine = Math.abs(fractal(u + bend, v, 6, footprint, 12));
    return (
      0.85 * smoothstep(0.13, 0, vein) * (0.5 + fine) +
      0.25 * smoothstep(0.06, 0, fine) +
      0.1 * Math.abs(bend)
    );
  },
  travertine: (u, v, footprint) => {
    const layer = fractal(u * 0.12, v + 0.02 * noise2(u * 3, v * 3, 4), 14, footprint, 5);
    const pits = smoothstep(0.5, 0.75, banded(u * 0.4, v, 130, footprint, 6));
    return 0.35 + 0.6 * layer + 0.5 * pits;
  },
  terrazzo: (u, v, footprint) => {
    const [x, y] = [Math.floor(u * 70), Math.floor(v * 70)];
    const chip = noise2(u * 70, v * 70, 3) > 0.25 ? hash2(x >> 1, y >> 1, 8) : 0;
    return chip * kept(70, footprint);
  },
  concrete: (u, v, footprint) =>
    0.3 + 0.4 * fractal(u, v, 3, footprint, 9) + 0.1 * banded(u, v, 240, footprint, 10),
};

export function stone({ pattern, color, vein, gloss }: Kind<"stone">): Shader {
  const amount = stones[pattern];
  return (surface, u, v, footprint) => {
    surface.set(color, 1);
    surface.mix(vein, Math.min(1, Math.max(0, amount(u, v, footprint))));
    surface.finish(0.04, 0.7 - 0.62 * gloss);
  };
}

/** Ceramic and paint: one colour, slightly uneven. */
export function coat({ color, gloss }: Kind<"ceramic"> | Kind<"paint">): Shader {
  return (surface, u, v, footprint) => {
    surface.set(color, 1 + 0.012 * fractal(u, v, 7, footprint, 21));
    surface.finish(0.04, 0.85 - 0.8 * gloss);
  };
}

/** Strands over and under one another, 9 mm wide. */
export function rattan({ color }: Kind<"rattan">): Shader {
  return (surface, u, v, footprint) => {
    const [x, y] = [u * 110, v * 55];
    const over = (Math.floor(x) + Math.floor(y)) & 1;
    const across = over ? x - Math.floor(x) : y - Math.floor(y);
    const weave = (Math.sin(across * Math.PI) - 0.62) * kept(110, footprint);
    const strand = hash2(Math.floor(x), Math.floor(y), 31) - 0.5;
    surface.set(
      color,
      0.86 + 0.5 * weave + 0.14 * strand * kept(110, footprint) + 0.06 * noise2(u * 9, v * 9, 32),
    );
    surface.finish(0.03, 0.6);
  };
}

/** A midrib and side veins over a waxy blade: u along the leaf, v across it, in metres. */
export function leaf({ color, seed = 0 }: Kind<"leaf">): Shader {
  return (surface, u, v, footprint) => {
    const side = Math.abs(Math.sin((u - Math.abs(v) * 0.8) * 2 * Math.PI * 45)) * kept(90, footprint);
    surface.set(color, 0.95 + 0.1 * side + 0.16 * fractal(u, v, 12, footprint, seed));
    surface.finish(0.04, 0.42);
    surface.through = 0.35;
  };
}
