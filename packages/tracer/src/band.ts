import { float32At, float64At, int32At } from "@image-staging/picture/at";
import { Glass } from "./glass.ts";
import { columnsOf } from "./grid.ts";
import type { Layers } from "./layers.ts";
import type { SmallPhoto } from "./photo.ts";
import type { Prepared } from "./prepare.ts";
import { RoomLight } from "./room-light.ts";
import { Shading } from "./shading.ts";
import type { Hit } from "./tracer.ts";
import { View } from "./view.ts";

/** Positions within a pixel at an edge: fixed, so that edges are even, and in no two rows or columns alike. */
const positions = [
  [0.5625, 0.0625],
  [0.1875, 0.1875],
  [0.8125, 0.3125],
  [0.4375, 0.4375],
  [0.0625, 0.5625],
  [0.6875, 0.6875],
  [0.3125, 0.8125],
  [0.9375, 0.9375],
] as const;

/** Part, normal, ray length, triangle and the place on it. */
const viewStride = 8;
/** Where nothing can be seen but the room: not even an edge. */
const empty = -2;
/** What the number of a part behind glass has more. */
const behindGlass = 10_000;

/** Renders rows of the picture from the finished grid of light. */
export class Band {
  readonly #prepared: Prepared;
  readonly #view: View;
  readonly #glass: Glass;
  readonly #shading: Shading;
  readonly #kept: RoomLight;
  readonly #columns: Int32Array;
  readonly #hit: Hit = { t: 0, triangle: -1, u: 0, v: 0 };
  #seen = new Float32Array(0);
  #layers: Layers | undefined;

  constructor(prepared: Prepared, photo?: SmallPhoto) {
    this.#prepared = prepared;
    this.#columns = columnsOf(prepared.grid, prepared.camera.width);
    this.#view = new View(prepared.camera, prepared.solid);
    this.#shading = new Shading(prepared, photo);
    this.#glass = new Glass(prepared, this.#shading.reflection);
    this.#kept = new RoomLight(prepared, this.#view);
  }

  /**
   * Renders `rows` rows from `first`, which may lie outside the picture; edges get all their rays, or every second. The next
   * call writes into the same memory.
   */
  render(first: number, rows: number, every: 1 | 2 = 1): Layers {
    const { width } = this.#prepared.camera;
    const layers = this.#cleared(first, rows);
    this.#shading.forget();
    this.#look(first - 1, rows + 2);
    const seen = this.#seen;
    for (let row = 0; row < rows; row++) {
      for (let x = 0; x < width; x++) {
        const at = (row + 1) * width + x;
        layers.parts[row * width + x] = float32At(seen, at * viewStride);
        const edge = seen[at * viewStride] !== empty && this.#edgeAt(at, x);
        if (edge) this.#edge(layers, row, x, edge / every);
        else if (float32At(seen, at * viewStride) >= 0) this.#inside(layers, row, x, at * viewStride);
        this.#kept.keep(layers, row, x);
      }
    }
    return layers;
  }

  #cleared(first: number, rows: number): Layers {
    const { width } = this.#prepared.camera;
    if (this.#layers?.rows !== rows) {
      this.#seen = new Float32Array((rows + 2) * width * viewStride);
      this.#layers = {
        ...{
          first,
          rows,
          width,
          furniture: new Float32Array(rows * width * 4),
          parts: new Int16Array(rows * width),
        },
        ...{ kept: new Float32Array(rows * width * 3), mirrored: new Float32Array(rows * width * 3) },
      };
    }
    const layers = this.#layers;
    layers.first = first;
    layers.furniture.fill(0);
    layers.kept.fill(1);
    layers.mirrored.fill(0);
    return layers;
  }

  /** For each pixel the part seen through its centre, its normal and the ray's length. */
  #look(first: number, rows: number): void {
    const { camera, grid } = this.#prepared;
    const seen = this.#seen;
    const view = this.#view;
    for (let row = 0; row < rows; row++) {
      const y = first + row;
      const cells = Math.min(grid.rows - 1, Math.max(0, Math.floor(y / grid.size))) * grid.columns;
      for (let x = 0; x < camera.width; x++) {
        const at = (row * camera.width + x) * viewStride;
        seen[at] = empty;
        if (!grid.covered[cells + int32At(this.#columns, x)]) continue;
        seen[at] = -1;
        if (view.look(x + 0.5, y + 0.5)) {
          seen[at] = view.part;
          seen[at + 1] = view.nx;
          seen[at + 2] = view.ny;
          seen[at + 3] = view.nz;
          const { hit } = view.tracer;
          seen[at + 4] = hit.t;
          seen[at + 5] = hit.triangle;
          seen[at + 6] = hit.u;
          seen[at + 7] = hit.v;
        }
        if (this.#glass.before(x + 0.5, y + 0.5, view.t)) seen[at] = float32At(seen, at) + behindGlass;
      }
    }
  }

  /** Samples that a pixel needs: 8 if one around shows the room or another depth, 4 if another side or part, else 0. */
  #edgeAt(at: number, x: number): 0 | 4 | 8 {
    const { width, projection } = this.#prepared.camera;
    const seen = this.#seen;
    const own = at * viewStride;
    const part = float32At(seen, own);
    const near = float32At(seen, own + 4);
    let samples: 0 | 4 = 0;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        if (dx === 0 && dy === 0) continue;
        const beyond = x + dx < 0 ? width : x + dx >= width ? -width : 0;
        if (beyond !== 0 && !projection) continue;
        const other = (at + dy * width + dx + beyond) * viewStride;
        if (seen[other] === empty) continue;
        if (seen[other] !== part) {
          if (part < 0 || float32At(seen, other) < 0) return 8;
          samples = 4;
        }
        if (part < 0) continue;
        let along = 0;
        for (let k = 1; k < 4; k++) along += float32At(seen, own + k) * float32At(seen, other + k);
        if (along < 0.85) samples = 4;
        if (Math.abs(near - float32At(seen, other + 4)) > 0.02 + 0.03 * near) return 8;
      }
    }
    return samples;
  }

  #inside({ furniture, width, first }: Layers, row: number, x: number, from: number): void {
    const to = (row * width + x) * 4;
    const px = x + 0.5;
    const py = first + row + 0.5;
    const seen = this.#seen;
    if (float32At(seen, from) >= behindGlass - 1) {
      this.#sample(furniture, to, px, py, 1);
      return;
    }
    const hit = this.#hit;
    hit.t = float32At(seen, from + 4);
    hit.triangle = float32At(seen, from + 5);
    hit.u = float32At(seen, from + 6);
    hit.v = float32At(seen, from + 7);
    this.#view.recall(px, py, hit);
    this.#shading.shade(this.#view, px, py);
    const { color } = this.#shading;
    for (let c = 0; c < 3; c++) furniture[to + c] = float64At(color, c);
    furniture[to + 3] = 1;
  }

  #edge({ furniture, width, first }: Layers, row: number, x: number, samples: number): void {
    const at = (row * width + x) * 4;
    for (let i = 0; i < positions.length; i += positions.length / samples) {
      const place = positions[i] ?? positions[0];
      this.#sample(furniture, at, x + place[0], first + row + place[1], 1 / samples);
    }
  }

  #sample(furniture: Float32Array, at: number, px: number, py: number, weight: number): void {
    const view = this.#view;
    const met = view.look(px, py);
    let through = weight;
    if (this.#glass.before(px, py, view.t)) {
      const passes = this.#glass.through(px, py, view.t);
      const { added } = this.#glass;
      for (let c = 0; c < 3; c++)
        furniture[at + c] = float32At(furniture, at + c) + weight * float64At(added, c);
      furniture[at + 3] = float32At(furniture, at + 3) + weight * (1 - passes);
      through = weight * passes;
    }
    if (!met) return;
    this.#shading.shade(view, px, py);
    for (let c = 0; c < 3; c++)
      furniture[at + c] = float32At(furniture, at + c) + through * float64At(this.#shading.color, c);
    furniture[at + 3] = float32At(furniture, at + 3) + through;
  }
}
