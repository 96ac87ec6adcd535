import type { Rgb } from "../scene.ts";

/** How a point of a surface answers to light. One object is written again and again. */
export class Surface {
  /** Diffuse albedo, or the colour of a metal's reflection. */
  r = 0;
  g = 0;
  b = 0;
  /** Reflectance at a right angle: 0.04 for most, 0 for none. A metal reflects in its colour instead. */
  specular = 0;
  /** 0 is a mirror, 1 is chalk. */
  roughness = 1;
  metal = false;
  /** Light that grazing angles add on fibres. */
  sheen = 0;
  /** How much light from behind shines through: leaves, lamp shades. */
  through = 0;
  /** Own light. */
  glow = 0;
  /** How far creases and pile tilt the surface: added to its normal along x, and along y less z. */
  tiltX = 0;
  tiltY = 0;

  set(color: Rgb, factor: number): void {
    this.r = color[0] * factor;
    this.g = color[1] * factor;
    this.b = color[2] * factor;
  }

  /** Moves the colour towards another by `amount`, 0 to 1. */
  mix(color: Rgb, amount: number): void {
    this.r += (color[0] - this.r) * amount;
    this.g += (color[1] - this.g) * amount;
    this.b += (color[2] - this.b) * amount;
  }

  scale(factor: number): void {
    this.r *= factor;
    this.g *= factor;
    this.b *= factor;
  }

  finish(specular: number, roughness: number): void {
    // Chalk's reflections are too weak to be worth a ray.
    this.specular = roughness > 0.7 ? 0 : specular;
    this.roughness = roughness;
    this.metal = false;
    this.sheen = 0;
    this.through = 0;
    this.glow = 0;
    this.tilt(0, 0);
  }

  /** Writes a unit normal with the surface's creases to `out`. */
  crease(nx: number, ny: number, nz: number, out: Float64Array): void {
    const x = nx + this.tiltX;
    const y = ny + this.tiltY;
    const z = nz - this.tiltY;
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    out[0] = x / length;
    out[1] = y / length;
    out[2] = z / length;
  }

  tilt(x: number, y: number): void {
    this.tiltX = x;
    this.tiltY = y;
  }
}

/** Writes the surface at (u, v) metres; a pixel covers about `footprint` metres there. */
export type Shader = (surface: Surface, u: number, v: number, footprint: number) => void;
