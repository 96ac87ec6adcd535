import type { Capture } from "@image-staging/inference-contract/serving/request";
import { plate, plateSize } from "./lettering.ts";
import { labelHeight, type Size } from "./overlay.ts";

const text = "Simulated";
const fill = "#16181be6";

/**
 * Where the mark of a picture is, in pixels: in the upper left corner, of a panorama at its left edge at the height of the
 * eyes, as it would be distorted at the top. The service's own label is never there.
 */
export function markOf(size: Size, capture: Capture) {
  const height = labelHeight(size) * 1.3;
  const plateOf = plateSize(text, height);
  const margin = height * 0.8;
  const top = capture === "panorama360" ? (size.height - plateOf.height) / 2 : margin;
  return { left: margin, top, ...plateOf, letters: height };
}

/** The mark of every picture that this model makes, as SVG. */
export function simulatedMark(size: Size, capture: Capture): string {
  const { left, top, width, height, letters } = markOf(size, capture);
  return plate(text, left + width / 2, top + height / 2, letters, fill);
}
