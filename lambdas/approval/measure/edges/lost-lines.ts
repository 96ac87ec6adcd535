import type { Slopes } from "@image-staging/picture/gradient";
import type { Plane } from "@image-staging/picture/plane";
import { brightest } from "../view.ts";
import { type Chain, largestAround } from "./chains.ts";

/** The sine of the steepest edges that are not upright, and of the steepest level ones. What slants between can be a skirting. */
const [uprightFrom, levelTo] = [0.97, 0.3];
/** A line runs on if most of these rows above it show it too: at most so many pixels aside, with this share of its slope. */
const [firstRow, lastRow, mostRows] = [3, 12, 0.5];
const near = 2;
const leastSlope = 0.4;
/** How much of a slope is sideways at an upright line. */
const sideways = 0.9;
/** Lines count as at a pane within so many pixels, up to this part of the diagonal together. */
const paneReach = 10;
const mostAtPanes = 0.13;

export const isUpright = (chain: Chain) => chain.upright > uprightFrom;

/**
 * The length in pixels of lost lines that were something built: uprights with an upper end, and as much of level ones. A corner
 * or a post that furniture hides runs on above it; level lines alone are floors that it hides.
 */
export function builtLength(lost: readonly Chain[], source: Slopes): number {
  const uprights = uprightLength(lost, source);
  return uprights + Math.min(uprights, levelLength(lost));
}

/**
 * The length of lost lines that were something built, but for the few at bright panes: a pale lampshade before a window looks
 * like the wall beside it. Whoever takes a window away loses more.
 */
export function lostLength(lost: readonly Chain[], source: Slopes, shades: Plane): number {
  const all = builtLength(lost, source);
  if (all > mostAtPanes * Math.hypot(source.width, source.height)) return all;
  const around = largestAround(shades, paneReach);
  const at = ({ middleX, middleY }: Chain) => Math.round(middleY) * source.width + Math.round(middleX);
  return builtLength(
    lost.filter((line) => around.at(at(line)) <= brightest),
    source,
  );
}

/** The length in pixels of lost uprights with an upper end. */
const uprightLength = (lost: readonly Chain[], source: Slopes): number =>
  lengthOf(lost.filter((line) => isUpright(line) && !runsOn(line, source)));

/** The length in pixels of lines that ended beside what is as it was: level ones count half, because furniture has more of them. */
export const endedLength = (ended: readonly Chain[], source: Slopes): number =>
  uprightLength(ended, source) + levelLength(ended) / 2;

const levelLength = (lines: readonly Chain[]) => lengthOf(lines.filter(({ upright }) => upright < levelTo));

const lengthOf = (lines: readonly Chain[]) => lines.reduce((sum, { length }) => sum + length, 0);

/** Whether the source shows an upright line above its upper end too. */
function runsOn({ top, topX, strength }: Chain, { width, x, size }: Slopes): boolean {
  let [shown, all] = [0, 0];
  for (let row = top - firstRow; row >= Math.max(firstRow, top - lastRow); row--) {
    all++;
    const shows = (i: number) =>
      size.at(i) >= leastSlope * strength && Math.abs(x.at(i)) > sideways * size.at(i);
    for (let i = row * width + topX - near; i <= row * width + topX + near; i++)
      if (shows(i)) {
        shown++;
        break;
      }
  }
  return all > 0 && shown >= mostRows * all;
}
