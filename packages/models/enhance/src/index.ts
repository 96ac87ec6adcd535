import type { Capture } from "@image-staging/inference-contract/serving/request";
import { assertPicture, type Picture } from "@image-staging/picture/picture";
import { graded } from "./apply.ts";
import { gradeOf } from "./decide.ts";
import { cleanPaper } from "./paper.ts";
import parameters from "./pro_capture.json" with { type: "json" };
import { type Upright, uprightOf, warped } from "./upright.ts";
import { leanOf } from "./verticals.ts";

/** An enhanced picture, and how its verticals were set upright, if they were. */
export interface Enhanced {
  data: Uint8Array;
  upright?: Upright;
}

/**
 * The picture as a professional would have taken it, in its own size: upright verticals, white balance, also from place to
 * place, exposure by the walls, less noise. Nothing is added, removed or moved, but for the homography that it states.
 * Candidates of other numbers (from 0) differ in brightness and warmth. README.md in this folder has the steps and links to
 * the numbers.
 */
export function proCapture(picture: Picture, capture: Capture, nth = 0): Enhanced {
  assertPicture(picture);
  const { tastes } = parameters;
  const taste = tastes[nth % tastes.length] as (typeof tastes)[number];
  if (capture === "floorplan") return { data: cleanPaper(picture, taste.paper) };
  const wraps = capture === "panorama360";
  const lean = wraps ? undefined : leanOf(picture);
  const upright = lean && uprightOf(lean, picture);
  const photo = upright ? warped(picture, upright.homography) : picture;
  const data = graded(photo, gradeOf(photo, wraps, taste), wraps);
  return { data, ...(upright && { upright }) };
}
