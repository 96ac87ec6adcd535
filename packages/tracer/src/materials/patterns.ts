import { fractal, hash2, kept, noise2, smoothstep } from "./noise.ts";

/**
 * How much of each colour but the ground lies at (u, v) metres on the cloth: a whole number names one colour of the
 * palette, a number between two blends them.
 */
export type Pattern = (u: number, v: number, footprint: number, seed: number) => number;

/** The distance to the nearest whole number, 0 to 0.5. */
const fold = (value: number): number => Math.abs(value - Math.round(value));
const stepped = (value: number, size: number): number => (Math.floor(value / size) + 0.5) * size;
/** 1 on a line of a lattice with period 1; `half` is half its width. */
const line = (value: number, half: number): number => 1 - smoothstep(half * 0.8, half * 1.2, fold(value));

/** Rows of stepped diamonds between bands. */
const kilim: Pattern = (u, v) => {
  const period = 0.92;
  const place = v / period - Math.floor(v / period);
  if (place < 0.035 || place > 0.965) return 3;
  if (Math.abs(place - 0.06) < 0.012 || Math.abs(place - 0.94) < 0.012) return 2;
  const row = Math.floor(((place - 0.08) / 0.84) * 2);
  const across = fold(stepped(u + (row & 1 ? 0.15 : 0), 0.0125) / 0.3) * 2;
  const along = fold((((place - 0.08) / 0.84) * 2 - 0.5) * 1) * 2;
  const distance = across + stepped(along, 0.09) * 0.95;
  return distance < 0.28 ? 3 : distance < 0.72 ? 1 : distance < 0.9 ? 2 : 0;
};

/** Small flowers in rows on a dark ground, worn. */
const persian: Pattern = (u, v, footprint, seed) => {
  const row = Math.floor(v / 0.12);
  const [x, y] = [fold((u + (row & 1 ? 0.07 : 0)) / 0.14) * 0.14, fold(v / 0.12 + 0.5) * 0.12];
  const petal = Math.hypot(x, y) - 0.031 - 0.011 * Math.cos(4 * Math.atan2(y, x + 1e-9));
  const leaf = Math.hypot((x - 0.052) / 0.014, (y - 0.035) / 0.008) - 1;
  const worn = noise2(u * 7, v * 7, seed) + 0.8 * noise2(u * 31, v * 31, seed + 1);
  const strength = 0.75 + 0.25 * smoothstep(-0.9, 0.4, worn);
  if (Math.hypot(x, y) < 0.011) return 2 * strength;
  if (petal < 0) return 1 * strength;
  if (leaf < 0) return 2 + strength;
  const vine = Math.abs(y - 0.042 - 0.012 * Math.sin(u * 57)) < 0.003 ? 0.8 : 0;
  return vine * strength * kept(60, footprint);
};

/** Rosettes, and smaller ones between them, of an old carpet that has faded in places. */
const distressed: Pattern = (u, v, _footprint, seed) => {
  const rosette = (x: number, y: number, size: number): number => {
    const [radius, angle] = [Math.hypot(x, y) / size, Math.atan2(y, x)];
    const edge = radius - 0.12 * Math.cos(8 * angle);
    return edge < 1 ? smoothstep(0.25, 0.75, 0.5 + 0.5 * Math.cos(edge * 14)) : 0;
  };
  const tile = 0.34;
  const [x, y] = [fold(u / tile) * tile, fold(v / tile) * tile];
  const [a, b] = [tile / 2 - x, tile / 2 - y];
  const ornament = Math.max(rosette(x, y, 0.11), rosette(a, b, 0.08));
  const worn = 0.42 + 0.6 * fractal(u, v, 1.9, 0, seed) + 0.5 * noise2(u * 34, v * 34, seed + 3);
  return ornament * Math.min(0.65, Math.max(0.08, worn));
};

/** A lattice of ogees in the ground's own tone, as if carved into the pile. */
const framed: Pattern = (u, v) => {
  const bend = 0.055 * Math.sin((v / 0.5) * 2 * Math.PI);
  return 0.5 * Math.max(line((u + bend) / 0.4, 0.03), line((u - bend) / 0.4 + 0.5, 0.03));
};

/** Large soft shapes, 80 cm across. */
const abstract: Pattern = (u, v, _footprint, seed) => {
  const bend = 0.25 * noise2(u * 2.1, v * 2.1, seed + 5);
  const a = noise2(u * 1.25 + bend, v * 1.25, seed);
  const b = noise2(u * 1.1 + 9, v * 1.1 + bend, seed + 2);
  if (Math.abs(a - b) < 0.018) return 3;
  return a > 0.28 ? 2 : b > 0.12 ? 1 : 0;
};

const moroccan: Pattern = (u, v) => {
  const waver = 0.03 * noise2(u * 5, v * 5, 3);
  return Math.max(line((u + v * 0.6 + waver) / 0.42, 0.035), line((u - v * 0.6 + waver) / 0.42, 0.035));
};

/** Braided rows of 2.5 cm. */
const jute: Pattern = (u, v, footprint) => {
  const strength = kept(40, footprint);
  const row = Math.floor(v / 0.025);
  const across = Math.sin((v / 0.025 - row) * Math.PI);
  const braid = 0.5 + 0.5 * Math.sin((u / 0.017 + (row & 1 ? 0.5 : 0) + across * 0.6) * 2 * Math.PI);
  return (
    0.35 +
    strength * (0.65 * (1 - across) + 0.35 * braid * kept(59, footprint) - 0.3) +
    0.2 * hash2(row, 3, 5)
  );
};

const shag: Pattern = (u, v, footprint) => 0.5 + 0.5 * fractal(u, v, 45, footprint, 4);

/** Patterns by name; a name that is not here is plain. */
export const patterns: Readonly<Record<string, Pattern>> = {
  plain: () => 0,
  trellis: (u, v) => {
    const waver = 0.006 * noise2(u * 17, v * 17, 3);
    return Math.max(line((u + v * 1.3 + waver) / 0.3, 0.045), line((u - v * 1.3 + waver) / 0.3, 0.045));
  },
  stripe: (u) => line(u / 0.12, 0.25),
  ticking: (u) => Math.max(line(u / 0.03, 0.1), 0.6 * line(u / 0.03 + 0.25, 0.03)),
  check: (u, v) => 0.5 * line(u / 0.08, 0.25) + 0.5 * line(v / 0.08, 0.25),
  herringbone: (u, v) => line((v + fold(u / 0.1) * 0.1) / 0.025, 0.22),
  waves: (u, v) => line((v + 0.03 * Math.sin(u * 21)) / 0.13, 0.06),
  ...{ kilim, persian, distressed, framed, abstract, moroccan, jute, shag },
};
