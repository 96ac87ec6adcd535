import * as v from "valibot";
import { firstMillisecondOf } from "../../domain/times.ts";

/** A moment, in any time zone, that as UTC has a year of four digits: as text, such moments sort by time. */
export const Moment = v.pipe(
  v.string(),
  v.metadata({ format: "date-time" }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const at = firstMillisecondOf(dataset.value);
    if (at !== null) return at;
    addIssue({ message: "must be a date-time such as 2026-11-21T09:00:00Z" });
    return NEVER;
  }),
  v.metadata({ type: "string", format: "date-time" }),
);
