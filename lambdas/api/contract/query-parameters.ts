import * as v from "valibot";

/** The query parameters of a route. Strict, so that a mistyped filter is refused instead of returning everything. */
export type Query = v.StrictObjectSchema<v.ObjectEntries, undefined>;

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

const aMoment = "must be a date-time such as 2026-11-21T09:00:00Z";

/** A moment, in any time zone, that as UTC has a year of four digits: as text, such moments sort by time. */
export const Moment = v.pipe(
  v.string(),
  v.isoTimestamp(aMoment),
  v.transform((text) => new Date(text)),
  v.check((at) => at.getUTCFullYear() >= 0 && at.getUTCFullYear() <= 9999, aMoment),
  v.metadata({ type: "string", format: "date-time" }),
);
