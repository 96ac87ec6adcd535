import { faceNames, type Hits } from "../analysis/faces.ts";
import type { WorkingCopy } from "../analysis/picture/working-copy.ts";

/** Chroma (Lab) from which a paint's hue alone tells it from what hangs on the wall. */
const vivid = 22;
/** How far in chroma and hue a pixel of it lies from the wall's own, over that, at most. */
const most = 0.2;

/**
 * Adds what shows a wall's strong colour right up to its fittings: edges there have the paint's hue, and their old colour
 * would stay as a rim. On pale walls hue tells nothing, and nothing is added.
 */
export function addVividPaint(
  { lab }: WorkingCopy,
  paint: Uint8Array,
  domain: Uint8Array,
  { face }: Hits,
): void {
  for (let wall = 0; wall < faceNames.length; wall++) {
    const own = [0, 0];
    let count = 0;
    paint.forEach((isPaint, i) => {
      if (!isPaint || face[i] !== wall) return;
      count++;
      own[0] = (own[0] as number) + (lab[1][i] as number);
      own[1] = (own[1] as number) + (lab[2][i] as number);
    });
    const [a, b] = own.map((sum) => sum / Math.max(1, count)) as [number, number];
    const chroma = Math.hypot(a, b);
    if (chroma < vivid) continue;
    domain.forEach((isIn, i) => {
      if (!isIn || paint[i] || face[i] !== wall) return;
      if (Math.hypot((lab[1][i] as number) - a, (lab[2][i] as number) - b) < most * chroma) paint[i] = 1;
    });
  }
}
