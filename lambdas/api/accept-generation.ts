import type { APIGatewayProxyResult } from "aws-lambda";
import { ulid } from "ulid";
import { billingPeriod } from "../domain/billing.ts";
import { Refusal, rateLimited } from "../domain/errors.ts";
import type { Generation } from "../domain/generation.ts";
import type { IngestJob } from "../domain/ingest.ts";
import type { Organization } from "../domain/organization.ts";
import { json } from "../runtime/http.ts";
import type { Log } from "../runtime/log.ts";
import { type Claim, createGeneration, type Reservation } from "../storage/creates.ts";
import { startGeneration } from "../storage/executions.ts";
import { generationView } from "../storage/generation-view.ts";
import type { Caller } from "./authenticate.ts";
import { replayWinner } from "./idempotency.ts";

const capRetrySeconds = 5;

export const newJobId = () => `job_${ulid()}`;
export const newIngestId = () => `src_${ulid()}`;

const entitlementRequired = (message: string) => new Refusal("entitlement_required", message);

/** The unit that a new job must reserve: only plans without overage can run out. Throws where there is no plan. */
export function reservationFor({ plan, anchor_day }: Organization, now: Date): Reservation | null {
  if (plan === null)
    throw entitlementRequired("The organization has no plan. Choose a plan to create generations.");
  if (plan.overage_allowed) return null;
  return {
    periodStart: billingPeriod(anchor_day, now).start.toISOString(),
    includedUnits: plan.included_units,
  };
}

/** Accepts a new job: saves it with its claim and slot, starts its pipeline and answers with it. */
export async function acceptGeneration(request: {
  caller: Caller;
  claim: Claim;
  job: Generation;
  ingest: IngestJob | null;
  reservation: Reservation | null;
  now: Date;
  log: Log;
}): Promise<APIGatewayProxyResult> {
  const { caller, claim, job, ingest, reservation, now, log } = request;
  const response = JSON.stringify(await generationView(job, now));
  const cap = caller.limits.max_concurrent_jobs;
  const outcome = await createGeneration({ claim, response, job, ingest, cap, reservation, now });
  switch (outcome) {
    case "accepted_before":
      return replayWinner(claim, now);
    case "in_flight_cap_reached":
      throw rateLimited(
        `At most ${cap} jobs may be in flight at once. Wait until one has ended.`,
        capRetrySeconds,
      );
    case "allowance_used_up":
      throw entitlementRequired(
        "The plan's allowance for this billing period is used up and overage is not allowed.",
      );
    case "created":
      await startGeneration(job).catch((error) =>
        log.warn("The job is accepted but could not be started; the sweeper will", {
          job_id: job.job_id,
          error,
        }),
      );
      return json(200, response);
  }
}
