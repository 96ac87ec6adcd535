import { distancesTo } from "@image-staging/picture/distances";
import { slopesOf } from "@image-staging/picture/gradient";
import { faceNames, type Hits } from "../analysis/faces.ts";
import { labelGroups } from "../labels/classes.ts";
import type { Labels } from "../labels/index.ts";
import { largePieces } from "./large-pieces.ts";

/** By how much of the picture's width a mask grows, and by how much more downwards on the floor, for the shadow of contact. */
const [margin, below] = [0.005, 0.012] as const;
/** The share of the picture's pixels that what stays has at least in sight: less is a rim of what goes. */
const leastStaying = 0.006;
/** The same of what stays in a gap of the mask. */
const leastInGap = 0.015;

/** The share of the width around what goes in which paint is painted anew: too much costs nothing, and takes its shade away. */
const around = 0.025;
/** How far from what goes, as a share of the width, labels may call floor something else. */
const doubtful = 0.1;
/** The share of the picture that paint has in one piece at least: white parts of radiators and frames are called wall too. */
export const leastPaint = 0.003;
/** Steps of lightness a pixel that no paint has. */
const even = 4;

const walls = labelGroups.indexOf("walls");
const floorGroup = labelGroups.indexOf("floor");
const things = labelGroups.indexOf("things");
const fixed = labelGroups.indexOf("fixed");

/**
 * 1 for each pixel that goes: what a mask covers, its edge, the paint around it, and on the floor its shade and the shadow at its
 * foot. What the mask leaves of openings, fixtures and other things stays.
 */
export function removedBy(mask: Uint8Array, { copy, greatest }: Labels, { face }: Hits): Uint8Array {
  const { width } = copy;
  const toEdge = distancesTo(
    Uint8Array.from(slopesOf(copy.lab[0]).size.values, (step) => (step > even ? 1 : 0)),
    copy,
  );
  const away = distancesTo(mask, copy);
  const canStay = (i: number): boolean => greatest[i] === fixed || greatest[i] === things;
  // Small pieces outside of the mask are rims of what goes.
  const outside = (is: (i: number) => boolean): Uint8Array => mask.map((own, i) => (!own && is(i) ? 1 : 0));
  const stays = largePieces(
    outside((i) => greatest[i] === fixed),
    copy,
    leastStaying,
  );
  const staysInGaps = largePieces(outside(canStay), copy, leastInGap);
  const grown = margin * width;
  const removed = Uint8Array.from(mask, (own, i) => (own || (away.at(i) <= grown && !stays[i]) ? 1 : 0));
  const isPaint = largePieces(
    outside((i) => greatest[i] === walls && toEdge.at(i) > 2),
    copy,
    leastPaint,
  );
  const floor = faceNames.indexOf("floor");
  const near = distancesTo(removed, copy);
  const gaps = distancesTo(
    removed.map((_, i) => (near.at(i) > around * width ? 1 : 0)),
    copy,
  );
  return removed.map((own, i) => {
    if (own || staysInGaps[i]) return own;
    if (gaps.at(i) > around * width) return 1;
    if (stays[i]) return 0;
    if (face[i] === floor) {
      const isDoubtful = greatest[i] !== floorGroup && near.at(i) < doubtful * width;
      return isDoubtful || isBelow(removed, i, width) ? 1 : 0;
    }
    return isPaint[i] && near.at(i) < around * width ? 1 : 0;
  });
}

/** Whether a pixel lies under one that goes, as the shadow of contact does. */
function isBelow(removed: Uint8Array, i: number, width: number): boolean {
  for (let k = 1; k <= below * width; k++) if (removed[i - k * width]) return true;
  return false;
}
