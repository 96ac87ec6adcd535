import { uint16At } from "@image-staging/picture/at";
import { runLengths } from "@image-staging/picture/run-lengths";
import type { PlanAnalysis } from "../analyse.ts";
import { fillBox } from "../read/box.ts";

/** Metres from which a line within a wall is a window's glass. */
const shortest = 0.4;

/**
 * 1 in windows, through the whole wall: gaps that were found as windows and, in walls of two lines, what has a third line
 * between them.
 */
export function windowsOf({ openings, ink, walls, scale }: PlanAnalysis): Uint8Array {
  const { width, height, drawn, line } = ink;
  const { solid, thickness } = walls;
  const glazed = new Uint8Array(drawn.length);
  for (const opening of openings) if (opening.kind === "window") fillBox(glazed, width, opening);
  for (const [along, across] of [
    ["x", width],
    ["y", 1],
  ] as const) {
    const runs = runLengths(drawn, { width, height }, along);
    const isBand = (at: number) => solid[at] === 1 && drawn[at] === 0;
    for (let i = 0; i < runs.length; i++) {
      if (!solid[i] || uint16At(runs, i) < shortest * scale) continue;
      if (!isBand(i - (line + 1) * across) || !isBand(i + (line + 1) * across)) continue;
      for (const sign of [-1, 1])
        for (let k = 0; k < thickness && solid[i + sign * k * across]; k++) glazed[i + sign * k * across] = 1;
    }
  }
  return glazed;
}
