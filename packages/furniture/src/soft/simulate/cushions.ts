import type { Random } from "@image-staging/picture/random";
import { BoxGeometry } from "three";
import { mergeVertices } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { type Cloth, type Particle, particleAt, type Stretch, settle, type Triangle } from "./cloth.ts";
import { gridOf } from "./sheet.ts";

/** How much the pattern's corners are drawn in: without it a pillow grows ears. */
const taper = 0.075;

/** Two sewn panels with filling, standing in x and y. */
export function pillow(width: number, height: number, firmness: number, random: Random): Cloth {
  const count = 34;
  const panel = (side: number, edge?: readonly (readonly Particle[])[]): Particle[][] =>
    Array.from({ length: count }, (_, row) =>
      Array.from({ length: count }, (_, column) => {
        const [s, t] = [(column / (count - 1)) * 2 - 1, (row / (count - 1)) * 2 - 1];
        const isEdge = Math.max(Math.abs(s), Math.abs(t)) > 0.999;
        const shared = edge?.[row]?.[column];
        if (isEdge && shared) return shared;
        const draw = 1 - taper * s * s * t * t;
        const [u, v] = [(s * draw * width) / 2, (t * draw * height) / 2];
        const depth = isEdge ? 0 : side * (0.02 + random() * 0.006);
        return particleAt(u, v, depth, u, v);
      }),
    );
  const front = panel(1);
  const back = panel(-1, front);
  const [a, b] = [gridOf(front, 0.05), gridOf(back, 0.05)];
  const cloth = {
    particles: [...new Set([...a.particles, ...b.particles])],
    stretches: [...a.stretches, ...b.stretches],
    triangles: [...a.triangles.map(turnedOver), ...b.triangles],
  };
  const soft = { gravity: 0, damping: 0.06, iterations: 10 };
  settle(cloth, { ...soft, steps: 240, pressure: firmness * 0.5 });
  for (const grid of [front, back])
    for (const [ring, times] of [12, 5, 2].entries()) ironed(grid, ring, times);
  return centred(cloth);
}

/** Smooths a ring of a panel, counted from the seam: between two particles a seam cannot pucker, it would only zigzag. */
function ironed(grid: readonly (readonly Particle[])[], ring: number, times: number): void {
  const last = grid.length - 1 - ring;
  const inner = Array.from({ length: last - ring + 1 }, (_, i) => ring + i);
  const sides = [
    inner.map((i) => grid[ring]?.[i]),
    inner.map((i) => grid[last]?.[i]),
    inner.map((i) => grid[i]?.[ring]),
    inner.map((i) => grid[i]?.[last]),
  ];
  for (const side of sides) {
    const line = side.filter((particle) => particle !== undefined);
    for (let time = 0; time < times; time++)
      for (const axis of ["x", "y", "z"] as const) {
        const before = line.map((particle) => particle[axis]);
        line.forEach((particle, i) => {
          const [left, own, right] = [before[i - 1], before[i], before[i + 1]];
          if (left !== undefined && own !== undefined && right !== undefined)
            particle[axis] = (left + 2 * own + right) / 4;
        });
      }
  }
}

/** Filling pushes without a counterforce, so a cushion drifts while it settles. */
function centred(cloth: Cloth): Cloth {
  for (const axis of ["x", "y", "z"] as const) {
    const values = cloth.particles.map((p) => p[axis]);
    const middle = (Math.min(...values) + Math.max(...values)) / 2;
    for (const p of cloth.particles) p[axis] -= middle;
  }
  return cloth;
}

const turnedOver = ([p, q, r]: Triangle): Triangle => [p, r, q];

/** A seat: a box skin with slack over its foam, puffed up. The edges are piped, so that they keep their length. */
export function seat(width: number, height: number, depth: number, slack: number, random: Random): Cloth {
  const [nx, ny, nz] = [26, 7, 24];
  const box = mergeVertices(
    new BoxGeometry(width, height, depth, nx, ny, nz).deleteAttribute("uv").deleteAttribute("normal"),
  );
  const position = box.getAttribute("position");
  const particles: Particle[] = [];
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    particles.push(particleAt(x, y + random() * 0.003, z, x, Math.abs(y) > height / 2 - 0.001 ? z : y + 5));
  }
  const rests = particles.map((_, i) => [position.getX(i), position.getY(i), position.getZ(i)] as const);
  const index = box.getIndex();
  const stretches: Stretch[] = [];
  const triangles: Triangle[] = [];
  const linked = new Set<number>();
  const onEdge = (i: number): boolean => {
    const [x, y, z] = rests[i] ?? [0, 0, 0];
    const near = [
      Math.abs(x) > width / 2 - 1e-4,
      Math.abs(y) > height / 2 - 1e-4,
      Math.abs(z) > depth / 2 - 1e-4,
    ];
    return near.filter(Boolean).length >= 2;
  };
  const link = (i: number, j: number): void => {
    const key = Math.min(i, j) * 65536 + Math.max(i, j);
    const [a, b, from, to] = [particles[i], particles[j], rests[i], rests[j]];
    if (linked.has(key) || !a || !b || !from || !to) return;
    linked.add(key);
    const length = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
    const piped = onEdge(i) && onEdge(j);
    stretches.push({ a, b, rest: length * (piped ? 1.005 : 1 + slack), stiffness: piped ? 1 : 0.8 });
  };
  for (let i = 0; index && i < index.count; i += 3) {
    const [p, q, r] = [index.getX(i), index.getX(i + 1), index.getX(i + 2)];
    link(p, q);
    link(q, r);
    link(r, p);
    const [a, b, c] = [particles[p], particles[q], particles[r]];
    if (a && b && c) triangles.push([a, b, c]);
  }
  const cloth = { particles, stretches, triangles };
  const soft = { gravity: 0.4, damping: 0.06, iterations: 10 };
  settle(cloth, { ...soft, steps: 200, pressure: 0.022, collide: foam(width, height, depth) });
  return centred(cloth);
}

/** The foam inside: the skin stays outside a slightly smaller rounded box and does not sag below it. */
function foam(width: number, height: number, depth: number) {
  const half = [width / 2 - 0.012, height / 2 - 0.012, depth / 2 - 0.012] as const;
  return (p: Particle): void => {
    const [gx, gy, gz] = [half[0] - Math.abs(p.x), half[1] - Math.abs(p.y), half[2] - Math.abs(p.z)];
    if (gx > 0 && gy > 0 && gz > 0) {
      if (gy <= gx && gy <= gz) p.y += Math.sign(p.y) * gy;
      else if (gx <= gz) p.x += Math.sign(p.x) * gx;
      else p.z += Math.sign(p.z) * gz;
    }
    p.y = Math.max(p.y, -height / 2 - 0.004);
  };
}
