const [acrossStep, alongStep, seedStep] = [0x27d4eb2d, 0x165667b1, 0x9e3779b1];

/** An even 32-bit hash of a lattice point, as a number from 0 to 1. */
export const hash2 = (x: number, y: number, seed: number): number =>
  mixed(Math.imul(x, acrossStep) ^ Math.imul(y, alongStep) ^ Math.imul(seed + 1, seedStep));

function mixed(key: number): number {
  let h = Math.imul(key ^ (key >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth value noise in the plane, -1 to 1, with one lattice point a unit. */
export function noise2(x: number, y: number, seed: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const left = Math.imul(ix, acrossStep);
  const right = left + acrossStep;
  const own = Math.imul(seed + 1, seedStep);
  const low = Math.imul(iy, alongStep);
  const upper = low ^ own;
  const lower = (low + alongStep) ^ own;
  const a = mixed(left ^ upper);
  const b = mixed(right ^ upper);
  const c = mixed(left ^ lower);
  const d = mixed(right ^ lower);
  return (a + (b - a) * sx + (c - a + (a - b - c + d) * sx) * sy) * 2 - 1;
}

/** How much of a pattern with `frequency` periods a metre survives pixels of `footprint` metres: 1 all, 0 nothing. */
export function kept(frequency: number, footprint: number): number {
  const periods = frequency * footprint;
  return periods < 0.25 ? 1 : periods > 0.6 ? 0 : (0.6 - periods) / 0.35;
}

/** Noise of `frequency` a metre that fades before it flickers. */
export function banded(u: number, v: number, frequency: number, footprint: number, seed: number): number {
  const strength = kept(frequency, footprint);
  return strength === 0 ? 0 : strength * noise2(u * frequency, v * frequency, seed);
}

/** Four octaves of noise from `frequency` a metre upwards, -1 to 1. */
export function fractal(u: number, v: number, frequency: number, footprint: number, seed: number): number {
  let sum = 0;
  let amplitude = 0.5;
  let f = frequency;
  for (let octave = 0; octave < 4; octave++, f *= 2.03, amplitude *= 0.5) {
    sum += amplitude * banded(u + octave * 3.7, v + octave * 1.3, f, footprint, seed + octave);
  }
  return sum;
}

export function smoothstep(from: number, to: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
