import * as v from "valibot";

// What tools take that show a page of jobs.

export const limit = v.optional(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(200),
    v.description("How many jobs at most. 20 if you omit it."),
  ),
  20,
);

export const cursor = v.exactOptional(
  v.pipe(
    v.string(),
    v.description("The next_cursor of an earlier result, with the same filters, for what follows it."),
  ),
);

/** Says that there are more. */
export const moreOf = (next_cursor: string | null): string[] =>
  next_cursor === null ? [] : ["There are more: pass next_cursor as cursor."];
