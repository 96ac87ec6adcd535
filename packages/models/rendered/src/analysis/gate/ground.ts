import { labelGroups } from "../../labels/classes.ts";
import type { Labels } from "../../labels/index.ts";

/** The share of the floor's pixels that may lie above its upper edge, by mistake. */
const stray = 0.002;

const [floorIndex, thingsIndex] = [labelGroups.indexOf("floor"), labelGroups.indexOf("things")];

/** The pixels of the ground, in the copy: bare floor, and things no higher in the picture than the floor goes. */
export function groundOf({ copy, greatest }: Labels): { floor: number[]; things: number[] } {
  const [floor, things]: [number[], number[]] = [[], []];
  greatest.forEach((group, i) => {
    if (group === floorIndex) floor.push(i);
    else if (group === thingsIndex) things.push(i);
  });
  const first = floor[Math.floor(stray * floor.length)] ?? 0;
  const top = Math.floor(first / copy.width) * copy.width;
  return { floor, things: things.filter((i) => i >= top) };
}
