import {
  Band,
  type efforts,
  type FloorGloss,
  LightGrid,
  type Prepared,
  type SmallPhoto,
} from "@image-staging/tracer";
import { resized } from "@image-staging/tracer/camera";
import { blend, type Canvas, halo } from "./blend.ts";
import type { Character } from "./character.ts";

/** All that a thread needs; large arrays are in shared memory. */
export interface Assignment {
  prepared: Prepared;
  effort: (typeof efforts)[keyof typeof efforts];
  photo: SmallPhoto;
  gloss: FloorGloss;
  canvas: Canvas;
  character: Character;
}

/** Rows of the grid or of the picture. Their partition is fixed, so that threads cannot change a byte. */
export interface Task {
  stage: "light" | "mirror" | "picture";
  from: number;
  to: number;
}

/** Does tasks on shared memory, in any order within a stage. */
export class Work {
  readonly #assignment: Assignment;
  readonly #light: LightGrid;
  readonly #band: Band;

  constructor(assignment: Assignment) {
    this.#assignment = assignment;
    this.#light = new LightGrid(assignment.prepared, assignment.effort, assignment.gloss);
    const { prepared, canvas, photo } = assignment;
    const { width, height, scale } = canvas;
    const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
    const grid = { ...prepared.grid, size: prepared.grid.size / scale };
    this.#band = new Band({ ...prepared, camera: resized(prepared.camera, size), grid }, photo);
  }

  do({ stage, from, to }: Task): void {
    if (stage === "light") {
      this.#light.fill(from, to);
      return;
    }
    if (stage === "mirror") {
      this.#light.mirror(from, to);
      return;
    }
    const { canvas, character } = this.#assignment;
    const layers = this.#band.render(from - halo, to - from + 2 * halo, canvas.scale > 1 ? 2 : 1);
    blend(canvas, layers, character);
  }
}
