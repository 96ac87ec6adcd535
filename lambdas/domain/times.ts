/**
 * When a job or an ingest job that was last changed at `updated_at` changes next: now, unless that is earlier. The clocks of
 * two machines may be seconds apart, and the times of a job never go back.
 */
export const nextChangeAt = ({ updated_at }: { updated_at: string }, now: Date): Date =>
  new Date(Math.max(now.getTime(), Date.parse(updated_at)));
