import type { JobMode } from "../vocabulary.ts";

/**
 * What was measured on an edit mask, each from 0 to 1: `share` of the picture that it covers, `topShare` of the picture's
 * top 15 %, `inkShare` of the source's dark pixels, which on a plan are walls and lettering, `changedOutside`, the part of
 * the pixels outside it that the candidate changed all the same, and `seam`, how much larger than the source's the step from
 * the output's right edge to its left one is, and `openingShare` of the window that it covers most.
 */
export interface EditMeasures {
  share: number;
  topShare: number;
  inkShare: number;
  changedOutside: number;
  seam: number;
  openingShare: number;
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
  maxSeam?: number;
  maxInkShare?: number;
}

/**
 * How much of a picture each mode may edit. Furniture with its shadows covers up to about 60 %, and reaches the top only as
 * a curtain, a shelf or a lamp. A sofa stands before a window's lower half, and nothing hides all of a window; new floors and walls cover most of it, and all of the top of a picture without a ceiling.
 * The left and right edge of a panorama are neighbours: a piece that ends at one of them leaves a step of more than a level
 * and a quarter. A plan's rooms are coloured all over, but never its walls and lettering: furniture hides a few dimension
 * lines at most.
 */
const policies: Record<JobMode, MaskPolicy> = {
  refurnish: { maxShare: 0.8, maxTopShare: 0.4, maxOpeningShare: 0.9 },
  renovate: { maxShare: 0.95, maxTopShare: 0.95, maxOpeningShare: 0.9 },
  clean: { maxShare: 0.7, maxTopShare: 0.4, maxOpeningShare: 0.9 },
  panorama360: { maxShare: 0.7, maxTopShare: 0.1, maxSeam: 0.005 },
  floorplan: { maxShare: 0.9, maxTopShare: 0.9, maxInkShare: 0.04 },
};

/** A candidate that changed more than this part of what it said to keep is not what its mask says. */
const maxChangedOutside = 0.02;

/** Why a mask of this mode is refused; undefined if it is not. */
export function judgeMask(
  { share, topShare, inkShare, changedOutside, seam, openingShare }: EditMeasures,
  mode: JobMode,
): MaskRejection | undefined {
  const { maxShare, maxTopShare, maxSeam = 1, maxInkShare = 1, maxOpeningShare = 1 } = policies[mode];
  if (!(share <= maxShare) || !(topShare <= maxTopShare)) return "mask_too_large";
  if (!(openingShare <= maxOpeningShare)) return "mask_over_opening";
  if (!(inkShare <= maxInkShare)) return "mask_over_ink";
  if (!(changedOutside <= maxChangedOutside)) return "outside_mask_changed";
  return seam <= maxSeam ? undefined : "seam_broken";
}
