import * as v from "valibot";
import { isDay } from "../../domain/times.ts";

const aDay = "must be a date such as 2026-03-01";

/** A day of the calendar. */
export const Day = v.pipe(v.string(), v.isoDate(aDay), v.check(isDay, aDay));
