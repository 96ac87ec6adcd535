import type { Slopes } from "@image-staging/picture/gradient";
import { Plane } from "@image-staging/picture/plane";

/** A straight row of edge pixels, in pixels: its ends, its length, and how much of it leans to the upright (0 to 1). */
export interface Chain {
  length: number;
  upright: number;
  middleX: number;
  middleY: number;
  /** The highest row, and its column. */
  top: number;
  topX: number;
  bottom: number;
  strength: number;
}

/** Edges whose normals differ from the first one's by more (cosine) belong to other chains. */
const sameDirection = 0.9;
const straightWidth = 2.2;

/** Marks the pixels at which a gradient is largest along its own direction, and at least `least`. */
export function thinEdges({ width, height, x, y, size }: Slopes, least: number): Uint8Array {
  const marks = new Uint8Array(width * height);
  for (let row = 3; row < height - 3; row++) {
    for (let i = row * width + 3; i < row * width + width - 3; i++) {
      const strength = size.at(i);
      if (strength < least) continue;
      const [gx, gy] = [x.at(i), y.at(i)];
      const sideways = Math.abs(gx) > Math.abs(gy) * 2.4;
      const upwards = Math.abs(gy) > Math.abs(gx) * 2.4;
      const step = sideways ? 1 : upwards ? width : gx * gy > 0 ? width + 1 : width - 1;
      if (strength >= size.at(i - step) && strength > size.at(i + step)) marks[i] = 1;
    }
  }
  return marks;
}

/** Joins marked pixels within two pixels of one another into straight chains of at least `least` pixels. */
export function chainsOf(marks: Uint8Array, gradient: Slopes, least: number): Chain[] {
  const { width } = gradient;
  const open = Uint8Array.from(marks);
  const chains: Chain[] = [];
  for (let first = 0; first < open.length; first++) {
    if (open[first] === 0) continue;
    open[first] = 0;
    const members = [first];
    const norm = gradient.size.at(first) || 1;
    const normal = [gradient.x.at(first) / norm, gradient.y.at(first) / norm] as const;
    for (let next = 0; next < members.length; next++)
      spread(members[next] ?? 0, normal, members, open, gradient);
    const chain = members.length >= least * 0.6 ? straight(members, gradient, width) : undefined;
    if (chain && chain.length >= least) chains.push(chain);
  }
  return chains;
}

/** Adds the open neighbours of a member whose own normals are like the chain's. */
function spread(
  from: number,
  [nx, ny]: readonly [number, number],
  members: number[],
  open: Uint8Array,
  { width, x, y, size }: Slopes,
): void {
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++) {
      const i = from + dy * width + dx;
      if (open[i] !== 1) continue;
      const along = Math.abs(nx * x.at(i) + ny * y.at(i)) / (size.at(i) || 1);
      if (along < sameDirection || Math.abs(nx * dx + ny * dy) > 1.3) continue;
      open[i] = 0;
      members.push(i);
    }
  }
}

/** The chain of some pixels by their principal axis; undefined if they are not in a straight row. */
function straight(members: readonly number[], { size }: Slopes, width: number): Chain | undefined {
  let [sumX, sumY, strength] = [0, 0, 0];
  for (const i of members) {
    sumX += i % width;
    sumY += Math.floor(i / width);
    strength += size.at(i);
  }
  const [middleX, middleY] = [sumX / members.length, sumY / members.length];
  let [xx, xy, yy] = [0, 0, 0];
  for (const i of members) {
    const [dx, dy] = [(i % width) - middleX, Math.floor(i / width) - middleY];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [low, high, off, top, topX, bottom] = [0, 0, 0, Number.POSITIVE_INFINITY, 0, 0];
  for (const i of members) {
    const [dx, dy] = [(i % width) - middleX, Math.floor(i / width) - middleY];
    low = Math.min(low, dx * cos + dy * sin);
    high = Math.max(high, dx * cos + dy * sin);
    off += (dy * cos - dx * sin) ** 2;
    const row = Math.floor(i / width);
    if (row < top) [top, topX] = [row, i % width];
    bottom = Math.max(bottom, row);
  }
  if (Math.sqrt(off / members.length) > straightWidth) return undefined;
  const length = high - low + 1;
  return {
    ...{ length, upright: Math.abs(sin), middleX, middleY, top, topX, bottom },
    strength: strength / members.length,
  };
}

/** The largest value in the square of `reach` pixels around each pixel. */
export function largestAround(plane: Plane, reach: number): Plane {
  const { width, height } = plane;
  const [rows, result] = [new Plane(plane), new Plane(plane)];
  for (let y = 0; y < height; y++) sweep(plane, rows, { first: y * width, step: 1, count: width }, reach);
  for (let x = 0; x < width; x++) sweep(rows, result, { first: x, step: width, count: height }, reach);
  return result;
}

/** A row or a column of a plane: its first value, and how many values `step` apart. */
interface Line {
  first: number;
  step: number;
  count: number;
}

function sweep(from: Plane, to: Plane, { first, step, count }: Line, reach: number) {
  for (let i = 0; i < count; i++) {
    let most = 0;
    const end = Math.min(count - 1, i + reach);
    for (let j = Math.max(0, i - reach); j <= end; j++) most = Math.max(most, from.at(first + j * step));
    to.values[first + i * step] = most;
  }
}
