import { float64At } from "@image-staging/picture/at";
import { deepen, leftOf } from "./ambient.ts";
import { Exit } from "./environment.ts";
import { columnIn, roomStride, surfaceStride } from "./grid.ts";
import { Illumination } from "./illumination.ts";
import type { Effort } from "./lighting.ts";
import { type FloorGloss, MirrorFloor } from "./mirror-floor.ts";
import type { Prepared } from "./prepare.ts";
import { Point, Ray } from "./ray.ts";
import { View } from "./view.ts";

/** Shadows on the room's faces vanish between these distances to what casts them, in metres. */
const fades = { wall: [0.25, 1.15], floor: [0.8, 2.2], furniture: [1000, 2000] } as const;

/** How deep shadows are: a photo's light comes from more places than its windows, and walls see them all. */
const depths = { wall: 0.6, floor: 0.95 } as const;

/** Rays that decide whether furniture takes any light from a place of the room. */
const probe = 10;

/** Turns of the sample pattern that differ evenly between neighbours (Jimenez 2014, interleaved gradient noise). */
export function turnOf(x: number, y: number): number {
  const value = 52.9829189 * ((0.06711056 * x + 0.00583715 * y) % 1);
  return value - Math.floor(value);
}

/** Estimates the light of the grid's cells, row by row. */
export class LightGrid {
  readonly #prepared: Prepared;
  readonly #effort: Effort;
  readonly #view: View;
  readonly #light: Illumination;
  readonly #exit = new Exit();
  readonly #ray = new Ray();
  readonly #point = new Point();

  readonly #mirror: MirrorFloor | undefined;

  constructor(prepared: Prepared, effort: Effort, gloss?: FloorGloss) {
    this.#prepared = prepared;
    this.#effort = effort;
    this.#mirror = gloss && gloss.share > 0 ? new MirrorFloor(prepared, gloss) : undefined;
    this.#view = new View(prepared.camera, prepared.solid);
    this.#light = new Illumination(this.#view.tracer, prepared.lighting, prepared.solid.geometry);
  }

  /** Fills rows `from` to `to` (not included) of the grid. */
  fill(from: number, to: number): void {
    const { columns, rows } = this.#prepared.grid;
    const hits = new Uint8Array((to - from + 2) * columns);
    for (let row = Math.max(0, from - 1); row < Math.min(rows, to + 1); row++) {
      for (let column = 0; column < columns; column++) {
        const covered = this.#look(column, row);
        hits[(row - from + 1) * columns + column] = covered ? 1 : 0;
        if (covered && row >= from && row < to) this.#surface(column, row);
        else if (row >= from && row < to)
          this.#prepared.grid.surface[(row * columns + column) * surfaceStride + 11] = -1;
      }
    }
    for (let row = from; row < to; row++) {
      for (let column = 0; column < columns; column++) {
        if (this.#seesRoom(hits, row - from + 1, column)) this.#room(column, row);
        else this.#prepared.grid.room[(row * columns + column) * roomStride + 7] = -1;
      }
    }
  }

  /** Fills the change of the floor's reflection in rows `from` to `to`: after the light of all rows. */
  mirror(from: number, to: number): void {
    const { columns, size, room } = this.#prepared.grid;
    const mirror = this.#mirror;
    if (!mirror) return;
    for (let row = from; row < to; row++) {
      for (let column = 0; column < columns; column++) {
        const at = (row * columns + column) * roomStride;
        if (room[at + 7] !== 2) continue;
        mirror.look(column * size, row * size, size);
        room.set(mirror.change, at + 8);
      }
    }
  }

  #look(column: number, row: number): boolean {
    const { columns, size, covered } = this.#prepared.grid;
    if (!covered[row * columns + column]) return false;
    return this.#view.look((column + 0.5) * size, (row + 0.5) * size);
  }

  /** Whether the cell or one around it shows the room. */
  #seesRoom(hits: Uint8Array, row: number, column: number): boolean {
    const { grid } = this.#prepared;
    for (let y = row - 1; y <= row + 1; y++) {
      for (let i = column - 1; i <= column + 1; i++) {
        const x = columnIn(grid, i);
        if (x >= 0 && !hits[y * grid.columns + x]) return true;
      }
    }
    return false;
  }

  #surface(column: number, row: number): void {
    const { grid } = this.#prepared;
    const view = this.#view;
    const light = this.#light;
    const at = (row * grid.columns + column) * surfaceStride;
    const { x, y, z, nx, ny, nz, t, part } = view;
    [light.fadeFrom, light.fadeTo] = fades.furniture;
    light.probe = 0;
    light.at(view, this.#effort, turnOf(column, row), turnOf(column + 47, row + 17));
    if (!this.#prepared.lighting.shell[part]) deepen(light);
    grid.surface.set([x, y, z, nx, ny, nz], at);
    grid.surface.set(light.lit, at + 6);
    grid.surface.set([light.distance, t, part, nx, ny, nz], at + 9);
  }

  #room(column: number, row: number): void {
    const { grid, room, camera } = this.#prepared;
    const exit = this.#exit;
    const view = this.#view;
    const at = (row * grid.columns + column) * roomStride;
    view.aim((column + 0.5) * grid.size, (row + 0.5) * grid.size);
    const { dx, dy, dz } = view;
    exit.find(room, this.#ray.from(0, camera.elevation, 0).towards(dx, dy, dz));
    const { face, t } = exit;
    const [x, y, z] = [dx * t, camera.elevation + dy * t, dz * t];
    const normal = normals[face] ?? normals[2];
    const light = this.#light;
    [light.fadeFrom, light.fadeTo] = face === 2 ? fades.floor : fades.wall;
    if (!view.tracer.isNear(x, y, z, light.fadeTo)) {
      grid.room.set([x, y, z, 1, 1, 1, 10, face, 0, 0, 0], at);
      return;
    }
    light.probe = probe;
    const point = this.#point.at(x, y, z).facing(normal[0], normal[1], normal[2]);
    light.at(point, this.#effort, turnOf(column, row), turnOf(column + 47, row + 17));
    const depth = face === 2 ? depths.floor : depths.wall;
    const left = leftOf(light.occlusion);
    const kept = (c: 0 | 1 | 2) =>
      1 - depth * (1 - (left * (float64At(light.lit, c) + 1e-6)) / (float64At(light.free, c) + 1e-6));
    grid.room.set([x, y, z, kept(0), kept(1), kept(2), light.distance, face, 0, 0, 0], at);
  }
}

/** The faces' normals into the room, in the order of `faceNames`. */
export const normals = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const;
