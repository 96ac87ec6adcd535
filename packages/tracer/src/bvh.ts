import { float32At, float64At, int32At } from "@image-staging/picture/at";
import { boxesOf, centresOf, grow, halfArea } from "./boxes.ts";
import { type Geometry, sharedFloats } from "./geometry.ts";

/** A binary tree of bounding boxes over a geometry's triangles. */
export interface Bvh {
  /** 6 numbers a node: the smallest, then the largest x, y and z. */
  bounds: Float32Array;
  /** 2 numbers a node: the left child (the right one follows it) and 0, or the first triangle and how many. */
  links: Int32Array;
  /** The triangles in the tree's order: their corners and edges, and their numbers in the geometry. */
  corners: Float32Array;
  triangles: Int32Array;
}

const bins = 16;
const leafSize = 4;

interface Build {
  boxes: Float32Array;
  centres: Float32Array;
  order: Int32Array;
  bounds: Float32Array;
  links: Int32Array;
}

/**
 * Builds the tree by the surface area heuristic over 16 bins an axis (Wald 2007, "On fast construction of SAH-based
 * bounding volume hierarchies"). Triangles of one leaf lie side by side in memory.
 */
export function buildBvh({ corners }: Pick<Geometry, "corners">): Bvh {
  const count = corners.length / 9;
  const boxes = boxesOf(corners);
  const build: Build = {
    boxes,
    centres: centresOf(boxes),
    order: new Int32Array(count),
    bounds: sharedFloats(Math.max(1, count * 2) * 6),
    links: new Int32Array(new SharedArrayBuffer(Math.max(1, count * 2) * 8)),
  };
  for (let i = 0; i < count; i++) build.order[i] = i;
  let nodes = 1;
  const waiting = [[0, 0, count]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node = 0, first = 0, size = 0] = next;
    bound(build, node, first, size);
    const middle = size > leafSize ? split(build, first, size) : 0;
    if (middle === 0) {
      build.links.set([first, size], node * 2);
    } else {
      build.links.set([nodes, 0], node * 2);
      waiting.push([nodes, first, middle], [nodes + 1, first + middle, size - middle]);
      nodes += 2;
    }
  }
  const sorted = sharedFloats(corners.length);
  for (let i = 0; i < count; i++) {
    const from = int32At(build.order, i) * 9;
    for (let k = 0; k < 9; k++) sorted[i * 9 + k] = float32At(corners, from + k);
  }
  return { bounds: build.bounds, links: build.links, corners: sorted, triangles: shared(build.order) };
}

function shared(values: Int32Array): Int32Array {
  const copy = new Int32Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}

function bound({ boxes, order, bounds }: Build, node: number, first: number, size: number): void {
  const at = node * 6;
  bounds.fill(Number.POSITIVE_INFINITY, at, at + 3);
  bounds.fill(Number.NEGATIVE_INFINITY, at + 3, at + 6);
  for (let i = first; i < first + size; i++) grow(bounds, at, boxes, int32At(order, i) * 6);
}

/** How many times narrower than the widest side a side is that is not cut. */
const thin = 3;

const low = new Float64Array(3);
const scale = new Float64Array(3);

/** Sorts a node's triangles into two groups and returns the first one's size; 0 if all centres coincide. */
function split(build: Build, first: number, size: number): number {
  spread(build, first, size);
  const count = size < 256 ? 8 : bins;
  fillBins(build, first, size, count);
  let [cost, axis, bin] = [Number.POSITIVE_INFINITY, -1, 0];
  for (let candidate = 0; candidate < 3; candidate++) {
    if (scale[candidate] === 0) continue;
    sweep(candidate, size, count);
    for (let cut = 0; cut < count - 1; cut++) {
      const found = float64At(costs, cut);
      if (found < cost) [cost, axis, bin] = [found, candidate, cut];
    }
  }
  if (axis < 0) return 0;
  const { centres, order } = build;
  const [from, factor] = [float64At(low, axis), float64At(scale, axis) * count];
  let [left, right] = [first, first + size - 1];
  while (left <= right) {
    const triangle = int32At(order, left);
    if (Math.floor((float32At(centres, triangle * 3 + axis) - from) * factor) <= bin) {
      left++;
    } else {
      order[left] = int32At(order, right);
      order[right--] = triangle;
    }
  }
  return left - first;
}

/** Finds the least centre of the triangles along each axis, and the inverse of their spread (0 if they coincide). */
function spread({ centres, order }: Build, first: number, size: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = first; i < first + size; i++) {
      const value = float32At(centres, int32At(order, i) * 3 + axis);
      if (value < least) least = value;
      if (value > most) most = value;
    }
    low[axis] = least;
    scale[axis] = most - least < 1e-9 ? 0 : 0.9999 / (most - least);
  }
  // Across a thin side a cut hardly separates anything.
  let widest = Number.POSITIVE_INFINITY;
  for (const one of scale) if (one > 0 && one < widest) widest = one;
  for (let axis = 0; axis < 3; axis++) if (float64At(scale, axis) > thin * widest) scale[axis] = 0;
}

const binBounds = new Float32Array(3 * bins * 6);
const binCounts = new Int32Array(3 * bins);
const swept = new Float32Array(6);
const costs = new Float64Array(bins);
const empty = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

function fillBins({ boxes, centres, order }: Build, first: number, size: number, count: number): void {
  for (let axis = 0; axis < 3; axis++) {
    if (scale[axis] === 0) continue;
    const [from, factor, base] = [float64At(low, axis), float64At(scale, axis) * count, axis * bins];
    for (let bin = base; bin < base + count; bin++) {
      binBounds.set(empty, bin * 6);
      binCounts[bin] = 0;
    }
    for (let i = first; i < first + size; i++) {
      const triangle = int32At(order, i);
      const bin = base + Math.floor((float32At(centres, triangle * 3 + axis) - from) * factor);
      binCounts[bin] = int32At(binCounts, bin) + 1;
      grow(binBounds, bin * 6, boxes, triangle * 6);
    }
  }
}

/** The cost of a cut after each bin of an axis: triangles times area on both sides. */
function sweep(axis: number, size: number, count: number): void {
  costs.fill(0);
  for (let direction = 0; direction < 2; direction++) {
    swept.set(empty);
    let passed = 0;
    for (let step = 0; step < count - 1; step++) {
      const place = direction === 0 ? step : count - 1 - step;
      const bin = axis * bins + place;
      if (binCounts[bin]) {
        passed += int32At(binCounts, bin);
        grow(swept, 0, binBounds, bin * 6);
      }
      const cut = direction === 0 ? place : place - 1;
      const nothing = passed === 0 || passed === size;
      costs[cut] = nothing ? Number.POSITIVE_INFINITY : float64At(costs, cut) + passed * halfArea(swept, 0);
    }
  }
}
