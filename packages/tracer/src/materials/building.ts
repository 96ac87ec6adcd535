import type { Material } from "../scene.ts";
import { banded, fractal, hash2, kept, noise2, smoothstep } from "./noise.ts";
import { yarn } from "./soft.ts";
import type { Shader, Surface } from "./surface.ts";

type Floor = Extract<Material, { kind: "floor" }>;
type Brick = Extract<Material, { kind: "brick" }>;
type Outdoors = Extract<Material, { kind: "outdoors" }>;

/** A point on a board: metres along and across the board, the board's number, and the distance to its edge. */
interface Board {
  along: number;
  across: number;
  number: number;
  edge: number;
}

function plank(u: number, v: number, seed: number): Board {
  const [wide, long] = [0.14 + 0.05 * hash2(1, 1, seed), 1.25];
  const column = Math.floor(u / wide);
  const shifted = v + hash2(column, 3, seed) * long;
  const row = Math.floor(shifted / long);
  const [across, along] = [u - column * wide, shifted - row * long];
  return {
    along,
    across,
    number: column * 131 + row,
    edge: Math.min(across, wide - across, along, long - along),
  };
}

/** Boards of 7 x 42 cm at right angles to one another, turned by 45 degrees. */
function herringbone(u: number, v: number): Board {
  const wide = 0.07;
  const ratio = 6;
  const [x, y] = [((u + v) * Math.SQRT1_2) / wide, ((v - u) * Math.SQRT1_2) / wide];
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const place = (((column + row) % (2 * ratio)) + 2 * ratio) % (2 * ratio);
  const lying = place < ratio;
  const along = lying ? place + (x - column) : place - ratio + (1 - (y - row));
  const across = lying ? y - row : x - column;
  const number = lying ? (column - place) * 31 + row * 17 : (row + place - ratio) * 31 + column * 17 + 7;
  const edge = Math.min(across, 1 - across, along, ratio - along) * wide;
  return { along: along * wide, across: across * wide, number, edge };
}

function boards(surface: Surface, board: Board, { color, gap, gloss, seed }: Floor, footprint: number): void {
  const tone = hash2(board.number, 7, seed);
  const [u, v] = [board.along + tone * 37, board.across + tone * 11];
  const warp = noise2(u * 1.3, v * 9, seed) * 0.02;
  const uneven = noise2(tone * 50, v * 24, seed + 6) * 0.03;
  const ring = Math.sin((v + warp + uneven) * 2 * Math.PI * 26) * kept(45, footprint);
  const streak =
    banded(u * 0.06, v, 210, footprint, seed + 2) + 0.7 * banded(u * 0.05, v, 80, footprint, seed + 3);
  const knot = smoothstep(0.75, 0.95, noise2(u * 2.6, v * 11, seed + 8));
  surface.set(color, 0.86 + 0.28 * tone + 0.035 * ring + 0.1 * streak - 0.25 * knot);
  surface.b *= 0.96 + 0.08 * hash2(board.number, 9, seed);
  const slit = 1 - smoothstep(0.0008, 0.0026 + footprint * 0.5, board.edge);
  surface.mix(gap, slit * Math.min(1, 0.003 / Math.max(0.001, footprint)) * 0.8);
  surface.finish(0.04, 0.7 - 0.55 * gloss + 0.04 * streak);
}

function tiles(
  surface: Surface,
  u: number,
  v: number,
  { color, gap, gloss, seed }: Floor,
  footprint: number,
): void {
  const side = 0.3 + 0.3 * Math.round(hash2(2, 2, seed));
  const [x, y] = [Math.floor(u / side), Math.floor(v / side)];
  const edge = Math.min(u - x * side, (x + 1) * side - u, v - y * side, (y + 1) * side - v);
  surface.set(
    color,
    0.95 + 0.08 * hash2(x, y, seed) + 0.12 * fractal(u + x * 3, v + y * 5, 5, footprint, seed),
  );
  const grout = 1 - smoothstep(0.0015, 0.003 + footprint * 0.5, edge);
  surface.mix(gap, grout * Math.min(1, 0.004 / Math.max(0.001, footprint)));
  surface.finish(0.04, 0.65 - 0.58 * gloss * (1 - grout));
}

export function floor(material: Floor): Shader {
  const { pattern, color, seed } = material;
  if (pattern === "tiles") return (surface, u, v, footprint) => tiles(surface, u, v, material, footprint);
  if (pattern === "carpet") {
    return (surface, u, v, footprint) => {
      const pile = banded(u, v, 320, footprint, seed) * 0.16 + banded(u, v, 120, footprint, seed + 1) * 0.1;
      const trodden = 0.05 * fractal(u, v, 1.6, footprint, seed + 2);
      surface.set(color, yarn(u, v, footprint, seed) + pile + trodden);
      surface.finish(0, 1);
    };
  }
  return (surface, u, v, footprint) => {
    boards(surface, pattern === "planks" ? plank(u, v, seed) : herringbone(u, v), material, footprint);
  };
}

/** Running bond, bricks of 21 x 6.5 cm. */
export function brick({ color, mortar, seed }: Brick): Shader {
  return (surface, u, v, footprint) => {
    const row = Math.floor(v / 0.075);
    const shifted = u + (row & 1 ? 0.11 : 0);
    const column = Math.floor(shifted / 0.22);
    const edge = Math.min(
      shifted - column * 0.22,
      (column + 1) * 0.22 - shifted,
      v - row * 0.075,
      (row + 1) * 0.075 - v,
    );
    const tone = hash2(column, row, seed);
    surface.set(color, 0.65 + 0.6 * tone + 0.25 * fractal(u, v, 20, footprint, seed));
    surface.mix(mortar, 1 - smoothstep(0.004, 0.008 + footprint * 0.5, edge));
    surface.finish(0, 1);
  };
}

/** What a window shows: sky, trees out of focus and a lawn; u along the wall and v upwards, in metres. */
export function outdoors({ brightness, seed }: Outdoors): Shader {
  return (surface, u, v) => {
    const horizon = 1.25;
    const crowns = fractal(u, 0.5, 0.8, 0, seed) + 0.3 * noise2(u * 5, v * 3, seed + 1);
    const trees = horizon + 0.3 + 0.7 * crowns;
    const sky = smoothstep(trees - 0.07, trees + 0.07, v);
    const lawn = 1 - smoothstep(horizon - 0.1, horizon + 0.05, v);
    const leaves = 0.55 + 0.6 * fractal(u, v, 4, 0, seed + 3) + 0.15 * smoothstep(horizon, trees, v);
    surface.set([0.36 * leaves, 0.42 * leaves, 0.31 * leaves], 1);
    surface.mix([0.5, 0.56, 0.38], lawn * (0.75 + 0.25 * noise2(u, v * 4, seed + 4)));
    surface.mix([0.9, 0.94, 1], sky);
    surface.finish(0, 1);
    surface.glow = brightness;
  };
}
