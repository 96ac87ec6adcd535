import {
  Band,
  type efforts,
  type FloorGloss,
  LightGrid,
  type Prepared,
  type SmallPhoto,
} from "../render/index.ts";
import { blend, type Canvas, halo } from "./blend.ts";
import type { Character } from "./character.ts";

/** All that a thread needs; large arrays are in shared memory. */
export interface Assignment {
  prepared: Prepared;
  effort: (typeof efforts)[keyof typeof efforts];
  /** Whether edges get more rays. */
  smooth: boolean;
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
    this.#band = new Band(assignment.prepared, assignment.photo);
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
    const { canvas, character, smooth } = this.#assignment;
    blend(canvas, this.#band.render(from - halo, to - from + 2 * halo, smooth), character);
  }
}
