import { meansOf } from "@image-staging/picture/means-of";
import type { WorkingCopy } from "@image-staging/picture/working-copy";
import type { Opening } from "@image-staging/tracer/scene";
import type { Hits, Planes } from "../analysis/faces.ts";
import { pixelsOf } from "./fittings.ts";

/** Metres by which a door is found too large, and above the floor between which its panels lie. */
const inset = 0.1;
const [upperPanels, lowerPanels] = [[1.2, 1.6] as const, [0.2, 0.45] as const];
/** The share of a door that its upper panels are at most. */
const partOfDoor = 0.45;
/** How much lighter or darker (Lab) the lower panels are than the upper ones at most: sun on a wall is lighter by more. */
const alike = 12;

/**
 * Takes the paint off doors of which it covers the upper panels alone: wall beside a door, found with it, reaches its foot,
 * and wall above one ends higher.
 */
export function keepLeaves(
  { lab: [lightness] }: Pick<WorkingCopy, "lab">,
  paint: Uint8Array,
  doors: readonly Opening[],
  hits: Hits,
  planes: Planes,
): void {
  for (const door of doors) {
    const inner = { ...door, from: door.from + inset, to: door.to - inset, top: door.top - inset };
    const [upper, lower] = [upperPanels, lowerPanels].map(([bottom, top]) =>
      pixelsOf({ ...inner, bottom, top }, hits, planes),
    ) as [number[], number[]];
    const painted = upper.filter((i) => paint[i]);
    const [below, above] = [lower, painted].map((part) => meansOf([lightness], part)[0] as number) as [
      number,
      number,
    ];
    const isSun = Math.abs(below - above) > alike;
    const isLeaf = painted.length > 0 && !lower.some((i) => paint[i]) && !isSun;
    const all = pixelsOf(inner, hits, planes);
    const isPartly = all.filter((i) => paint[i]).length < partOfDoor * all.length;
    if (isPartly && isLeaf) for (const i of all) paint[i] = 0;
  }
}
