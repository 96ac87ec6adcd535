import parameters from "@image-staging/diffusion/pro-capture.json" with { type: "json" };
import type { Picture } from "../analysis/analysis.ts";
import { graded } from "./apply.ts";
import { gradeOf } from "./decide.ts";
import { cleanPaper } from "./paper.ts";

/** Which kind of picture: a panorama's left and right edges meet, a plan is ink on paper. */
export type Capture = "photo" | "panorama360" | "floorplan";

/**
 * The picture as a professional would have taken it, in its own size: white balance, also from place to place, exposure by
 * the walls, less noise. Nothing is added, removed or moved. Candidates of other numbers (from 0) differ in brightness
 * and warmth. README.md in this folder has the steps and links to the numbers.
 */
export function proCapture(picture: Picture, capture: Capture, nth = 0): Uint8Array {
  const { tastes } = parameters;
  const taste = tastes[nth % tastes.length] as (typeof tastes)[number];
  if (capture === "floorplan") return cleanPaper(picture, taste.paper);
  const wraps = capture === "panorama360";
  return graded(picture, gradeOf(picture, wraps, taste), wraps);
}
