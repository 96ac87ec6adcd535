import * as v from "valibot";

/** How every list is paged. */
export const pageParameters = {
  cursor: v.optional(v.string()),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9]{1,3}$/, "must be a whole number from 1 to 200"),
      v.transform(Number),
      v.number(),
      v.integer(),
      v.minValue(1, "must be at least 1"),
      v.maxValue(200, "must be at most 200"),
    ),
    "50",
  ),
};
