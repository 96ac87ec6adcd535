import type { View } from "../view.ts";
import { connected } from "./connected.ts";

/** How far, in pixels of a view, both sides of a border are from it. */
const apart = 2;
/** Levels within which a pixel is as it was, and by which paint changes it at least. */
const [same, painted] = [3, 6];
/** Levels by which a plain surface varies across a border at most, and by which paint that ends there differs at least. */
const [plain, step] = [5, 7];
/** How far paint is from the median change of walls (natural logarithm of a channel over the source's), in any light. */
const ofPaint = 0.14;
/** Walls stand above this part of the height. */
const wallsEnd = 0.6;
/** The least part of an island's border that is no edge of the source, or it is an opening, and its least pixels. */
const [leastPlain, smallest] = [0.12, 60];

/**
 * How much old surface is left inside an edit's outline: the length, in % of the diagonal, of those borders of islands that stayed as
 * they were at which the walls' new paint ends on what was one plain surface in the source. A wall that is painted in part has
 * them; doors, windows and lamps are islands that end at edges of the source, and furniture has other colours than paint.
 */
export function unfinishedLength(source: View, candidate: View): number {
  const { width, height } = source;
  const changes = changesOf(source, candidate);
  const usual = usualOf(changes, width * Math.floor(wallsEnd * height));
  if (!usual) return 0;
  const isSame = (i: number): boolean => (changes.size[i] ?? 0) <= same;
  const isPaint = (i: number): boolean =>
    (changes.size[i] ?? 0) > painted &&
    usual.every((value, c) => Math.abs((changes.ratios[c]?.[i] ?? 0) - value) < ofPaint);
  const isPlain = (i: number, way: number): boolean =>
    Array.from({ length: 5 * apart - 1 }, (_, k) => i + (k - apart) * way).every(
      (other) => differenceOf(source, other, i) < plain,
    );
  const endsAt = (i: number, way: number): boolean => {
    const beyond = i + 2 * apart * way;
    const isEnd = isSame(i - apart * way) && isPaint(beyond) && isPaint(beyond + apart * way);
    return isEnd && differenceOf(candidate, beyond, i) >= step && isPlain(i, way);
  };
  let length = 0;
  for (const { members, border } of connected(isSame, width, height)) {
    if (members.length < smallest || members.some((i) => isAtSide(i, width, height))) continue;
    const left = members.filter((i) => [1, -1, width, -width].some((way) => endsAt(i, way))).length;
    if (left > leastPlain * border.length) length += left;
  }
  return (100 * length) / Math.hypot(width, height);
}

/** Whether a pixel is so near the picture's side that what lies around it is not seen. */
function isAtSide(i: number, width: number, height: number): boolean {
  const [x, y] = [i % width, Math.floor(i / width)];
  const margin = 3 * apart;
  return Math.min(x, y, width - 1 - x, height - 1 - y) < margin;
}

/** The largest of the differences of two pixels' planes. */
const differenceOf = ({ luma, redGreen, yellowBlue }: View, a: number, b: number): number =>
  Math.max(
    Math.abs(luma.at(a) - luma.at(b)),
    Math.abs(redGreen.at(a) - redGreen.at(b)),
    Math.abs(yellowBlue.at(a) - yellowBlue.at(b)),
  );

/** Of each pixel: the largest difference of the planes, and how red, green and blue changed, as logarithms. */
interface Changes {
  size: Float32Array;
  ratios: readonly Float32Array[];
}

function changesOf(source: View, candidate: View): Changes {
  const [before, after] = [channelsOf(source), channelsOf(candidate)];
  const size = new Float32Array(source.width * source.height);
  const ratios = before.map((plane, c) =>
    plane.map((value, i) => {
      const now = after[c]?.[i] ?? 0;
      size[i] = Math.max(size[i] ?? 0, Math.abs(now - value));
      // Not the bare ratio: in the dark a level is much of it.
      return Math.log((now + 8) / (value + 8));
    }),
  );
  return { size, ratios };
}

/** Red, green and blue of a view, by the inverse of its planes. */
function channelsOf({ luma, redGreen, yellowBlue }: View): Float32Array[] {
  const green = luma.values.map((value, i) => {
    const [red, yellow] = [redGreen.at(i), yellowBlue.at(i)];
    return value - 0.299 * red - 0.114 * (red / 2 - yellow);
  });
  const red = green.map((value, i) => value + redGreen.at(i));
  const blue = green.map((value, i) => value + redGreen.at(i) / 2 - yellowBlue.at(i));
  return [red, green, blue];
}

/** The median change of what changed in the first pixels; undefined if that is next to nothing. */
function usualOf({ size, ratios }: Changes, end: number): number[] | undefined {
  const changed = Array.from({ length: end }, (_, i) => i).filter((i) => (size[i] ?? 0) > painted);
  if (changed.length < 0.01 * end) return undefined;
  return ratios.map((plane) => {
    const sorted = Float32Array.from(changed, (i) => plane[i] ?? 0).sort();
    return sorted[sorted.length >> 1] ?? 0;
  });
}
