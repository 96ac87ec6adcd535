/**
 * When a job or an ingest job that was last changed at `updated_at` changes next: now, unless that is earlier. The clocks of
 * two machines may be seconds apart, and the times of a job never go back.
 */
export const nextChangeAt = ({ updated_at }: { updated_at: string }, now: Date): Date =>
  new Date(Math.max(now.getTime(), Date.parse(updated_at)));

/** Whether a text is a day of the calendar, such as 2026-03-01. `Date` takes 30 February for 2 March. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** `Date` takes 24:00 for the next day's midnight; RFC 3339 has no such hour. */
const dateTime = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.(\d+))?(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * The first millisecond that is not before a date-time of RFC 3339, or null if the text is none or its year in UTC does
 * not have four digits. Stored times have milliseconds: one is before the text's moment if it is before the result.
 */
export function firstMillisecondOf(text: string): Date | null {
  const [, day, fraction = ""] = dateTime.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return null;
  const isBeyondMilliseconds = /[1-9]/.test(fraction.slice(3));
  const at = new Date(Date.parse(text.toUpperCase()) + (isBeyondMilliseconds ? 1 : 0));
  const year = at.getUTCFullYear();
  return year >= 0 && year <= 9999 ? at : null;
}
