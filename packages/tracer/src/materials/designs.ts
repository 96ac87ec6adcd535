import type { Rgb } from "../scene.ts";
import { fractal, hash2, noise2, smoothstep } from "./noise.ts";
import type { Surface } from "./surface.ts";

/** A place of a sheet at (u, v), 0 to 1, whose edges are softened by `edge`. The palette's first colour is the paper. */
export interface SheetPlace {
  u: number;
  v: number;
  edge: number;
  readonly palette: readonly Rgb[];
  readonly seed: number;
}

/** Draws a place of a sheet. */
export type Design = (surface: Surface, place: SheetPlace) => void;

const dark: Rgb = [0.03, 0.03, 0.035];
const paper = (palette: readonly Rgb[]): Rgb => palette[0] ?? [0.8, 0.77, 0.71];
/** The palette's colours after the paper, over and over. */
const ink = (palette: readonly Rgb[], index: number): Rgb =>
  palette[1 + (index % Math.max(1, palette.length - 1))] ?? dark;
const inside = (distance: number, edge: number): number => 1 - smoothstep(-edge, edge, distance);

/** Rounds and half rounds with two loose lines. */
const shapes: Design = (surface, { u, v, edge, palette, seed }) => {
  surface.set(paper(palette), 1);
  for (let i = 0; i < 3; i++) {
    const [x, y] = [0.3 + 0.4 * hash2(i, 1, seed), 0.25 + 0.5 * hash2(i, 2, seed)];
    const radius = 0.1 + 0.16 * hash2(i, 3, seed);
    const half = hash2(i, 4, seed) > 0.5 ? x - u : -1;
    surface.mix(ink(palette, i), inside(Math.max(Math.hypot(u - x, (v - y) * 1.25) - radius, half), edge));
  }
  for (let i = 0; i < 2; i++)
    surface.mix(i === 0 ? dark : ink(palette, 2), curve(u, v, seed + i * 5, edge, 0.007));
};

/** How much a loose upright line covers of (u, v), 0 to 1; `half` is half its width. */
function curve(u: number, v: number, seed: number, edge: number, half: number): number {
  const bend = hash2(seed, 5, 1) * 2 - 1;
  const x =
    0.5 + bend * 0.28 * Math.sin((v + hash2(seed, 6, 1)) * Math.PI * 1.2) + (hash2(seed, 7, 1) - 0.5) * 0.3;
  const ends = Math.max(0.14 - v, v - 0.86);
  return inside(Math.max(Math.abs(u - x) - half, ends), edge);
}

const lines: Design = (surface, { u, v, edge, palette, seed }) => {
  surface.set(paper(palette), 1);
  for (let i = 0; i < 5; i++)
    surface.mix(i === 4 ? ink(palette, 0) : dark, curve(u, v, seed * 3 + i * 11, edge, 0.005));
};

/** Rainbows of three arches. */
const arches: Design = (surface, { u, v, edge, palette }) => {
  surface.set(paper(palette), 1);
  for (let i = 0; i < 4; i++) {
    const radius = 0.36 - i * 0.085;
    const [x, y] = [Math.abs(u - 0.5), v - 0.5];
    const distance = y > 0 ? Math.hypot(x, y * 1.1) - radius : x - radius;
    const hollow = y > 0 ? radius - 0.055 - Math.hypot(x, y * 1.1) : radius - 0.055 - x;
    surface.mix(ink(palette, i), inside(Math.max(distance, hollow, 0.2 - v), edge));
  }
};

/** A moon over hills. */
const moon: Design = (surface, { u, v, edge, palette, seed }) => {
  surface.set(paper(palette), 0.96 + 0.05 * noise2(u * 3, v * 3, seed));
  surface.mix(ink(palette, 0), inside(Math.hypot(u - 0.5, (v - 0.66) * 1.2) - 0.17, edge));
  for (let i = 0; i < 2; i++) {
    const hill = 0.34 - i * 0.13 + 0.09 * Math.sin(u * (3 + i * 2) + seed + i * 2);
    surface.mix(ink(palette, i + 1), inside(v - hill, edge));
  }
};

const landscape: Design = (surface, { u, v, edge, palette, seed }) => {
  surface.set(paper(palette), 0.93 + 0.1 * v);
  surface.mix(ink(palette, 0), inside(Math.hypot(u - 0.66, v - 0.72) - 0.09, edge) * 0.9);
  for (let i = 0; i < 4; i++) {
    const ridge = 0.56 - i * 0.13 + 0.09 * noise2(u * (2 + i), i * 7, seed);
    const wash = 0.85 + 0.15 * noise2(u * 26, v * 70, seed + i);
    surface.mix(ink(palette, i + 1), inside(v - ridge, edge * 2) * wash);
  }
};

/** A sea under a pale sky. */
const sea: Design = (surface, { u, v, edge, palette, seed }) => {
  surface.set(paper(palette), 0.95 + 0.08 * fractal(u, v, 2, 0, seed));
  const depth = Math.max(0, 0.48 - v);
  const waves = fractal(u * 0.5, v * 3, 5, 0, seed + 2);
  surface.mix(ink(palette, 0), inside(v - 0.48, edge) * (0.7 + 0.3 * waves));
  surface.mix(ink(palette, 1), inside(v - 0.48, edge) * smoothstep(0.02, 0.35, depth + waves * 0.12) * 0.8);
  surface.mix(paper(palette), inside(v - 0.12 - 0.04 * noise2(u * 5, 1, seed), edge * 2) * 0.85);
};

/** A sprig. */
const botanical: Design = (surface, { u, v, edge, palette, seed }) => {
  surface.set(paper(palette), 1);
  const stem = 0.5 + 0.05 * Math.sin(v * 4 + seed);
  const color = ink(palette, seed);
  surface.mix(color, inside(Math.max(Math.abs(u - stem) - 0.005, 0.1 - v, v - 0.86), edge));
  for (let i = 0; i < 9; i++) {
    const side = i & 1 ? 1 : -1;
    const [dx, dy] = [(u - stem) * side - 0.1, v - 0.27 - i * 0.068];
    const [along, across] = [dx * 0.86 + dy * 0.5, dy * 0.86 - dx * 0.5];
    surface.mix(
      color,
      inside(Math.hypot(along / 0.11, across / 0.032) - 1, edge * 14) * (0.8 + 0.2 * hash2(i, 1, seed)),
    );
  }
};

/** Poured paint. */
const abstract: Design = (surface, { u, v, palette, seed }) => {
  const bend = fractal(u, v, 1.8, 0, seed) * 1.3;
  const value = fractal(u + bend, v - bend * 0.6, 1.5, 0, seed + 9);
  surface.set(paper(palette), 1);
  surface.mix(ink(palette, 0), smoothstep(-0.1, 0.02, value));
  surface.mix(ink(palette, 1), smoothstep(0.1, 0.2, value));
  surface.mix(ink(palette, 2), smoothstep(0.26, 0.36, value) * 0.9);
};

/** A few strokes of a broad dry brush. */
const strokes: Design = (surface, { u, v, edge, palette, seed }) => {
  surface.set(paper(palette), 1);
  for (let i = 0; i < 4; i++) {
    const lean = (hash2(i, 2, seed) - 0.5) * 1.4;
    const [x, y] = [u - 0.5, v - 0.25 - i * 0.17];
    const [along, across] = [x + y * lean, y - x * lean];
    const hairs =
      noise2(along * 3, across * 60, seed + i) * 0.5 + noise2(along * 14, across * 90, seed + 7) * 0.3;
    const end = 0.32 + 0.08 * hash2(i, 3, seed) + 0.06 * hairs - Math.abs(along);
    const body = 0.05 + 0.03 * hash2(i, 4, seed) - Math.abs(across - 0.04 * Math.sin(along * 6));
    surface.mix(
      ink(palette, i),
      inside(-Math.min(end, body), edge * 2) * smoothstep(-0.75, -0.2, hairs) * 0.95,
    );
  }
};

const grid: Design = (surface, { u, v, edge, palette, seed }) => {
  surface.set(paper(palette), 1);
  const [x, y] = [Math.floor(u * 4), Math.floor(v * 5)];
  const [fx, fy] = [Math.abs(u * 4 - x - 0.5), Math.abs(v * 5 - y - 0.5)];
  const filled = hash2(x, y, seed);
  const margin = Math.max(fx, fy) - 0.42;
  if (filled > 0.35 && u > 0.08 && u < 0.92 && v > 0.08 && v < 0.92) {
    surface.mix(ink(palette, Math.floor(filled * 7)), inside(margin, edge * 4));
  }
};

/** A face in one line. */
const portrait: Design = (surface, { u, v, edge, palette }) => {
  surface.set(paper(palette), 1);
  surface.mix(ink(palette, 0), inside(Math.hypot((u - 0.56) / 0.24, (v - 0.5) / 0.28) - 1, edge * 4) * 0.85);
  const [x, y] = [u - 0.5, v - 0.52];
  const head = Math.abs(Math.hypot(x / 0.22, y / 0.3) - 1) * 0.24 - 0.0055;
  const nose = Math.max(
    Math.abs(x - 0.02 + 0.05 * Math.max(0, -y - 0.02)) - 0.005,
    Math.abs(y + 0.01) - 0.09,
  );
  const mouth = Math.max(Math.abs(y + 0.15 + 2 * x * x) - 0.005, Math.abs(x) - 0.07);
  const eye = (side: number) =>
    Math.abs(Math.hypot((x - side) / 0.055, (y - 0.06) / 0.022) - 1) * 0.03 - 0.004;
  const neck = Math.max(
    Math.abs(Math.abs(x) - 0.09 - 0.2 * Math.max(0, -y - 0.38)) - 0.005,
    y + 0.27,
    -0.46 - y,
  );
  for (const part of [head, nose, mouth, eye(-0.1), eye(0.1), neck]) surface.mix(dark, inside(part, edge));
};

/** Streets and a river of a made-up town. */
const map: Design = (surface, { u, v, edge, palette, seed }) => {
  surface.set(paper(palette), 1);
  const [x, y] = [u + 0.05 * noise2(u * 3, v * 3, seed), v + 0.05 * noise2(u * 3, v * 3, seed + 1)];
  const river = Math.abs(y - 0.5 - 0.16 * Math.sin(x * 5 + seed)) - 0.03;
  const turned = [x * 0.8 + y * 0.6, y * 0.8 - x * 0.6] as const;
  const street = (value: number, count: number) =>
    Math.abs(value * count - Math.round(value * count)) / count;
  for (const value of turned) {
    surface.mix(ink(palette, 0), inside(street(value, 22) - 0.0025, edge) * 0.7);
    surface.mix(ink(palette, 0), inside(street(value, 6) - 0.005, edge));
  }
  surface.mix(ink(palette, 1), inside(river, edge));
  const rim = Math.min(u, 1 - u, v - 0.1, 1 - v) - 0.06;
  surface.mix(paper(palette), inside(rim, edge));
};

export const designs: Readonly<Record<string, Design>> = {
  ...{ shapes, lines, arches, moon, landscape, sea, botanical, abstract, strokes, grid, map },
  "portrait-lines": portrait,
};
