import type { Picture } from "@image-staging/picture/picture";
import { levelOf, linearOf } from "@image-staging/picture/srgb";
import type { Camera, Rgb, Room } from "@image-staging/tracer/scene";
import { faceNames, wallsAt } from "../analysis/faces.ts";
import { cornersInPaint } from "./corners-in-paint.ts";
import type { FloorShader } from "./lay-floor.ts";
import type { Repainting } from "./wall-paint.ts";

/** Pixels to each side that the old surface's own colour at an edge is taken from. */
const around = 4;
/** Pixels to each side of a corner that show both walls. */
const blurred = 2;

/** Linear level from which new paint and floors approach white softly, as film does. */
const shoulder = 0.7;

/**
 * By what a new colour is multiplied so that lighter paint leaves the light on a wall visible, from the lightest channels
 * of the old and of the new colour: what was darker than white does not become white, nor darker than it was.
 */
function heldBack(old: number, fresh: number): number {
  if (fresh <= shoulder || fresh <= old) return 1;
  const range = 1 - shoulder;
  return Math.max(shoulder + range * (1 - Math.exp((shoulder - fresh) / range)), old) / fresh;
}

/** Linear levels from which a channel can be brighter than the photo shows, and from which it is. */
const [bright, clipped] = [0.9, 0.99];
/** The least share of the brightest channel in which the channel that clips last tells the light: less is noise. */
const leastTold = 0.5;

/** Gives each channel that is too bright for the photo what the one that clips next tells of the light on a paint. */
function unclip(lit: Float64Array, paint: Rgb): void {
  const [last, middle, first] = [0, 1, 2].sort((a, b) => (paint[a] as number) - (paint[b] as number));
  for (const [by, c] of [
    [last, middle],
    [middle, first],
  ] as [number, number][]) {
    const shown = lit[c] as number;
    const light = (lit[by] as number) / Math.max(leastTold, paint[by] as number);
    const share = Math.min(1, Math.max(0, (shown - bright) / (clipped - bright)));
    lit[c] = shown + share * Math.max(0, light * (paint[c] as number) - shown);
  }
}

/** Puts new surfaces into a picture; pixels at an edge mix them with the old ones. */
export class Repaint {
  readonly #photo: Picture;
  readonly #output: Uint8Array;
  readonly #old = new Float64Array(3);

  constructor(photo: Picture, output: Uint8Array) {
    this.#photo = photo;
    this.#output = output;
  }

  /** Gives the walls another colour, face by face. */
  walls(coverage: Uint8Array, camera: Camera, room: Room, repaintings: readonly Repainting[]): void {
    const { data } = this.#photo;
    const old = this.#old;
    const [lit, fresh] = [new Float64Array(3), new Float64Array(3)];
    const { face, edges } = cornersInPaint(
      this.#photo,
      wallsAt(camera, room),
      coverage,
      (left, right) => repaintings[left] !== repaintings[right],
    );
    for (let i = 0; i < coverage.length; i++) {
      const covered = coverage[i] as number;
      if (covered === 0) continue;
      const own = repaintings[face[i] as number] ?? repaintings[faceNames.indexOf("back")];
      if (!own) continue;
      if (covered < 255) this.#around(coverage, i);
      else for (let c = 0; c < 3; c++) old[c] = linearOf[data[i * 3 + c] as number] as number;
      lit.set(old);
      unclip(lit, own.old);
      for (let c = 0; c < 3; c++) {
        const [r, g, b] = own.matrix[c] as Rgb;
        fresh[c] = r * (lit[0] as number) + g * (lit[1] as number) + b * (lit[2] as number);
      }
      const held = heldBack(Math.max(...old), Math.max(...fresh));
      for (let c = 0; c < 3; c++) {
        const linear = linearOf[data[i * 3 + c] as number] as number;
        const added = held * (fresh[c] as number) - (old[c] as number);
        this.#put(i, c, linear + (covered / 255) * added);
      }
    }
    for (const edge of edges) this.#mix(edge - blurred - 1, edge + blurred);
  }

  /** Pixels between two walls show as much of each wall's new colour as of its old one. */
  #mix(left: number, right: number): void {
    const { data } = this.#photo;
    const old = (i: number, c: number): number => linearOf[data[i * 3 + c] as number] as number;
    const fresh = [0, 1, 2].map((c) =>
      [left, right].map((i) => linearOf[this.#output[i * 3 + c] as number] as number),
    );
    const step = [0, 1, 2].map((c) => old(right, c) - old(left, c));
    const length = Math.hypot(...step) ** 2;
    for (let i = left + 1; i < right && length > 0; i++) {
      const along = step.reduce((sum, size, c) => sum + size * (old(i, c) - old(left, c)), 0);
      const share = Math.min(1, Math.max(0, along / length));
      fresh.forEach(([from = 0, to = 0], c) => {
        this.#put(i, c, from + share * (to - from));
      });
    }
  }

  /** Draws the new floor, over painted walls: a pixel at their foot shows what it has of both. */
  floor(coverage: Uint8Array, shade: FloorShader): void {
    const { width } = this.#photo;
    const fresh = new Float64Array(3);
    for (let i = 0; i < coverage.length; i++) {
      const covered = coverage[i] as number;
      if (covered === 0) continue;
      shade(i % width, Math.floor(i / width), fresh);
      if (covered < 255) this.#around(coverage, i);
      for (let c = 0; c < 3; c++) {
        const linear = linearOf[this.#output[i * 3 + c] as number] as number;
        const shown = (fresh[c] as number) * heldBack(0, fresh[c] as number);
        const added = covered === 255 ? shown - linear : (covered / 255) * (shown - (this.#old[c] as number));
        this.#put(i, c, linear + added);
      }
    }
  }

  #put(i: number, c: number, linear: number): void {
    this.#output[i * 3 + c] = Math.round(levelOf(linear));
  }

  /** The mean of what the surface shows around a pixel. */
  #around(coverage: Uint8Array, i: number): void {
    const { data, width, height } = this.#photo;
    const old = this.#old;
    old.fill(0);
    const [x, y] = [i % width, Math.floor(i / width)];
    let count = 0;
    for (let ny = Math.max(0, y - around); ny <= Math.min(height - 1, y + around); ny++) {
      for (let nx = Math.max(0, x - around); nx <= Math.min(width - 1, x + around); nx++) {
        const k = ny * width + nx;
        if (coverage[k] !== 255) continue;
        count++;
        for (let c = 0; c < 3; c++)
          old[c] = (old[c] as number) + (linearOf[data[k * 3 + c] as number] as number);
      }
    }
    if (count === 0) for (let c = 0; c < 3; c++) old[c] = linearOf[data[i * 3 + c] as number] as number;
    else for (let c = 0; c < 3; c++) old[c] = (old[c] as number) / count;
  }
}
