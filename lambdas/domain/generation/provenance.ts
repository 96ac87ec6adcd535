import type { Workflow } from "../vocabulary.ts";

/** How a model draws: it was trained on pictures, or it computes furniture as computer graphics. */
export const techniques = ["trained", "graphics"] as const;
export type Technique = (typeof techniques)[number];

/**
 * What made an output: the workflow, how its model draws, and the part of the source, from 0 to 1, that an enhancement kept
 * when it set verticals upright. `isEmptied` if a mask said what was removed.
 */
export type Making = {
  workflow: Workflow;
  technique: Technique;
  kept?: number | undefined;
  isEmptied?: boolean;
};

const newsCodes = "http://cv.iptc.org/newscodes/digitalsourcetype";

const sources = {
  trained: {
    digitalSourceType: `${newsCodes}/compositeWithTrainedAlgorithmicMedia`,
    description: "Virtually staged: parts of this picture were made by an AI model and are not real.",
  },
  graphics: {
    digitalSourceType: `${newsCodes}/composite`,
    description: "Virtually staged: parts of this picture were drawn by computer graphics and are not real.",
  },
  enhanced: {
    digitalSourceType: `${newsCodes}/algorithmicallyEnhanced`,
    description:
      "Digitally enhanced: light, colour and sharpness of this picture were corrected by an algorithm.",
  },
};

/**
 * How an output came to be, in IPTC's Digital Source Type NewsCodes and in words. A trained model composites what it
 * generated. `composite` is the list's word for a mix without generative AI: its `compositeSynthetic` means one with it.
 * Enhancing is what the list calls algorithmically altered; `minorHumanEdits` is retired, and no human edits the picture.
 */
export function provenanceOf({ workflow, technique, kept, isEmptied = false }: Making) {
  const source = sources[workflow === "pro_capture" ? "enhanced" : technique];
  const more = [...(kept === undefined ? [] : [cropOf(kept)]), ...(isEmptied ? [removal] : [])];
  return { ...source, description: [source.description, ...more].join(" ") };
}

const removal = "Furniture that stands in the room was removed.";

/** The words for the part of a source that stays in an enhanced picture. */
export const cropOf = (kept: number): string =>
  `Verticals were set upright, and ${Math.floor(kept * 100)} % of the original is in the picture.`;
