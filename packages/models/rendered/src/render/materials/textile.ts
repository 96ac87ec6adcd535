import type { Material, Rgb } from "../../scene.ts";
import { hash2, kept, noise2, smoothstep } from "./noise.ts";
import { yarn } from "./soft.ts";
import type { Shader } from "./surface.ts";

type Textile = Extract<Material, { kind: "textile" }>;
/** Which colour of the palette lies at (u, v): a whole number, or between two for a blend. */
type Pattern = (u: number, v: number, footprint: number, seed: number) => number;

/** The distance to the nearest whole number, 0 to 0.5. */
const fold = (value: number): number => Math.abs(value - Math.round(value));
/** 1 on a line of a lattice, softened over a pixel; `half` and `footprint` in the lattice's units. */
const line = (distance: number, half: number, footprint: number): number =>
  1 - smoothstep(half - footprint * 0.6, half + footprint * 0.6 + 1e-6, distance);

/** Patterns by name; metres on the cloth. A name that is not here is drawn plain. */
const patterns: Record<string, Pattern> = {
  plain: () => 0,
  trellis: (u, v, footprint) => {
    const wobble = noise2(u * 14, v * 14, 3) * 0.012;
    const [a, b] = [(u + v + wobble) / 0.36, (u - v + wobble) / 0.36];
    const at = footprint / 0.36;
    return Math.max(line(fold(a), 0.035, at), line(fold(b), 0.035, at));
  },
  kilim: (u, v, footprint) => {
    const step = 0.02;
    const [x, y] = [Math.round(u / step) * step, Math.round(v / step) * step];
    const [cx, cy] = [fold(x / 0.42) * 2, fold(y / 0.34) * 2];
    const band = line(fold(v / 1.02 + 0.5), 0.03, footprint / 1.02);
    if (band > 0.5) return 3;
    const distance = cx + cy;
    return distance < 0.42 ? 1 : distance < 0.6 ? 2 : 0;
  },
  stripes: (u, _v, footprint) => line(fold(u / 0.12), 0.16, footprint / 0.12),
  pinstripes: (u, _v, footprint) => line(fold(u / 0.03), 0.08, footprint / 0.03) * kept(33, footprint),
  check: (u, v, footprint) =>
    0.5 * line(fold(u / 0.09), 0.25, footprint / 0.09) + 0.5 * line(fold(v / 0.09), 0.25, footprint / 0.09),
  herringbone: (u, v, footprint) => {
    const leg = fold(u / 0.16) * 0.16;
    return line(fold((v + leg) / 0.045), 0.2, footprint / 0.045) * kept(22, footprint);
  },
  abstract: (u, v, _footprint, seed) => {
    const a = noise2(u * 1.7, v * 1.7, seed) + 0.5 * noise2(u * 4, v * 4, seed + 1);
    return a > 0.25 ? 2 : a > -0.15 ? 1 : 0;
  },
  distressed: (u, v, _footprint, seed) => {
    const medallion = Math.cos(u * 9) * Math.cos(v * 9) + 0.4 * Math.cos(u * 27) * Math.cos(v * 27);
    const worn = noise2(u * 6, v * 6, seed) + 0.7 * noise2(u * 23, v * 23, seed + 1);
    return smoothstep(0.1, 0.35, medallion) * smoothstep(-0.7, 0.5, worn);
  },
  dots: (u, v, footprint) => {
    const [x, y] = [u / 0.11, v / 0.11];
    const shift = Math.floor(y) & 1 ? 0.5 : 0;
    return line(Math.hypot(fold(x + shift + 0.5), fold(y + 0.5)), 0.17, footprint / 0.11);
  },
};

export function textile({ pattern, palette, seed = 0 }: Textile): Shader {
  const draw = patterns[pattern] ?? patterns.plain ?? (() => 0);
  const colors: readonly Rgb[] = palette.length > 0 ? palette : [[0.7, 0.67, 0.62]];
  const color = (index: number): Rgb => colors[Math.min(colors.length - 1, Math.max(0, index))] ?? [0.7, 0.7, 0.7];
  return (surface, u, v, footprint) => {
    const value = draw(u, v, footprint, seed);
    const low = Math.floor(value);
    surface.set(color(low), 1);
    if (value > low) surface.mix(color(low + 1), value - low);
    const tuft = (hash2(Math.floor(u * 180), Math.floor(v * 180), seed) - 0.5) * kept(180, footprint);
    surface.scale(yarn(u, v, footprint, seed) + 0.12 * tuft);
    surface.finish(0, 1);
    surface.sheen = 0.08;
  };
}
