import type { WorkingCopy } from "@image-staging/picture/working-copy";
import { faceNames, type Hits } from "../analysis/faces.ts";

/** The share of a wall between its openings that is painted at least: less, if of what does not shine most is. */
const [leastPaint, leastIfShining, mostOfDull] = [0.5, 0.3, 0.7];
/** How much lighter (Lab) than a wall's paint panes and white frames are. */
const lighter = 12;
/** How far (Lab) the paint of a wall that shows less than half of it, but as much as beside panes, is from another wall's at most. */
const samePaint = { light: 22, colour: 4 } as const;
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
    for (const c of [0, 1, 2] as const) wall.sums[c] += lab[c].at(i);
  });
  domain.forEach((isIn, i) => {
    const wall = walls[face[i] as number];
    if (isIn && wall && !paint[i] && !openings[i] && lightness.at(i) > wall.sums[0] / wall.painted + lighter)
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
