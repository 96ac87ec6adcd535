import type { Exposure } from "../analysis/analysis.ts";
import { faceNames, type Hits } from "../analysis/faces.ts";
import { linearOfByte, type WorkingCopy } from "../analysis/working-copy.ts";
import type { Rgb } from "../scene.ts";
import { softTint } from "./finishes.ts";

/** How many pixels of the working copy a wall needs to show its paint. */
const enough = 200;
/** A dark wall is lightened by this factor at most, since its noise grows as much. */
const most = 3;

/**
 * What each wall's light is multiplied by to show another paint, by its place in `faceNames`; the old paint is what the
 * wall's lighter quarter shows of the room's white.
 */
export function repaintingOf(
  copy: WorkingCopy,
  { face }: Hits,
  walls: Uint8Array,
  { white, whitePoint }: Exposure,
  paint: Rgb,
): readonly Rgb[] {
  const tint = softTint(whitePoint);
  return faceNames.map((_, index): Rgb => {
    const pixels: number[] = [];
    walls.forEach((isPaint, i) => {
      if (isPaint && face[i] === index) pixels.push(i);
    });
    if (pixels.length < enough) return [1, 1, 1];
    const factor = (c: 0 | 1 | 2): number => {
      const values = Float32Array.from(
        pixels,
        (i) => linearOfByte[copy.rgb[i * 3 + c] as number] as number,
      ).sort();
      const old = (values[Math.floor(0.75 * values.length)] as number) / (white * tint[c]);
      return Math.min(most, paint[c] / Math.min(0.88, Math.max(0.03, old)));
    };
    return [factor(0), factor(1), factor(2)];
  });
}
