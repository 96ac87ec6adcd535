import type { JobMode } from "../domain/vocabulary.ts";

/**
 * How a candidate drifted from the room that its source shows. Lengths are in % of the picture's diagonal, `levelled`,
 * `patterned`, `wall`, `floorKept`, `island`, `repainted` and `paintedView` are parts of the picture from 0 to 1. measure/ has the
 * arithmetic.
 */
export interface Drift {
  /** How far the source's edges moved (90th percentile); null if too few are found again to measure that. */
  moved: number | null;
  /** How much is gone that was not built: the length of the source's bent edges lost or hidden, in diagonals. */
  clutter: number;
  /** The length of straight edges of what was built that are plain wall now; the longest upright one of any. */
  lost: number;
  lostUpright: number;
  /** The length of lost upright edges, with their upper ends, and half of level ones, beside plain surface that is as it was. */
  ended: number;
  /** How much of the walls differed from what is plain at its sides, and is the same now; from a pattern beside it. */
  levelled: number;
  patterned: number;
  /** The length of straight edges that are new at the ceiling, between two shades; the longest one of any kind near it. */
  ceiling: number;
  ceilingLine: number;
  /** How much plain surface above furniture has another colour. */
  wall: number;
  /** How much of the lowest quarter kept shade and colour. */
  floorKept: number;
  /** How shade and colour of the floor changed where its grain shows that no rug lies there, of 255; colour beyond a grade's. */
  floorShade: number;
  floorColour: number;
  /** The largest change above furniture that touches nothing below it. */
  island: number;
  /** How much plain surface above furniture changed as far as the source's own edges. */
  repainted: number;
  /** The length of borders of old surface that new paint of walls surrounds. */
  unfinished: number;
  /** How much new paint of walls covers that was no plain surface, such as what is seen through a window: the largest patch. */
  paintedView: number;
}

export type DriftVerdict =
  | "camera_moved"
  | "opening_changed"
  | "structure_removed"
  | "addition"
  | "surface_changed"
  | "surface_left"
  | "window_painted";

/**
 * What is wrong for certain, and what is only suspected: pictures on walls look like new windows, large rugs like new
 * floors.
 */
export interface DriftFinding {
  certain?: DriftVerdict;
  suspected?: DriftVerdict;
}

/** Limits that honest stagings of generated rooms, however graded and encoded, stay within. */
const limits = {
  moved: 0.1,
  clutter: 2.1,
  lost: 2.1,
  lostUpright: 6,
  ended: 2.5,
  levelled: 0.005,
  patterned: 0.0027,
  ceiling: 17,
  ceilingLine: 40,
  wall: 0.17,
  floorKept: 0.06,
  /** Furniture's shadows make floors darker: they can lose more than they can gain. */
  floorDarker: 36,
  floorLighter: 9,
  floorColour: 9,
  island: 0.033,
  declaredIsland: 0.05,
  repainted: 0.015,
  /** Renovated photos with a whole surface have 0; cupboards painted in part 13, a wall beside a bay left as it was 13. */
  unfinished: 8,
  /** Renovated photos have up to 0.0102 (60 of 30 rooms); of windows painted whole 44 of 52 have more than this, of halves 34. */
  paintedView: 0.014,
};

/** The modes of photos whose room must stay. Renovating changes surfaces; cleaning takes away what hides walls. */
const judged: Partial<Record<JobMode, readonly DriftVerdict[]>> = {
  refurnish: ["camera_moved", "opening_changed", "structure_removed", "addition", "surface_changed"],
  renovate: ["camera_moved", "window_painted", "surface_left"],
  clean: ["camera_moved"],
};

/** Whether a mode's candidates are measured for drift at all: panoramas and plans are not, nor are enhancements. */
export const isJudgedForDrift = (mode: JobMode | null): mode is JobMode =>
  mode !== null && judged[mode] !== undefined;

/**
 * What drifted in a candidate of a mode, the first of each kind. A camera that cannot be measured has moved. What an edit
 * mask declares to be new must be larger to be suspected.
 */
export function judgeDrift(
  drift: Drift,
  mode: JobMode,
  hasMask = false,
  verdicts: readonly DriftVerdict[] = judged[mode] ?? [],
): DriftFinding {
  const certain = certainIn(drift).find((verdict) => verdicts.includes(verdict));
  const suspected = suspectedIn(drift, hasMask).find((verdict) => verdicts.includes(verdict));
  return { ...(certain && { certain }), ...(suspected && { suspected }) };
}

/** In a furnished room, what is gone can be furniture: only an edit mask tells. */
function certainIn(drift: Drift): DriftVerdict[] {
  const { moved, clutter, lost, lostUpright, ended, levelled, patterned, ceiling, ceilingLine } = drift;
  const found: DriftVerdict[] = [];
  if (moved === null || !(moved <= limits.moved)) found.push("camera_moved");
  if (!(clutter > limits.clutter)) {
    if (!(lost <= limits.lost))
      found.push(lostUpright > limits.lostUpright ? "opening_changed" : "structure_removed");
    if (!(levelled <= limits.levelled) || !(patterned <= limits.patterned)) found.push("opening_changed");
    if (!(ended <= limits.ended)) found.push("structure_removed");
  }
  if (!(ceiling <= limits.ceiling) || !(ceilingLine <= limits.ceilingLine)) found.push("addition");
  return found;
}

function suspectedIn(drift: Drift, hasMask: boolean): DriftVerdict[] {
  const { wall, floorKept, floorShade, floorColour, island, repainted } = drift;
  const found: DriftVerdict[] = [];
  if (!(island <= (hasMask ? limits.declaredIsland : limits.island))) found.push("addition");
  const isPainted = !(wall <= limits.wall) || !(repainted <= limits.repainted);
  const isShaded = floorShade >= -limits.floorDarker && floorShade <= limits.floorLighter;
  const isKept = floorKept >= limits.floorKept && floorColour <= limits.floorColour && isShaded;
  if (isPainted || !isKept) found.push("surface_changed");
  // Wallpaper of a bold pattern that gets paint looks the same.
  if (!(drift.paintedView <= limits.paintedView)) found.push("window_painted");
  if (!(drift.unfinished <= limits.unfinished)) found.push("surface_left");
  return found;
}
