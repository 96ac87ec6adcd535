import type { Vote } from "./dimension-lines.ts";
import type { Reading } from "./ink.ts";
import { type Box, heightOf } from "./read/box.ts";
import type { Line } from "./read/labels.ts";
import { foot } from "./read/sizes.ts";

/** A number that may be beside a bar, and its unit in metres. */
interface Mark extends Box {
  value: number;
  unit: number | undefined;
}

/** Units that are not read: metres or feet, and how likely each is. */
const either = [[1, 0.5] as const, [foot, 0.4] as const];
/** Over the letters' height: how near a bar is, how high at most and long at least, what ends it, and how far its fields' ends differ. */
const [away, tallest, shortest, apart, round] = [2.3, 1.6, 3.5, 0.6, 0.2];
/** A tick is so much of a bar's height. */
const tick = 0.35;
/** So much of a bar, and so many pixels, its fields and the places of its numbers differ at most. */
const [uneven, unevenPixels] = [0.01, 2];
/** So many numbers tell a bar though its 0 was not read, and so many ends of fields at whole units though only the last number was. */
const [manyNumbers, manyEnds] = [3, 4];
/** A unit is so many times as long as what differs at most, else any tick is at one. */
const clear = 6;

/**
 * The scales that level scale bars say: lines with ticks, or fields in turn black and white, or up and down, that have numbers
 * at their ticks, from 0 on. A dimension line has its number between two.
 */
export function votesOfBars(lines: readonly Line[], { ink, letters }: Omit<Reading, "scale">): Vote[] {
  const marks = lines.flatMap((line) => markOf(line) ?? []);
  const drawn = ink.drawn.map((value, i) => (value && !letters[i] ? 1 : 0));
  const isDrawn = (x: number, y: number) =>
    x >= 0 && x < ink.width && y >= 0 && y < ink.height && drawn[y * ink.width + x] === 1;
  return marks.flatMap((last) => {
    if (last.value === 0) return [];
    const high = heightOf(last);
    const row = marks.filter(({ top, bottom }) => Math.abs(top + bottom - last.top - last.bottom) < high);
    const unit = row.find((mark) => mark.unit)?.unit;
    return ([-1, 1] as const).flatMap((side) => {
      const long = lengthOf({ ...last, unit }, row, fieldsBeside(last, side, isDrawn, 2 * ink.line + 2));
      if (long === undefined) return [];
      return (unit === undefined ? either : [[unit, 1] as const]).map(([metres, weight]) => ({
        ...{ log: Math.log(long / (last.value * metres)), weight, sure: weight },
      }));
    });
  });
}

const unitOf = (text: string): number | undefined =>
  /^m(?:ts?|[eèé]t\p{L}*)?\.?$/iu.test(text) ? 1 : /^(?:'|ft|feet|foot)\.?$/i.test(text) ? foot : undefined;

function markOf({ text, turn, ...box }: Line): Mark | undefined {
  const plain = text.normalize("NFKC").replace(/[‘’´′]/g, "'");
  const [, digits = "", ending = ""] = /^(\d{1,3}(?:[.,]5)?|o)\s?(\D*)$/i.exec(plain) ?? [];
  const unit = unitOf(ending);
  if (turn !== "none" || digits === "" || (ending !== "" && unit === undefined)) return undefined;
  return { ...box, unit, value: /o/i.test(digits) ? 0 : Number(digits.replace(",", ".")) };
}

/** The pixels from a bar's 0 to its last number; undefined if its numbers, at ends of its fields, do not say so. */
function lengthOf(last: Mark, row: readonly Mark[], fields: readonly number[]): number | undefined {
  const places = row.flatMap(({ value, left, right, top, bottom }) => {
    const away = (at: number) => Math.max(left - at, at - right, 0);
    const at = fields.toSorted((a, b) => away(a) - away(b)).find((one) => away(one) < (bottom - top) / 2);
    return at === undefined ? [] : [{ value, at }];
  });
  const end = places.find(({ value }) => value === last.value)?.at;
  const [start] = fields;
  if (end === undefined || start === undefined) return undefined;
  const zero = places.find(({ value }) => value === 0)?.at;
  const from = zero ?? start;
  const off = uneven * (end - from) + unevenPixels;
  const unit = (end - from) / last.value;
  const isWhole = (at: number) => Math.abs((at - from) / unit - Math.round((at - from) / unit)) * unit < off;
  const isAlone =
    places.length === 1 &&
    last.unit &&
    unit > clear * off &&
    fields.length >= manyEnds &&
    fields.every(isWhole);
  if (zero === undefined && places.length < manyNumbers && !isAlone) return undefined;
  const fits = ({ value, at }: { value: number; at: number }) =>
    at < from || (value <= last.value && Math.abs(at - from - value * unit) < off);
  return end > from && places.every(fits) ? end - from : undefined;
}

/** Where the fields of the bar above (-1) or below (1) a number meet, from its left end to its right one; none if there is no bar. */
function fieldsBeside(
  { left, right, top, bottom }: Box,
  side: 1 | -1,
  isDrawn: (x: number, y: number) => boolean,
  thick: number,
): number[] {
  const high = bottom - top;
  const rangeOf = (from: number, count: number, step = 1) =>
    Array.from({ length: Math.ceil(count) }, (_, i) => Math.round(from) + step * i);
  const near = rangeOf((left + right) / 2 - high, 2 * high);
  const first = rangeOf((top + bottom) / 2, away * high, side).find((y) => near.some((x) => isDrawn(x, y)));
  if (first === undefined) return [];
  const rows = rangeOf(first - side * round * high, tallest * high, side);
  const used = (x: number) => rows.findLastIndex((y) => isDrawn(x, y)) + 1;
  const [from = 0, to = 0] = [-1, 1].map((way) => {
    let end = near.find((x) => used(x) > 0) ?? 0;
    for (let x = end; Math.abs(x - end) <= apart * high; x += way) if (used(x) > 0) end = x;
    return end;
  });
  const columns = rangeOf(from, to - from + 1);
  const most = columns.reduce((all, x) => Math.max(all, used(x)), 0);
  // A bar ends within these rows: what does not is a wall or another drawing.
  if (most > rows.length - 2 || to - from < shortest * high) return [];
  const changesAt = (x: number) => rows.filter((y) => isDrawn(x - 1, y) !== isDrawn(x + 1, y)).length;
  const ends = columns.filter((x) => x === from || x === to || changesAt(x) >= tick * most);
  const firsts = ends.filter((x, i) => x - (ends[i - 1] ?? Number.NEGATIVE_INFINITY) > thick);
  const lasts = ends.filter((x, i) => (ends[i + 1] ?? Number.POSITIVE_INFINITY) - x > thick);
  return firsts.map((x, i) => (x + (lasts[i] ?? x)) / 2);
}
