import { type Generation, seenFields } from "./generation.ts";

/** The pictures of a job with their signed URLs, and the address of the primary's public page. */
type Pictures<Output, Original> = {
  outputs: Output[];
  original: Original | null;
  proposed_mask: Original | null;
  disclosure_url: string | null;
};

/** The pictures of a job that has none yet. */
export const noPictures: Pictures<never, never> = {
  outputs: [],
  original: null,
  proposed_mask: null,
  disclosure_url: null,
};

/** A job as callers see it: the same for create, get, regenerate and webhooks. */
export const generationView = <Output, Original>(job: Generation, pictures: Pictures<Output, Original>) => ({
  ...seenFields(job),
  ...pictures,
});
