import { percentile, type Sample } from "./picture.ts";

/** A free round spot inside a plan, in samples. */
export type Spot = { x: number; y: number; radius: number };
/** What a floor plan's small copy shows: 1 marks samples of ink, and samples inside the flat. */
export type PlanRooms = { ink: Uint8Array; inside: Uint8Array; spots: Spot[] };

/** Gaps of up to twice this many samples in the outer walls (windows, doors) still count as closed. */
const closing = 8;
/** Walls reach over at least this part of the picture's long side. */
const wallReach = 0.3;
const spotLimit = 6;

/** Samples darker than the paper by a part: in a small copy thin window lines are only grey, lettering is black. */
function inkOf({ pixels }: Sample, part: number): Uint8Array {
  const paper = percentile(pixels, 0.9);
  return Uint8Array.from(pixels, (value) => (value < paper * part ? 1 : 0));
}

/** Steps (chamfer distance, in samples) from every sample to the nearest marked one. */
function distanceTo(marked: Uint8Array, width: number, height: number): Float32Array {
  const beyond = width + height;
  const far = Float32Array.from(marked, (mark) => (mark ? 0 : beyond));
  const at = (x: number, y: number) => (x < 0 || x >= width ? beyond : (far[y * width + x] ?? beyond));
  const relax = (x: number, y: number, back: 1 | -1) => {
    const nearest = Math.min(
      at(x - back, y) + 1,
      at(x, y - back) + 1,
      at(x - back, y - back) + Math.SQRT2,
      at(x + back, y - back) + Math.SQRT2,
    );
    far[y * width + x] = Math.min(at(x, y), nearest);
  };
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) relax(x, y, 1);
  for (let y = height - 1; y >= 0; y--) for (let x = width - 1; x >= 0; x--) relax(x, y, -1);
  return far;
}

/** Visits the samples around `start` that `enter` accepts, neighbour by neighbour. It must accept each only once. */
function flood(start: number, width: number, enter: (at: number) => boolean) {
  const queue = enter(start) ? [start] : [];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const x = at % width;
    if (x > 0 && enter(at - 1)) queue.push(at - 1);
    if (x < width - 1 && enter(at + 1)) queue.push(at + 1);
    if (enter(at - width)) queue.push(at - width);
    if (enter(at + width)) queue.push(at + width);
  }
}

/** The ink that reaches far across the picture: walls, but neither lettering nor a compass. */
function wallsOf(ink: Uint8Array, width: number, height: number): Uint8Array {
  const [walls, seen] = [new Uint8Array(ink.length), new Uint8Array(ink.length)];
  for (let start = 0; start < ink.length; start++) {
    const stroke: number[] = [];
    flood(start, width, (at) => {
      if (!ink[at] || seen[at]) return false;
      seen[at] = 1;
      return stroke.push(at) > 0;
    });
    const reach = (of: (at: number) => number) => {
      const [low, high] = stroke.reduce(
        ([l, h], at) => [Math.min(l, of(at)), Math.max(h, of(at))],
        [Infinity, 0],
      );
      return high - low;
    };
    const far = Math.max(
      reach((at) => at % width),
      reach((at) => Math.floor(at / width)),
    );
    if (far >= Math.max(width, height) * wallReach) for (const at of stroke) walls[at] = 1;
  }
  return walls;
}

/** Marks what can be reached from the picture's border without coming within `closing` samples of a wall. */
function outsideOf(walls: Uint8Array, width: number, height: number): Uint8Array {
  const toWall = distanceTo(walls, width, height);
  const outside = new Uint8Array(walls.length);
  for (let start = 0; start < outside.length; start++) {
    const [x, y] = [start % width, Math.floor(start / width)];
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1) continue;
    flood(start, width, (at) => {
      if (outside[at] !== 0 || (toWall[at] ?? 0) <= closing) return false;
      outside[at] = 1;
      return true;
    });
  }
  return outside;
}

/** The largest round spots that hold no ink and do not touch one another, largest first. */
function freeSpots(free: Float32Array, width: number): Spot[] {
  const spots: Spot[] = [];
  const order = [...free.keys()].filter((at) => (free[at] ?? 0) >= width * 0.03);
  order.sort((a, b) => (free[b] ?? 0) - (free[a] ?? 0));
  for (const at of order) {
    const spot = { x: at % width, y: Math.floor(at / width), radius: free[at] ?? 0 };
    const apart = spots.every(
      (other) => Math.hypot(other.x - spot.x, other.y - spot.y) >= other.radius + spot.radius,
    );
    if (apart) spots.push(spot);
    if (spots.length === spotLimit) break;
  }
  return spots;
}

/** Finds the flat and its free floor in a small grey copy of a plan, by its ink alone. */
export function readPlan(plan: Sample): PlanRooms {
  const { width, height } = plan;
  const ink = inkOf(plan, 0.72);
  const outside = outsideOf(wallsOf(inkOf(plan, 0.92), width, height), width, height);
  const nearOutside = distanceTo(outside, width, height);
  const blocked = Uint8Array.from(ink, (mark, at) => (mark || (nearOutside[at] ?? 0) <= closing ? 1 : 0));
  const inside = Uint8Array.from(nearOutside, (steps) => (steps > closing ? 1 : 0));
  return { ink, inside, spots: freeSpots(distanceTo(blocked, width, height), width) };
}
