import { type Cloth, type Particle, particleAt, type Stretch, stretchOf, type Triangle } from "./cloth.ts";

/** A grid of particles with springs along, across, diagonally and (weakly, against folding) over two. */
export function gridOf(rows: readonly (readonly Particle[])[], bending: number): Cloth {
  const stretches: Stretch[] = [];
  const triangles: Triangle[] = [];
  const at = (row: number, column: number): Particle | undefined => rows[row]?.[column];
  rows.forEach((line, row) => {
    line.forEach((a, column) => {
      const link = (b: Particle | undefined, stiffness: number): void => {
        if (b && b !== a) stretches.push(stretchOf(a, b, stiffness));
      };
      link(at(row, column + 1), 1);
      link(at(row + 1, column), 1);
      link(at(row + 1, column + 1), 0.35);
      link(at(row + 1, column - 1), 0.35);
      link(at(row, column + 2), bending);
      link(at(row + 2, column), bending);
      const [right, below, across] = [at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)];
      if (right && below && across) triangles.push([a, below, right], [right, below, across]);
    });
  });
  return { particles: rows.flat(), stretches, triangles };
}

/** How much closer than their pattern a sheet's particles start: what is too much becomes folds. */
const gathered = 0.94;

/** A flat sheet in x and z around (x, z) at height y; u runs along x. */
export function sheetAt(
  at: { x: number; y: number; z: number; width: number; length: number },
  columns: number,
  rows: number,
  random: () => number,
  bending = 0.08,
): Cloth {
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const u = (column / (columns - 1) - 0.5) * at.width;
      const v = (row / (rows - 1) - 0.5) * at.length;
      const bump = 0.02 * Math.sin(u * 9 + v * 4 + 1) * Math.sin(v * 11 - u * 3);
      return particleAt(at.x + u * gathered, at.y + bump + random() * 0.006, at.z + v * gathered, u, v);
    }),
  );
  return gridOf(grid, bending);
}

/** A box with rounded edges from low to high, that cloth lies on. */
export interface Obstacle {
  low: readonly [number, number, number];
  high: readonly [number, number, number];
  radius: number;
}

/** Keeps particles `padding` outside the obstacles and above the floor; what touches is slowed by friction. */
export function collisionWith(obstacles: readonly Obstacle[], padding: number, friction = 0.35) {
  return (p: Particle): void => {
    for (const { low, high, radius } of obstacles) {
      const inner = (value: number, axis: 0 | 1 | 2): number =>
        Math.max(low[axis] + radius, Math.min(high[axis] - radius, value));
      const [cx, cy, cz] = [inner(p.x, 0), inner(p.y, 1), inner(p.z, 2)];
      let [dx, dy, dz] = [p.x - cx, p.y - cy, p.z - cz];
      const distance = Math.hypot(dx, dy, dz);
      if (distance >= radius + padding) continue;
      if (distance < 1e-6) [dx, dy, dz] = [0, 1, 0];
      const scale = (radius + padding) / (distance < 1e-6 ? 1 : distance);
      [p.x, p.y, p.z] = [cx + dx * scale, cy + dy * scale, cz + dz * scale];
      rub(p, friction);
    }
    if (p.y < padding) {
      p.y = padding;
      rub(p, friction);
    }
  };
}

function rub(p: Particle, friction: number): void {
  p.oldX += (p.x - p.oldX) * friction;
  p.oldY += (p.y - p.oldY) * friction;
  p.oldZ += (p.z - p.oldZ) * friction;
}
