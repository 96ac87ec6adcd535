/** A ray from a point along a direction. Who sends many writes one again and again, so that a ray costs no memory. */
export class Ray {
  ox = 0;
  oy = 0;
  oz = 0;
  dx = 0;
  dy = 0;
  dz = -1;

  from(x: number, y: number, z: number): this {
    this.ox = x;
    this.oy = y;
    this.oz = z;
    return this;
  }

  towards(dx: number, dy: number, dz: number): this {
    this.dx = dx;
    this.dy = dy;
    this.dz = dz;
    return this;
  }
}

/** A point in metres, with the normal of length 1 of the surface that it lies on. */
export interface SurfacePoint {
  x: number;
  y: number;
  z: number;
  nx: number;
  ny: number;
  nz: number;
}

/** A surface's point that is written again and again. */
export class Point implements SurfacePoint {
  x = 0;
  y = 0;
  z = 0;
  nx = 0;
  ny = 1;
  nz = 0;

  at(x: number, y: number, z: number): this {
    this.x = x;
    this.y = y;
    this.z = z;
    return this;
  }

  facing(nx: number, ny: number, nz: number): this {
    this.nx = nx;
    this.ny = ny;
    this.nz = nz;
    return this;
  }
}
