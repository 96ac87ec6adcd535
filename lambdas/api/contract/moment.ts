import * as v from "valibot";

const aMoment = "must be a date-time such as 2026-11-21T09:00:00Z";

/** A moment, in any time zone, that as UTC has a year of four digits: as text, such moments sort by time. */
export const Moment = v.pipe(
  v.string(),
  v.isoTimestamp(aMoment),
  v.transform((text) => new Date(text)),
  v.check((at) => at.getUTCFullYear() >= 0 && at.getUTCFullYear() <= 9999, aMoment),
  v.metadata({ type: "string", format: "date-time" }),
);
