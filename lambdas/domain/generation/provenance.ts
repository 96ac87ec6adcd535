import type { Workflow } from "../vocabulary.ts";

/** How a model draws: it was trained on pictures, or it computes furniture as computer graphics. */
export const techniques = ["trained", "graphics"] as const;
export type Technique = (typeof techniques)[number];

/** What made an output: the workflow, and how its model draws. */
export type Making = { workflow: Workflow; technique: Technique };

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
export const provenanceOf = ({ workflow, technique }: Making) =>
  sources[workflow === "pro_capture" ? "enhanced" : technique];
