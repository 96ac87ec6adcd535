import * as v from "valibot";
import { cancelledJob, Generation } from "../../domain/generation/generation.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import { readItems } from "../batch.ts";
import {
  type IdempotencyClaim,
  IdempotencyRecord,
  recordAccepted,
  recordKeyOf,
  unexpired,
} from "../idempotency.ts";
import { keys } from "../keys.ts";
import { transact } from "../table.ts";
import { failureWrites } from "./finish.ts";

/** What a cancel depends on, in one read: an accepted request and the job. */
export async function findForCancel(claim: IdempotencyClaim, jobId: string, now: Date) {
  const [recordKey, jobKey] = [recordKeyOf(claim), keys.generation(claim.organizationId, jobId)];
  const { items } = await readItems([recordKey, jobKey]);
  const under = (pk: string) => items.find((item) => item.pk === pk) ?? null;
  return {
    accepted: unexpired(v.parse(v.nullable(IdempotencyRecord), under(recordKey.pk)), now),
    job: v.parse(v.nullable(Generation), under(jobKey.pk)),
  };
}

type Cancel = { claim: IdempotencyClaim; organization: Organization; job: Generation; now: Date };
type CancelOutcome = "cancelled" | "accepted_before" | "job_has_moved_on";

/**
 * Ends a job that has not ended as cancelled: its idempotency record, its terminal state, the period's totals and its
 * in-flight slot, or nothing. Only from the state that was read, so that `response` says what the job became.
 */
export async function cancelGeneration(
  { claim, organization, job, now }: Cancel,
  response: string,
): Promise<CancelOutcome> {
  const { status, failure } = cancelledJob(job, now);
  const { end, writes } = failureWrites({ job, organization, result: { status, failure }, now });
  const outcome = await transact({
    guards: { accepted_before: recordAccepted(claim, response, now), job_has_moved_on: end },
    writes,
  });
  return outcome.committed ? "cancelled" : outcome.refusedBy;
}
