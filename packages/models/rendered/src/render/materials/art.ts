import type { Material, Rgb } from "../../scene.ts";
import { fractal, hash2, noise2, smoothstep } from "./noise.ts";
import type { Shader, Surface } from "./surface.ts";

type Art = Extract<Material, { kind: "art" }>;
type Design = (surface: Surface, u: number, v: number, palette: readonly Rgb[], seed: number, edge: number) => void;

const paper: Rgb = [0.8, 0.77, 0.71];
const ink: Rgb = [0.03, 0.03, 0.035];
const pick = (palette: readonly Rgb[], index: number): Rgb => palette[index % Math.max(1, palette.length)] ?? ink;
const inside = (distance: number, edge: number): number => 1 - smoothstep(-edge, edge, distance);

/** Designs by name over u and v from 0 to 1; a name that is not here is drawn as `shapes`. */
const designs: Record<string, Design> = {
  /** Round shapes with a few loose lines. */
  shapes: (surface, u, v, palette, seed, edge) => {
    surface.set(paper, 1);
    for (let i = 0; i < 3; i++) {
      const [x, y] = [0.3 + 0.4 * hash2(i, 1, seed), 0.25 + 0.5 * hash2(i, 2, seed)];
      const radius = 0.1 + 0.16 * hash2(i, 3, seed);
      const cut = hash2(i, 4, seed) > 0.5 && u < x ? 1 : 0;
      const distance = Math.hypot(u - x, (v - y) * 1.25) - radius;
      if (!cut) surface.mix(pick(palette, i), inside(distance, edge));
    }
    for (let i = 0; i < 2; i++) {
      const bend = hash2(i, 5, seed) * 2 - 1;
      const curve = 0.5 + bend * 0.3 * Math.sin((v + hash2(i, 6, seed)) * Math.PI) + (i - 0.5) * 0.25;
      if (v > 0.12 && v < 0.88) surface.mix(ink, inside(Math.abs(u - curve) - 0.006, edge));
    }
  },
  /** Hills one behind another under a sun. */
  landscape: (surface, u, v, palette, seed, edge) => {
    surface.set(paper, 0.95 + 0.1 * v);
    surface.mix(pick(palette, 0), inside(Math.hypot(u - 0.66, v - 0.7) - 0.1, edge));
    for (let i = 0; i < 4; i++) {
      const line = 0.56 - i * 0.13 + 0.09 * noise2(u * (2 + i), i * 7, seed);
      surface.mix(pick(palette, i + 1), inside(v - line, edge) * (0.9 + 0.1 * noise2(u * 30, v * 90, seed + i)));
    }
  },
  /** Poured paint with a gleam of metal. */
  fluid: (surface, u, v, palette, seed) => {
    const bend = fractal(u, v, 2, 0, seed) * 1.4;
    const value = fractal(u + bend, v - bend * 0.6, 1.6, 0, seed + 9);
    surface.set(pick(palette, 0), 1);
    surface.mix(pick(palette, 1), smoothstep(-0.12, 0, value));
    surface.mix(pick(palette, 2), smoothstep(0.1, 0.22, value));
    surface.mix(paper, smoothstep(0.3, 0.42, value) * 0.8);
  },
  /** Fields of colour with soft borders. */
  fields: (surface, u, v, palette, seed) => {
    surface.set(pick(palette, 0), 0.95 + 0.06 * fractal(u, v, 9, 0, seed));
    const frame = smoothstep(0.04, 0.1, Math.min(u, 1 - u));
    const split = 0.42 + 0.2 * hash2(1, 1, seed);
    const rough = 0.02 * noise2(u * 18, v * 18, seed + 1);
    const top = smoothstep(split + 0.02, split + 0.05, v + rough) * smoothstep(0.05, 0.09, 1 - v + rough);
    const bottom = smoothstep(0.05, 0.09, v + rough) * smoothstep(-0.02, 0.01, split - v + rough);
    surface.mix(pick(palette, 1), top * frame * 0.9);
    surface.mix(pick(palette, 2), bottom * frame * 0.9);
  },
  /** A sprig in one colour. */
  botanical: (surface, u, v, palette, seed, edge) => {
    surface.set(paper, 1);
    const stem = 0.5 + 0.05 * Math.sin(v * 4 + seed);
    if (v > 0.1 && v < 0.88) surface.mix(pick(palette, 0), inside(Math.abs(u - stem) - 0.005, edge));
    for (let i = 0; i < 9; i++) {
      const [y, side] = [0.22 + i * 0.072, i & 1 ? 1 : -1];
      const [dx, dy] = [(u - stem) * side - 0.1, v - y - 0.05];
      const [along, across] = [dx * 0.86 + dy * 0.5, dy * 0.86 - dx * 0.5];
      surface.mix(pick(palette, 0), inside(Math.hypot(along / 0.1, across / 0.033) - 1, edge * 12) * 0.92);
    }
  },
};

export function art({ design, palette, seed }: Art): Shader {
  const draw = designs[design] ?? designs.shapes;
  return (surface, u, v, footprint) => {
    draw?.(surface, u, v, palette, seed, Math.max(0.002, footprint));
    surface.finish(0.03, 0.7);
  };
}
