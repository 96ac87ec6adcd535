import type { DriftFinding } from "./drift.ts";
import { type Homography, keptBy } from "./homography.ts";

/**
 * How far a candidate is from a mere grade of its source: a change of light and of its colour that is smooth from place to
 * place and from shade to shade. `moved` is how far edges moved, in % of the diagonal; null if too few are found again to
 * measure that. `light` (levels) and `colour` (hundredths of the logarithm of two channels' ratio) are the differences over small
 * squares that no grade explains, each of a place that only 0.2 % of the picture exceed; `spot` is the largest of light.
 * `busier` says whether the candidate has more contrast than the source there.
 * measure/grade/ has the arithmetic.
 */
export interface Grade {
  moved: number | null;
  light: number;
  colour: number;
  spot: number;
  busier: boolean;
}

/**
 * Limits that enhancements stay within, however strong (at most 20, 11 and 26 on drawn rooms and real photos), and that what is
 * added, removed or repainted exceeds. Tints of less than about 15 % are not found: local white balance makes such ones too.
 */
const limits = { moved: 0.12, light: 22, colour: 11.5, spot: 36 };

/**
 * What is wrong with an enhancement that is more than a grade, seen by the homography that the model states: that may set
 * verticals upright and nothing else.
 */
export function judgeGrade(grade: Grade, homography: Homography | undefined): DriftFinding {
  if (homography && keptBy(homography) === undefined) return { certain: "camera_moved" };
  if (grade.moved !== null && !(grade.moved <= limits.moved)) return { certain: "camera_moved" };
  if (!(grade.light <= limits.light) || !(grade.spot <= limits.spot))
    return { certain: grade.busier ? "addition" : "structure_removed" };
  return grade.colour <= limits.colour ? {} : { certain: "surface_changed" };
}
