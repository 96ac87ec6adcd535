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
  const build: Build = {
    boxes: boxesOf(corners),
    order: Int32Array.from({ length: count }, (_, i) => i),
    bounds: sharedFloats(Math.max(1, count * 2) * 6),
    links: new Int32Array(new SharedArrayBuffer(Math.max(1, count * 2) * 8)),
  };
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
    const from = (build.order[i] ?? 0) * 9;
    sorted.set(corners.subarray(from, from + 9), i * 9);
  }
  return { bounds: build.bounds, links: build.links, corners: sorted, triangles: shared(build.order) };
}

function shared(values: Int32Array): Int32Array {
  const copy = new Int32Array(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}

/** The bounding box of each triangle, 6 numbers each. */
function boxesOf(corners: Float32Array): Float32Array {
  const boxes = new Float32Array((corners.length / 9) * 6);
  for (let at = 0, to = 0; at < corners.length; at += 9, to += 6) {
    for (let axis = 0; axis < 3; axis++) {
      const a = corners[at + axis] ?? 0;
      const b = a + (corners[at + 3 + axis] ?? 0);
      const c = a + (corners[at + 6 + axis] ?? 0);
      boxes[to + axis] = Math.min(a, b, c);
      boxes[to + 3 + axis] = Math.max(a, b, c);
    }
  }
  return boxes;
}

function bound({ boxes, order, bounds }: Build, node: number, first: number, size: number): void {
  const at = node * 6;
  bounds.fill(Number.POSITIVE_INFINITY, at, at + 3);
  bounds.fill(Number.NEGATIVE_INFINITY, at + 3, at + 6);
  for (let i = first; i < first + size; i++) grow(bounds, at, boxes, (order[i] ?? 0) * 6);
}

function grow(bounds: Float32Array, at: number, boxes: Float32Array, from: number): void {
  for (let axis = 0; axis < 3; axis++) {
    bounds[at + axis] = Math.min(bounds[at + axis] ?? 0, boxes[from + axis] ?? 0);
    bounds[at + 3 + axis] = Math.max(bounds[at + 3 + axis] ?? 0, boxes[from + 3 + axis] ?? 0);
  }
}

function halfArea(bounds: Float32Array, at: number): number {
  const x = (bounds[at + 3] ?? 0) - (bounds[at] ?? 0);
  const y = (bounds[at + 4] ?? 0) - (bounds[at + 1] ?? 0);
  const z = (bounds[at + 5] ?? 0) - (bounds[at + 2] ?? 0);
  return x * y + y * z + z * x;
}

/** Sorts a node's triangles into two groups and returns the first one's size; 0 where all centres coincide. */
function split(build: Build, first: number, size: number): number {
  const { boxes, order } = build;
  const centre = (triangle: number, axis: number) =>
    (boxes[triangle * 6 + axis] ?? 0) + (boxes[triangle * 6 + 3 + axis] ?? 0);
  let best = { cost: Number.POSITIVE_INFINITY, axis: 0, bin: 0, low: 0, scale: 0 };
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = first; i < first + size; i++) {
      const value = centre(order[i] ?? 0, axis);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (high - low < 1e-9) continue;
    const scale = (bins * 0.9999) / (high - low);
    const found = cheapest(build, first, size, (triangle) => Math.floor((centre(triangle, axis) - low) * scale));
    if (found.cost < best.cost) best = { ...found, axis, low, scale };
  }
  if (best.scale === 0) return 0;
  let [left, right] = [first, first + size - 1];
  while (left <= right) {
    const triangle = order[left] ?? 0;
    if (Math.floor((centre(triangle, best.axis) - best.low) * best.scale) <= best.bin) {
      left++;
    } else {
      order[left] = order[right] ?? 0;
      order[right--] = triangle;
    }
  }
  return left - first;
}

const binBounds = new Float32Array(bins * 6);
const binCounts = new Int32Array(bins);
const swept = new Float32Array(6);
const costs = new Float64Array(bins);

/** The bin after which a cut costs least. */
function cheapest({ boxes, order }: Build, first: number, size: number, binOf: (triangle: number) => number) {
  for (let i = 0; i < binBounds.length; i++) binBounds[i] = i % 6 < 3 ? Infinity : -Infinity;
  binCounts.fill(0);
  for (let i = first; i < first + size; i++) {
    const triangle = order[i] ?? 0;
    const bin = binOf(triangle);
    binCounts[bin] = (binCounts[bin] ?? 0) + 1;
    grow(binBounds, bin * 6, boxes, triangle * 6);
  }
  costs.fill(0);
  let best = { cost: Number.POSITIVE_INFINITY, bin: 0 };
  for (const upwards of [true, false]) {
    swept.set([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
    let count = 0;
    for (let step = 0; step < bins - 1; step++) {
      const bin = upwards ? step : bins - 1 - step;
      count += binCounts[bin] ?? 0;
      if (binCounts[bin]) grow(swept, 0, binBounds, bin * 6);
      const cut = upwards ? bin : bin - 1;
      costs[cut] = count === 0 || count === size ? Infinity : (costs[cut] ?? 0) + count * halfArea(swept, 0);
    }
  }
  for (let bin = 0; bin < bins - 1; bin++) {
    const cost = costs[bin] ?? 0;
    if (cost < best.cost) best = { cost, bin };
  }
  return best;
}
