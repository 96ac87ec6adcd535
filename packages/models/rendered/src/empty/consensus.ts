/** A line: a value at x is offset + slope times x. */
export interface Line {
  slope: number;
  offset: number;
}

type Point = readonly [x: number, value: number];

/** How far from a line a point may lie, and the share of all points that lie on it at least. */
const [tolerance, leastShare] = [2, 0.7] as const;
/** Points that tell a line at least. */
const fewest = 12;
/** The share of the columns that a line is wanted for over which all but a fifth of its points lie at least. */
const leastSpan = 0.25;
/** Points that pairs are made of at most. */
const mostPaired = 60;

/** The line through most of some points in the order of x, for so many columns; nothing if too few agree, or lie too close. */
export function consensusLine(points: readonly Point[], columns: number): Line | undefined {
  if (points.length < fewest) return undefined;
  const step = Math.ceil(points.length / mostPaired);
  const some = points.filter((_, k) => k % step === 0);
  let on: readonly Point[] = [];
  for (const [k, [x, value]] of some.entries())
    for (const [otherX, otherValue] of some.slice(k + 1)) {
      if (otherX - x < leastSpan * columns) continue;
      const slope = (otherValue - value) / (otherX - x);
      const agree = points.filter((point) => isOn({ slope, offset: value - slope * x }, point));
      if (agree.length > on.length) on = agree;
    }
  const [first, last] = [on[Math.floor(0.1 * on.length)], on[Math.floor(0.9 * on.length)]];
  if (!first || !last || last[0] - first[0] < leastSpan * columns) return undefined;
  return on.length >= leastShare * points.length ? fitted(on) : undefined;
}

const isOn = ({ slope, offset }: Line, [x, value]: Point): boolean =>
  Math.abs(offset + slope * x - value) <= tolerance;

/** The line of least squares. */
function fitted(points: readonly Point[]): Line {
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, value] = [mean(([at]) => at), mean(([, own]) => own)];
  const slope = mean(([at, own]) => (at - x) * (own - value)) / mean(([at]) => (at - x) ** 2);
  return { slope, offset: value - slope * x };
}
