import { faceNames, type Hits } from "../analysis/faces.ts";
import type { WorkingCopy } from "../analysis/picture/working-copy.ts";
import type { Seams } from "../analysis/seams/seams.ts";

/** The share of a wall between its openings that is painted at least: less, if of what does not shine most is. */
const [leastPaint, leastIfShining, mostOfDull] = [0.5, 0.3, 0.7];
/** How much lighter (Lab) than a wall's paint panes and white frames are. */
const lighter = 12;
/** How far (Lab) the paint of a wall that shows less than half of it, but as much as beside panes, is from another wall's at most. */
const samePaint = { light: 22, colour: 4 } as const;
/** Metres of a wall's end that edges tear out of its paint at most. */
const torn = 0.12;
/** Pixels that an edge is wide at most, and how far (Lab) from the paint what is torn out of it is beyond that: else it is a lamp. */
const [blurred, alike] = [4, 2.5];
/** Pixels above a gap that show what lies there, and how many times its own step from the paint the step to that is. */
const [past, clearly] = [3, 6];
/** Pixels that a corner's line is wide at most. */
const corner = 10;

/**
 * A wall that shows little paint is brick, glass or shelves: its few even patches are none, unless it shows as much of another wall's paint as beside panes. Beside an opening that was found in
 * part, panes and frames shine; what has no paint above and below one (`openings`) is its own.
 */
export function dropBareWalls(
  paint: Uint8Array,
  domain: Uint8Array,
  { face }: Hits,
  { lab }: WorkingCopy,
  openings: Uint8Array,
): void {
  const [lightness] = lab;
  const walls = faceNames.map(() => ({ seen: 0, painted: 0, sums: [0, 0, 0] as Sums, shining: 0 }));
  domain.forEach((isIn, i) => {
    const wall = walls[face[i] as number];
    if (!isIn || !wall || (openings[i] && !paint[i])) return;
    wall.seen++;
    if (!paint[i]) return;
    wall.painted++;
    for (const c of [0, 1, 2] as const) wall.sums[c] += lab[c][i] as number;
  });
  domain.forEach((isIn, i) => {
    const wall = walls[face[i] as number];
    if (
      isIn &&
      wall &&
      !paint[i] &&
      !openings[i] &&
      (lightness[i] as number) > wall.sums[0] / wall.painted + lighter
    )
      wall.shining++;
  });
  const isBare = walls.map(({ seen, painted, shining }) => {
    const least = painted > mostOfDull * (seen - shining) ? leastIfShining : leastPaint;
    return painted < least * seen;
  });
  const isShared = walls.map(
    (wall) =>
      wall.painted >= leastIfShining * (wall.seen - wall.shining) &&
      walls.some((other, k) => !isBare[k] && other.painted > 0 && isSamePaint(wall, other)),
  );
  face.forEach((wall, i) => {
    if (isBare[wall] && !isShared[wall]) paint[i] = 0;
  });
}

type Sums = [number, number, number];

/** Whether two walls show the same paint in other light. */
function isSamePaint(one: { painted: number; sums: Sums }, other: { painted: number; sums: Sums }): boolean {
  const [light = 0, a = 0, b = 0] = one.sums.map(
    (sum, c) => sum / one.painted - (other.sums[c] as number) / other.painted,
  );
  return Math.abs(light) < samePaint.light && Math.hypot(a, b) < samePaint.colour;
}

/**
 * Lets paint end in straight lines: fills what is left open between it and the wall's upper or lower seam, if that is no more
 * than `torn` metres and most of the wall's columns have paint there.
 */
export function straightenEnds(
  paint: Uint8Array,
  domain: Uint8Array,
  { face }: Hits,
  seams: Seams,
  { lab }: WorkingCopy,
): void {
  const width = seams.metre.length;
  const height = paint.length / width;
  for (const [seam, down] of [
    [seams.paintTop, 1],
    [seams.paintFoot, -1],
  ] as const) {
    const gaps = Array.from(seam, (y, x) => gapAt(x, Math.ceil(y - 0.5 * down), down));
    const closed = faceNames.map((_, wall) => {
      const own = gaps.filter((gap) => gap?.wall === wall);
      return own.filter((gap) => gap && gap.pixels.length <= 1).length > own.length / 2;
    });
    for (const gap of gaps) {
      const isWall = gap && (closed[gap.wall] || (down > 0 && endsClearly(gap)));
      if (isWall) for (const i of gap.pixels) paint[i] = 1;
    }
  }

  /** Whether the step from a gap to what lies above it is many times the one from the paint to the gap. */
  function endsClearly({ pixels, end }: Gap): boolean {
    const beyond = (pixels[0] ?? 0) - past * width;
    const own = Math.max(1, ...pixels.map((i) => stepTo([i], end)));
    return pixels.length > 0 && beyond >= 0 && stepTo([beyond], end) > clearly * own;
  }

  /** How far (Lab) the mean of pixels lies from the last one of paint. */
  function stepTo(pixels: readonly number[], end: number): number {
    const steps = lab.map((plane) => {
      const sum = pixels.reduce((total, i) => total + (plane[i] as number), 0);
      return sum / pixels.length - (plane[end] as number);
    });
    return Math.hypot(...steps);
  }

  /** Whether pixels of a column are an edge's, or look like the paint that they end at. */
  function isLikePaint(pixels: readonly number[], end: number): boolean {
    return pixels.length <= blurred || stepTo(pixels, end) < alike;
  }

  /** The pixels of a column between a wall's seam and its paint; undefined if there is none near it. */
  function gapAt(x: number, from: number, down: number): Gap | undefined {
    const most = Math.max(4, torn * (seams.metre[x] as number));
    const pixels: number[] = [];
    for (let y = from; y >= 0 && y < height && pixels.length <= most; y += down) {
      const i = y * width + x;
      if (paint[i]) return isLikePaint(pixels, i) ? { wall: face[i] as number, pixels, end: i } : undefined;
      if (!domain[i] && pixels.length > 1) return undefined;
      pixels.push(i);
    }
    return undefined;
  }
}

/** Pixels of a column between a wall's seam and its paint, which ends at `end`. */
interface Gap {
  wall: number;
  pixels: readonly number[];
  end: number;
}

/** Fills the thin line that is left between two painted walls along their corner. */
export function joinCorners(paint: Uint8Array, domain: Uint8Array, { face }: Hits, width: number): void {
  for (let i = corner; i < paint.length - corner; i++) {
    if (paint[i] || !domain[i]) continue;
    let [left, right] = [-1, -1];
    for (let step = 1; step <= corner && (left < 0 || right < 0); step++) {
      if (left < 0 && paint[i - step] === 1) left = i - step;
      if (right < 0 && paint[i + step] === 1) right = i + step;
    }
    const isInRow = left >= 0 && right >= 0 && Math.floor(left / width) === Math.floor(right / width);
    const isAtCorner = face[i - corner] !== face[i + corner];
    if (isInRow && right - left <= corner + 1 && isAtCorner) paint[i] = 2;
  }
  paint.forEach((value, i) => {
    if (value === 2) paint[i] = 1;
  });
}
