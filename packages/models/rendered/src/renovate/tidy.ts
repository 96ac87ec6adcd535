import { faceNames, type Hits } from "../analysis/faces.ts";

/** The share of a wall between its openings that is painted at least. */
const leastPaint = 0.25;
/** Pixels that a corner's line is wide at most. */
const corner = 10;

/** A wall that shows little paint is brick, glass or shelves: its few even patches are none. */
export function dropBareWalls(paint: Uint8Array, domain: Uint8Array, { face }: Hits): void {
  const [painted, all] = [new Uint32Array(faceNames.length), new Uint32Array(faceNames.length)];
  domain.forEach((isIn, i) => {
    const wall = face[i] as number;
    if (isIn) all[wall] = (all[wall] as number) + 1;
    if (paint[i]) painted[wall] = (painted[wall] as number) + 1;
  });
  const isBare = painted.map((count, wall) => (count < leastPaint * (all[wall] as number) ? 1 : 0));
  face.forEach((wall, i) => {
    if (isBare[wall]) paint[i] = 0;
  });
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
