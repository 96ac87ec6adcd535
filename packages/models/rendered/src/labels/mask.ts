import { type LabelGroup, labelGroups } from "./classes.ts";
import type { Labels } from "./labels.ts";

/** 255 for each pixel of the copy whose greatest share is a group's. */
export function maskOf({ greatest }: Labels, group: LabelGroup): Uint8Array {
  const index = labelGroups.indexOf(group);
  return greatest.map((value) => (value === index ? 255 : 0));
}
