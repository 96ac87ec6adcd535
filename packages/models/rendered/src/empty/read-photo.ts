import type { Picture } from "@image-staging/picture/picture";
import { declinedAsFurnished, type Place } from "../analysis/gate/gate.ts";
import { type Analysis, analyseLabelled } from "../analysis/index.ts";
import type { Declined } from "../declined.ts";
import type { Labels } from "../labels/index.ts";
import { analyseFurnished, type Mask } from "./analyse.ts";
import { type EmptyingMode, refusalOfEmptied } from "./gate.ts";
import { proposedMask } from "./proposal.ts";

/** A room that can be furnished, and the picture of it that is. */
export interface Furnishable {
  picture: Picture;
  analysis: Analysis;
}

interface Asked {
  mode: EmptyingMode;
  mask: Mask | undefined;
  /** What is expected of the room. */
  place: Place;
}

/** A picture that nothing is removed from. */
export const asItIs = (picture: Picture, analysis: Analysis | Declined): Furnishable | Declined =>
  "declined" in analysis ? analysis : { picture, analysis };

/**
 * Reads a photo for a mode: as it is if it shows an empty room; without what a mask covers if there is one. A furnished room without
 * a mask is declined, with what labels propose as one.
 */
export function readPhoto(
  picture: Picture,
  labels: Labels,
  { mode, mask, place }: Asked,
): Furnishable | Declined {
  if (mask) {
    const room = analyseFurnished(picture, labels, mask);
    return "declined" in room ? room : (refusalOfEmptied(room.measures, mode) ?? room);
  }
  const seen = asItIs(picture, analyseLabelled(picture, labels, place));
  if (!("declined" in seen)) return mode === "clean" ? nothingToRemove : seen;
  if (seen !== declinedAsFurnished) return seen;
  return { declined: { ...furnished, proposedMask: proposedMask(labels, picture) } };
}

const furnished = {
  reason: "no_free_floor",
  message:
    "The picture shows furniture, or fittings such as a kitchen's. Send a mask that is white where furniture may be removed: the proposed one is a start, to correct. Or send a picture of the empty room.",
} as const;

const nothingToRemove: Declined = {
  declined: {
    reason: "cannot_be_emptied",
    message: "The picture shows no furniture to remove. Send a mask of what may be removed.",
  },
};
