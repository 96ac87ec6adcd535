import type { JobMode } from "../domain/vocabulary.ts";

/**
 * What was measured on an edit mask, each from 0 to 1: `share` of the picture that it covers, `topShare` of the picture's
 * top 15 %, `inkShare` of the source's dark pixels, which on a plan are walls and lettering, `changedOutside`, the part of
 * the pixels outside it that the candidate changed all the same, `seam`, how much larger than the source's the step from
 * the output's right edge to its left one is, `openingShare` of the opening that it covers most, and `windowShare` of the window.
 */
export interface EditMeasures {
  share: number;
  topShare: number;
  inkShare: number;
  changedOutside: number;
  seam: number;
  openingShare: number;
  windowShare: number;
}

export type MaskRejection =
  | "mask_missing"
  | "mask_unreadable"
  | "mask_too_large"
  | "mask_over_opening"
  | "mask_over_ink"
  | "outside_mask_changed"
  | "seam_broken";

interface MaskPolicy {
  maxShare: number;
  maxTopShare: number;
  maxOpeningShare?: number;
  maxWindowShare?: number;
  maxSeam?: number;
  maxInkShare?: number;
}

/**
 * How much of a picture each mode may edit. Furniture with its shadows covers up to about 60 %, and reaches the top only as
 * a curtain, a shelf or a lamp; an office with bookcases and their faint shadows covers 82 %, or 41 % of the top. A sofa stands
 * before a window's lower half, and nothing hides all of an opening; what is cleaned away can look like a door. New floors and
 * walls cover most of a picture, and all of its top if it shows no ceiling; a wall's corners and ceiling line can look like a
 * door, too.
 * The left and right edge of a panorama are neighbours: a piece that ends at one of them leaves a step of more than a level
 * and a quarter. A plan's rooms are coloured all over, but never its walls and lettering: furniture hides a few dimension
 * lines at most.
 */
const policies: Record<JobMode, MaskPolicy> = {
  refurnish: { maxShare: 0.9, maxTopShare: 0.6, maxOpeningShare: 0.9 },
  renovate: { maxShare: 0.95, maxTopShare: 0.95, maxWindowShare: 0.9 },
  clean: { maxShare: 0.7, maxTopShare: 0.4, maxWindowShare: 0.9 },
  panorama360: { maxShare: 0.7, maxTopShare: 0.1, maxSeam: 0.005 },
  floorplan: { maxShare: 0.9, maxTopShare: 0.9, maxInkShare: 0.04 },
};

/** A candidate that changed more than this part of what it said to keep is not what its mask says. */
const maxChangedOutside = 0.02;

/** Why a mask of this mode is refused; undefined if it is not. */
export function judgeMask(
  { share, topShare, inkShare, changedOutside, seam, openingShare, windowShare }: EditMeasures,
  mode: JobMode,
): MaskRejection | undefined {
  const { maxShare, maxTopShare, maxSeam = 1, maxInkShare = 1 } = policies[mode];
  const { maxOpeningShare = 1, maxWindowShare = 1 } = policies[mode];
  if (!(share <= maxShare) || !(topShare <= maxTopShare)) return "mask_too_large";
  if (!(openingShare <= maxOpeningShare) || !(windowShare <= maxWindowShare)) return "mask_over_opening";
  if (!(inkShare <= maxInkShare)) return "mask_over_ink";
  if (!(changedOutside <= maxChangedOutside)) return "outside_mask_changed";
  return seam <= maxSeam ? undefined : "seam_broken";
}
