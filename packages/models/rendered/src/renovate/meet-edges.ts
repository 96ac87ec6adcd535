import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Hits } from "../analysis/faces.ts";

/** Paint ends at most so many pixels before an edge; the last so many of its pixels tell its colour. */
const [rim, behind] = [2, 3];
/** If the paint's colour shows again so many pixels after its end, a groove lies between, and no edge. */
const groove = 4;
/** What lies beyond an edge differs from the paint by at least so many times its tolerance. */
const clear = 3;

/**
 * Paints the last pixels before an edge that clearly shows, and a pixel on the edge if more than half of it is wall. An edge
 * that hardly shows can be a fitting of the wall's colour: paint stays off it. `tolerance` (Lab) is how far paint differs.
 */
export function meetEdges(
  { lab, width, height }: WorkingCopy,
  paint: Uint8Array,
  walls: Uint8Array,
  { face }: Hits,
  tolerance: number,
): void {
  for (let round = 0; round < rim; round++) {
    const before = paint.slice();
    for (let i = 0; i < paint.length; i++) if (walls[i] && !before[i] && isWall(before, i)) paint[i] = 1;
  }

  function isWall(before: Uint8Array, i: number): boolean {
    const [x, y] = [i % width, Math.floor(i / width)];
    return (
      meetsEdge(before, i, -1, x, width - 1 - x) ||
      meetsEdge(before, i, 1, width - 1 - x, x) ||
      meetsEdge(before, i, -width, y, height - 1 - y) ||
      meetsEdge(before, i, width, height - 1 - y, y)
    );
  }

  /** Whether a pixel belongs to the paint behind it, with an edge ahead; `ahead` and `back` are the pixels in sight. */
  function meetsEdge(before: Uint8Array, i: number, step: number, ahead: number, back: number): boolean {
    if (!before[i - step] || face[i - step] !== face[i] || ahead < 1) return false;
    let count = 1;
    while (count < Math.min(behind, back) && before[i - (count + 1) * step]) count++;
    const own = lab.map((plane) => {
      let sum = 0;
      for (let k = 1; k <= count; k++) sum += plane.at(i - k * step);
      return sum / count;
    });
    const away = (k: number): number =>
      Math.hypot(...lab.map((plane, c) => plane.at(i + k * step) - (own[c] as number)));
    if (ahead >= groove && away(groove) < tolerance) return false;
    const isEdge = (k: number): boolean => away(k) > clear * tolerance;
    const here = away(0);
    return (here < away(1) / 2 && isEdge(1)) || (here < tolerance && ahead >= rim && isEdge(rim));
  }
}
