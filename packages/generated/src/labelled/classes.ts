/**
 * What a pixel shows, by the number that a label picture holds. The first eleven are the ones that a network learns; the
 * others say more of the same and are learned as the one that `learnedAs` names. A pixel without truth holds 255.
 */
export const classes = [
  ...["floor", "wall", "ceiling", "trim", "door", "window", "fitting", "hearth", "brick", "thing", "rug"],
  // A pane belongs to its window. Training draws the view behind it anew.
  ...["pane", "passage", "curtain", "cupboard", "kitchen", "bath", "radiator", "lamp", "beam", "stairs"],
] as const;

export type Class = (typeof classes)[number];

export const learnedAs: Partial<Record<Class, Class>> = {
  pane: "window",
  passage: "door",
  curtain: "thing",
  cupboard: "fitting",
  kitchen: "fitting",
  bath: "fitting",
  radiator: "fitting",
  lamp: "fitting",
  beam: "ceiling",
  stairs: "fitting",
};

/** A pixel of which nothing is known, such as what glass hides. */
export const unlabelled = 255;

export const numberOf = (name: Class): number => classes.indexOf(name);
