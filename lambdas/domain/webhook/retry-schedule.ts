import { httpDate } from "./http-date.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pause before each attempt in milliseconds, from the end of the previous one (docs/webhooks.md). */
export const pauses = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

const spread = 0.1;
const longestRetryAfter = 24 * hour;

/**
 * When the attempt after `made` attempts is due, or null if none is left. `random` (0 … 1) spreads the pause by ± 10 %;
 * a receiver's Retry-After (milliseconds) makes it longer, up to a day, never shorter.
 */
export function nextAttemptAt(made: number, retryAfterMs: number, ended: Date, random: number): Date | null {
  const pause = pauses[made];
  if (pause === undefined) return null;
  const spreadPause = pause * (1 - spread + 2 * spread * random);
  return new Date(ended.getTime() + Math.max(spreadPause, Math.min(retryAfterMs, longestRetryAfter)));
}

/** A Retry-After header (RFC 9110, 10.2.3: seconds or an HTTP date) in milliseconds from `now`; 0 if it gives none. */
export function retryAfterMs(header: string | null, now: Date): number {
  const value = header?.trim() ?? "";
  if (/^\d+$/.test(value)) return Number(value) * second;
  const until = httpDate(value, now);
  return until === null ? 0 : Math.max(0, until - now.getTime());
}
