/**
 * Where each place of a candidate is in its source: nine numbers, row by row, for places from 0 to 1 across and down, in
 * projective coordinates.
 */
export type Homography = readonly number[];

/** Where a homography puts a place. */
export function placed(homography: Homography, x: number, y: number): [number, number] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = homography;
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

/** What a photographer crops at most to set verticals upright: the part of the picture that stays, and how far a corner moves. */
const limits = { kept: 0.72, moved: 0.2, outside: 0.002 };

/**
 * The part of the source that a candidate shows, from 0 to 1, if the homography only sets verticals upright: it shows nothing
 * from outside the source, crops little and neither turns nor stretches it. Undefined if it does more.
 */
export function keptBy(homography: Homography): number | undefined {
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  const seen = corners.map(([x, y]) => placed(homography, x, y));
  const isInside = seen.every((place) =>
    place.every((at) => at >= -limits.outside && at <= 1 + limits.outside),
  );
  const isNear = seen.every(([x, y], k) => {
    const [fromX, fromY] = corners[k] ?? [0, 0];
    return Math.hypot(x - fromX, y - fromY) <= limits.moved;
  });
  const twice = seen.reduce((sum, [x, y], k) => {
    const [nextX, nextY] = seen[(k + 1) % 4] ?? [0, 0];
    return sum + x * nextY - nextX * y;
  }, 0);
  return isInside && isNear && twice / 2 >= limits.kept ? twice / 2 : undefined;
}
