import type { Hits, Planes } from "../analysis/faces.ts";
import type { Opening } from "../scene.ts";
import { pixelsOf } from "./fittings.ts";

/** Metres by which a door is found too large, and above the floor between which its panels lie. */
const inset = 0.1;
const [upperPanels, lowerPanels] = [[1.2, 1.6] as const, [0.2, 0.45] as const];
/** The share of a door that its upper panels are at most. */
const partOfDoor = 0.45;

/**
 * Takes the paint off doors of which it covers the upper panels alone: wall beside a door, found with it, reaches its foot,
 * and wall above one ends higher.
 */
export function keepLeaves(paint: Uint8Array, doors: readonly Opening[], hits: Hits, planes: Planes): void {
  for (const door of doors) {
    const inner = { ...door, from: door.from + inset, to: door.to - inset, top: door.top - inset };
    const isPainted = ([bottom, top]: readonly [number, number]): boolean =>
      pixelsOf({ ...inner, bottom, top }, hits, planes).some((i) => paint[i]);
    const all = pixelsOf(inner, hits, planes);
    const isPartly = all.filter((i) => paint[i]).length < partOfDoor * all.length;
    if (isPartly && isPainted(upperPanels) && !isPainted(lowerPanels)) for (const i of all) paint[i] = 0;
  }
}
