import * as v from "valibot";

const Limit = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,3}$/, "must be a whole number from 1 to 200"),
  v.transform(Number),
  v.number(),
  v.integer(),
  v.minValue(1, "must be at least 1"),
  v.maxValue(200, "must be at most 200"),
);

/** How every list is paged. */
export const pageParameters = { cursor: v.optional(v.string()), limit: v.optional(Limit, "50") };

/** How a list is paged that had no pages once: without parameters a page is as large as it may be. */
export const laterPageParameters = { ...pageParameters, limit: v.optional(Limit, "200") };
