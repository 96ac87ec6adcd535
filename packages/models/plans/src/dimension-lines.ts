import type { Ink } from "./ink.ts";
import { heightOf, widthOf } from "./read/box.ts";
import type { Line } from "./read/labels.ts";
import { type LengthReading, readLength } from "./read/sizes.ts";

/** What a measure says of the scale: the logarithm of pixels of a metre, how much that counts, and how sure the reading is. */
export interface Vote {
  log: number;
  weight: number;
  sure: number;
}

/** What a dimension line counts for, over a room: one alone is as likely another line. */
const weightOfOne = 0.25;
/** The lengths that dimension lines print, in metres. */
const [shortest, longest] = [0.3, 60];
/** How far from the lettering its line can be, and the gap that it leaves for it on each side, over the letters' height. */
const [beside, broken] = [1.3, 1.2];
/** A tick, an arrow head or an extension line is so high, over the letters' height and in pixels. */
const [tick, leastTick] = [0.4, 4];
/** A gap of so many pixels does not end a line. */
const gap = 2;
/** So much of its length, and so many pixels, the halves of a dimension line differ at most. */
const [uneven, unevenPixels] = [0.06, 3];
/** A dimension line is at least so long, over its lettering. */
const least = 1.3;
/** Ends that are closer to each other, over the letters' height, are one: an arrow's head and its tip. */
const oneEnd = 0.6;
/** The line of a chain goes on: so many ends are looked at on each side. */
const mostEnds = 6;

/** Whether something is drawn at a place along and across a dimension line. */
type Drawn = (along: number, across: number) => boolean;

/** A printed length: where it is along and across its line, and how high its letters are. */
interface Lettering {
  from: number;
  to: number;
  first: number;
  last: number;
  high: number;
}

/** The scales that dimension lines say: of two ticks, arrows or ends that have a length in their middle. One list for each. */
export function votesOfDimensions(lines: readonly Line[], ink: Ink): Vote[][] {
  return lines.flatMap((line) => {
    const readings = readLength(line.text).filter(({ value }) => value > shortest && value < longest);
    if (readings.length === 0) return [];
    const { left, top, right, bottom } = line;
    const high = line.turn === "none" ? heightOf(line) : widthOf(line);
    // Lettering stands in a vertical line too.
    const long =
      (line.turn === "none" &&
        lengthOf({ from: left, to: right, first: top, last: bottom, high }, alongX(ink))) ||
      lengthOf({ from: top, to: bottom, first: left, last: right, high }, alongY(ink));
    if (!long) return [];
    const voteOf = ({ value, weight }: LengthReading): Vote => ({
      ...{ log: Math.log(long / value), weight: weightOfOne * weight, sure: weight },
    });
    return [readings.map(voteOf)];
  });
}

const alongX =
  ({ drawn, width, height }: Ink): Drawn =>
  (x, y) =>
    x >= 0 && x < width && y >= 0 && y < height && drawn[y * width + x] === 1;
const alongY = (ink: Ink): Drawn => {
  const isDrawn = alongX(ink);
  return (y, x) => isDrawn(x, y);
};

/** The pixels between the ends of the nearest line that has a length in its middle; undefined if there is none. */
function lengthOf(lettering: Lettering, isDrawn: Drawn): number | undefined {
  const { from, to, first, last, high } = lettering;
  const middle = (first + last) / 2;
  const rows = Array.from({ length: Math.ceil(last - first + 2 * beside * high) }, (_, i) =>
    Math.round(first - beside * high + i),
  ).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  for (const row of rows) {
    const isThrough = row > first && row < last;
    const centre = (from + to) / 2;
    const [left, right] = ([-1, 1] as const).map((sign) => {
      const start = Math.round(isThrough ? (sign < 0 ? from : to) : centre);
      return endsOf(start, row, sign, { high, isDrawn, wait: isThrough ? broken * high : gap });
    });
    const lengths = (left ?? []).flatMap((start) =>
      (right ?? []).flatMap((end) => {
        const [before, after] = [centre - start, end - centre];
        const isEven = Math.abs(before - after) < uneven * (before + after) + unevenPixels;
        return isEven && end - start > least * (to - from) ? [end - start] : [];
      }),
    );
    if (lengths.length > 0) return Math.min(...lengths);
  }
  return undefined;
}

/** Where a line can end that is followed from a place: at the far side of what crosses it, and where it stops. */
function endsOf(
  start: number,
  row: number,
  sign: 1 | -1,
  { high, isDrawn, wait }: { high: number; isDrawn: Drawn; wait: number },
): number[] {
  const ends: number[] = [];
  let [missing, last]: [number, number | undefined] = [0, undefined];
  let crossing: number | undefined;
  for (let at = start; ends.length < mostEnds; at += sign) {
    if (!isDrawn(at, row)) {
      if (++missing > (last === undefined ? wait : gap)) break;
      continue;
    }
    [missing, last] = [0, at];
    if (heightAt(at, row, isDrawn, 2 * high) > Math.max(leastTick, tick * high)) crossing = at;
    else if (crossing !== undefined) {
      ends.push(crossing);
      crossing = undefined;
    }
  }
  const end = crossing ?? last;
  const all = end === undefined ? ends : [...ends, end];
  return all.filter((place, i) => Math.abs((all[i + 1] ?? Number.POSITIVE_INFINITY) - place) > oneEnd * high);
}

/** How high what is drawn at a place is, across a line, up to a limit on each side. */
function heightAt(at: number, row: number, isDrawn: Drawn, limit: number): number {
  let [up, down] = [0, 0];
  while (up < limit && isDrawn(at, row - up - 1)) up++;
  while (down < limit && isDrawn(at, row + down + 1)) down++;
  return up + down + 1;
}
