import type { Limit, PerJob } from "./quotas.ts";

/** The jobs a second at which a limit is used up; Infinity if a job uses nothing of it. */
export const breakingRate = ({ value, used }: Pick<Limit, "value" | "used">, job: PerJob): number =>
  value / used(job);

/**
 * The limits that so many jobs a second break, the first to break in front. Of one organization, they count if all jobs are its
 * own: with several, each has its share.
 */
export const firstLimits = (limits: readonly Limit[], job: PerJob, perSecond: number): Limit[] =>
  limits
    .filter((limit) => breakingRate(limit, job) < perSecond)
    .toSorted((a, b) => breakingRate(a, job) - breakingRate(b, job));
