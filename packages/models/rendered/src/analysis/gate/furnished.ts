import type { Labels } from "../../labels/index.ts";
import { groundOf } from "./ground.ts";

/** A logistic curve of the root of the share of things (Platt, 1999): one half at 9 %. */
const [slope, offset] = [10.87, -3.23] as const;

/**
 * How sure a photo shows furniture, from 0 to 1, by the share of its ground that things stand on.
 * Fitted on 61 photos with known state: the 31 of empty rooms, or with a piece or two, have at most 0.40, the 30 of furnished
 * ones at least 0.60.
 */
export function furnishedShare(labels: Labels): number {
  const { floor, things } = groundOf(labels);
  const share = things.length / Math.max(1, floor.length + things.length);
  return 1 / (1 + Math.exp(-(slope * Math.sqrt(share) + offset)));
}
