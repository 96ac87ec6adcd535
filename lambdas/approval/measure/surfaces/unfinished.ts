import type { View } from "../view.ts";
import { connected } from "./connected.ts";
import type { NewPaint } from "./new-paint.ts";

/** How far, in pixels of a view, both sides of a border are from it. */
const apart = 2;
/** Levels by which a plain surface varies across a border at most, and by which paint that ends there differs at least. */
const [plain, step] = [5, 7];
/** The least part of an island's border that is no edge of the source, or it is an opening, and its least pixels. */
const [leastPlain, smallest] = [0.12, 60];

/**
 * How much old surface is left inside an edit's outline: the length, in % of the diagonal, of those borders of islands that stayed as
 * they were at which the walls' new paint ends on what was one plain surface in the source. A wall that is painted in part has
 * them; doors, windows and lamps are islands that end at edges of the source, and furniture has other colours than `paint`, the new
 * paint of the walls; without it nothing is left.
 */
export function unfinishedLength(source: View, candidate: View, paint: NewPaint | undefined): number {
  const { width, height } = source;
  if (!paint) return 0;
  const { isSame, isPaint } = paint;
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
