import { percentile, type Sample } from "./picture.ts";

/** A free round spot inside a plan, in samples. */
export type Spot = { x: number; y: number; radius: number };

/** Gaps of up to twice this many samples in the outer walls (windows, doors) still count as closed. */
const closing = 8;

/** Samples darker than the paper by a part: in a small copy thin window lines are only grey, lettering is black. */
function inkOf({ pixels }: Sample, part: number): Uint8Array {
  const paper = percentile(pixels, 0.9);
  return Uint8Array.from(pixels, (value) => (value < paper * part ? 1 : 0));
}

/** Steps (chamfer distance, in samples) from every sample to the nearest marked one. */
function distanceTo(marked: Uint8Array, width: number): Float32Array {
  const far = Float32Array.from(marked, (mark) => (mark ? 0 : Infinity));
  const at = (x: number, y: number) => (x < 0 || x >= width ? Infinity : (far[y * width + x] ?? Infinity));
  const relax = (nth: number, back: 1 | -1) => {
    const [x, y] = [nth % width, Math.floor(nth / width)];
    const straight = Math.min(at(x - back, y), at(x, y - back)) + 1;
    const across = Math.min(at(x - back, y - back), at(x + back, y - back)) + Math.SQRT2;
    far[nth] = Math.min(at(x, y), straight, across);
  };
  for (let nth = 0; nth < far.length; nth++) relax(nth, 1);
  for (let nth = far.length - 1; nth >= 0; nth--) relax(nth, -1);
  return far;
}

/** The open samples that can be reached from `start` and are not marked yet. Marks them. */
function flood(start: number, width: number, isOpen: (at: number) => boolean, marks: Uint8Array): number[] {
  const reached: number[] = [];
  const enter = (at: number) => {
    if (!isOpen(at) || marks[at]) return;
    marks[at] = 1;
    reached.push(at);
  };
  enter(start);
  for (const at of reached) {
    if (at % width > 0) enter(at - 1);
    if ((at + 1) % width > 0) enter(at + 1);
    enter(at - width);
    enter(at + width);
  }
  return reached;
}

/** The ink that reaches over a good part of the picture's long side: walls, but neither lettering nor a compass. */
function wallsOf(ink: Uint8Array, width: number): Uint8Array {
  const [walls, seen] = [new Uint8Array(ink.length), new Uint8Array(ink.length)];
  for (const start of ink.keys()) {
    const stroke = flood(start, width, (at) => ink[at] === 1, seen);
    const reach = (of: (at: number) => number) => {
      const sorted = Uint32Array.from(stroke, of).sort();
      return (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
    };
    const far = Math.max(
      reach((at) => at % width),
      reach((at) => Math.floor(at / width)),
    );
    if (far >= Math.max(width, ink.length / width) * 0.3) for (const at of stroke) walls[at] = 1;
  }
  return walls;
}

/** Marks what can be reached from the picture's border without coming within `closing` samples of a wall. */
function outsideOf(walls: Uint8Array, width: number): Uint8Array {
  const toWall = distanceTo(walls, width);
  const outside = new Uint8Array(walls.length);
  for (const start of walls.keys())
    if (start < width || start >= walls.length - width || start % width === 0 || (start + 1) % width === 0)
      flood(start, width, (at) => (toWall[at] ?? 0) > closing, outside);
  return outside;
}

/** The six largest round spots that hold no ink and do not touch one another, largest first. */
function freeSpots(free: Float32Array, width: number): Spot[] {
  const spots: Spot[] = [];
  const all = Array.from(free, (radius, at) => ({ x: at % width, y: Math.floor(at / width), radius }));
  const order = all.filter(({ radius }) => radius >= width * 0.03).sort((a, b) => b.radius - a.radius);
  for (const spot of order) {
    const apart = (other: Spot) =>
      Math.hypot(other.x - spot.x, other.y - spot.y) >= other.radius + spot.radius;
    if (spots.length < 6 && spots.every(apart)) spots.push(spot);
  }
  return spots;
}

/** Finds the flat and its free floor in a small grey copy of a plan, by its ink alone: 1 marks samples of ink and of inside. */
export function readPlan(plan: Sample) {
  const ink = inkOf(plan, 0.72);
  const outside = outsideOf(wallsOf(inkOf(plan, 0.92), plan.width), plan.width);
  const inside = Uint8Array.from(distanceTo(outside, plan.width), (steps) => (steps > closing ? 1 : 0));
  const blocked = ink.map((mark, at) => (mark || !inside[at] ? 1 : 0));
  return { ink, inside, spots: freeSpots(distanceTo(blocked, plan.width), plan.width) };
}
