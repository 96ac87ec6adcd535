import type { maskUses, modes } from "./vocabulary.ts";

/** What a model does with masks in each mode of a staged photo. */
type MaskUses = Record<(typeof modes)[number], (typeof maskUses)[number]>;

/** A model that does not look at masks. */
const none: MaskUses = { refurnish: "unused", renovate: "unused", clean: "unused" };

/** What the service's own models do with masks, and what is taken for true of a foreign one. */
export const masks = {
  simulated: { refurnish: "optional", renovate: "optional", clean: "optional" },
  rendered: { refurnish: "optional", renovate: "optional", clean: "required" },
  diffusion: none,
  foreign: none,
} satisfies Record<string, MaskUses>;
