import type { Slopes } from "@image-staging/picture/gradient";
import type { Plane } from "@image-staging/picture/plane";
import { halved } from "../edges/gradient.ts";
import { flatSlope, type Residual } from "../surfaces/residual.ts";
import { brightest, type View } from "../view.ts";

/** How far down the picture walls are looked at: below it is sun on floors, and rugs. */
const wallsEnd = 0.6;
/** What is plain and unchanged: differences in luma and in colour, of 255. */
const [keptLuma, keptColour] = [14, 10];
/** So many pixels in a row must be plain and unchanged for a comparison with them. */
const leastRun = 2;
/** How much a thing differs from the plain surface on both sides of it, and how much it may when it is gone. */
const [standsOut, sameLuma, sameColour] = [30, 10, 8];

type Planes = readonly [luma: Plane, redGreen: Plane, yellowBlue: Plane];

/**
 * The share of a picture that differed from the plain surface left and right of it and has its shade and colour now, all the
 * way from one of them: what was there is gone, and nothing stands before it. Walls with a pattern have no straight edges to
 * lose, but this they show.
 */
export function levelledShare(
  [source, candidate]: readonly [View, View],
  [before, after]: readonly [Slopes, Slopes],
  residual: Residual,
): number {
  const [from, to] = [halves(source), halves(candidate)];
  const [luma, colour] = [halved(residual.luma), halved(residual.colour)];
  const { width, height } = luma;
  const isPlain = (x: number, y: number) => {
    const i = 2 * y * source.width + 2 * x;
    const slope = ({ size }: Slopes) => Math.max(size.at(i), size.at(i + source.width + 1));
    return slope(before) < flatSlope && slope(after) < flatSlope;
  };
  let count = 0;
  for (let y = 0; y < Math.floor(wallsEnd * height); y++) {
    const kept = Uint8Array.from({ length: width }, (_, x) => {
      const i = y * width + x;
      const same = Math.abs(luma.at(i)) < keptLuma && colour.at(i) < keptColour;
      return same && isPlain(x, y) ? 1 : 0;
    });
    const [left, right] = [
      keptBefore(kept),
      keptBefore(kept.toReversed())
        .map((x) => width - 1 - x)
        .reverse(),
    ];
    const sides = (x: number) => [left[x] ?? -1, right[x] ?? width] as const;
    const isSurface = kept.map((value, x) => {
      if (value === 1 || to[0].at(y * width + x) > brightest) return value;
      const is = standingOut(to, y * width, x, sides(x), width);
      return is && is.luma < sameLuma && is.colour < sameColour ? 1 : 0;
    });
    const fromLeft = followed(isSurface, (x) => left[x] === x);
    const fromRight = followed(isSurface.toReversed(), (x) => right[width - 1 - x] === width - 1 - x);
    for (let x = 0; x < width; x++) {
      if (kept[x] === 1 || (fromLeft[x] === 0 && fromRight[width - 1 - x] === 0)) continue;
      const was = standingOut(from, y * width, x, sides(x), width);
      if (was && Math.max(was.luma, was.colour / 0.8) >= standsOut) count++;
    }
  }
  return count / (width * height);
}

const halves = ({ luma, redGreen, yellowBlue }: View): Planes => [
  halved(luma),
  halved(redGreen),
  halved(yellowBlue),
];

/** The last pixel of a run of kept ones before each pixel of a row; -1 if there is none. */
function keptBefore(kept: Uint8Array): Int32Array {
  let [run, last] = [0, -1];
  return Int32Array.from(kept, (value, x) => {
    run = value === 1 ? run + 1 : 0;
    if (run >= leastRun) last = x;
    return last;
  });
}

/** Marks what can be followed from a start along a row, over surface alone. */
function followed(isSurface: Uint8Array, isStart: (x: number) => boolean): Uint8Array {
  let reached = 0;
  return isSurface.map((value, x) => {
    reached = isStart(x) || (reached === 1 && value === 1) ? 1 : 0;
    return reached;
  });
}

/** How much a pixel of a row differs from what lies between the kept pixels on its sides; undefined if there are none. */
function standingOut(
  planes: Planes,
  row: number,
  x: number,
  [left, right]: readonly [number, number],
  width: number,
): { luma: number; colour: number } | undefined {
  if (left < 0 && right >= width) return undefined;
  const share = left < 0 ? 1 : right >= width ? 0 : (x - left) / (right - left);
  const off = (plane: Plane) => {
    const between =
      plane.at(row + Math.max(0, left)) * (1 - share) + plane.at(row + Math.min(width - 1, right)) * share;
    return plane.at(row + x) - between;
  };
  const [luma, redGreen, yellowBlue] = planes;
  return { luma: Math.abs(off(luma)), colour: Math.hypot(off(redGreen), off(yellowBlue)) };
}
