/**
 * Cloth by position-based dynamics (Müller et al. 2007): particles move, then distances, volume and obstacles are put
 * right a few times.
 */
export interface Particle {
  x: number;
  y: number;
  z: number;
  oldX: number;
  oldY: number;
  oldZ: number;
  /** Place on the pattern in metres: the texture coordinates. */
  u: number;
  v: number;
}

export interface Stretch {
  a: Particle;
  b: Particle;
  rest: number;
  stiffness: number;
}

export type Triangle = readonly [Particle, Particle, Particle];

export interface Cloth {
  particles: readonly Particle[];
  stretches: readonly Stretch[];
  triangles: readonly Triangle[];
}

export interface Forces {
  steps: number;
  gravity: number;
  /** Push along the normals in metres a step and square metre of a face: air or filling inside. */
  pressure?: number;
  /** Moves a particle out of what it must not enter. */
  collide?: (particle: Particle) => void;
  damping?: number;
  iterations?: number;
}

export const particleAt = (x: number, y: number, z: number, u: number, v: number): Particle => ({
  ...{ x, y, z, u, v },
  ...{ oldX: x, oldY: y, oldZ: z },
});

export function stretchOf(a: Particle, b: Particle, stiffness: number, slack = 1): Stretch {
  return { a, b, stiffness, rest: Math.hypot(a.u - b.u, a.v - b.v) * slack };
}

export function settle(cloth: Cloth, forces: Forces): void {
  const { steps, gravity, pressure = 0, collide, damping = 0.03, iterations = 8 } = forces;
  const dt = 1 / 90;
  for (let step = 0; step < steps; step++) {
    if (pressure > 0) inflate(cloth.triangles, pressure);
    for (const p of cloth.particles) {
      const [vx, vy, vz] = [p.x - p.oldX, p.y - p.oldY, p.z - p.oldZ];
      [p.oldX, p.oldY, p.oldZ] = [p.x, p.y, p.z];
      p.x += vx * (1 - damping);
      p.y += vy * (1 - damping) - gravity * dt * dt;
      p.z += vz * (1 - damping);
    }
    for (let i = 0; i < iterations; i++) {
      for (const stretch of cloth.stretches) pull(stretch);
      if (collide) for (const p of cloth.particles) collide(p);
    }
  }
}

function pull({ a, b, rest, stiffness }: Stretch): void {
  const [dx, dy, dz] = [b.x - a.x, b.y - a.y, b.z - a.z];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1e-9;
  const part = ((length - rest) / length) * 0.5 * stiffness;
  a.x += dx * part;
  a.y += dy * part;
  a.z += dz * part;
  b.x -= dx * part;
  b.y -= dy * part;
  b.z -= dz * part;
}

function inflate(triangles: readonly Triangle[], pressure: number): void {
  for (const [a, b, c] of triangles) {
    const [ux, uy, uz] = [b.x - a.x, b.y - a.y, b.z - a.z];
    const [vx, vy, vz] = [c.x - a.x, c.y - a.y, c.z - a.z];
    const nx = (uy * vz - uz * vy) * pressure;
    const ny = (uz * vx - ux * vz) * pressure;
    const nz = (ux * vy - uy * vx) * pressure;
    for (const p of [a, b, c]) {
      p.x += nx;
      p.y += ny;
      p.z += nz;
    }
  }
}
