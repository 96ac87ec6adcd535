import { type Refusal, rateLimited } from "../../domain/errors.ts";
import { counted } from "../../domain/plain-text.ts";
import type { Caller } from "../chain/authenticate.ts";

const retrySeconds = 5;

/** The refusal of a job beyond the cap of jobs in flight. */
export const capReached = ({ limits }: Caller): Refusal =>
  rateLimited(
    `At most ${counted(limits.max_concurrent_jobs, "job")} may be in flight at once. Wait until one has ended.`,
    retrySeconds,
    { name: "max_concurrent_jobs", quota: limits.max_concurrent_jobs, secondsLeft: null },
  );

/**
 * Refuses a new job if the in-flight cap is reached, before expensive work. The transaction that saves the job
 * checks it again.
 */
export function requireFreeSlot(caller: Caller, inFlight: number): void {
  if (inFlight >= caller.limits.max_concurrent_jobs) throw capReached(caller);
}
