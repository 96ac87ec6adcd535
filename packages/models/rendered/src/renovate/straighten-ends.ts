import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames, type Hits } from "../analysis/faces.ts";
import type { Seams } from "../analysis/seams/seams.ts";

/** Metres of a wall's end that edges tear out of its paint at most. */
const torn = 0.12;
/** Pixels that an edge is wide at most, and how far (Lab) from the paint what is torn out of it is beyond that: else it is a lamp. */
const [blurred, alike] = [4, 2.5];
/** Pixels above a gap that show what lies there, and how many times its own step from the paint the step to that is. */
const [past, clearly] = [3, 6];

/** Pixels of a column between a wall's seam and its paint, which ends at `end`. */
interface Gap {
  wall: number;
  pixels: readonly number[];
  end: number;
}

/**
 * Lets paint end in straight lines: fills what is left open between it and the wall's upper or lower seam, if that is no more
 * than `torn` metres and most of the wall's columns have paint there, or what lies above the upper seam differs clearly.
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
      const sum = pixels.reduce((total, i) => total + plane.at(i), 0);
      return sum / pixels.length - plane.at(end);
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
