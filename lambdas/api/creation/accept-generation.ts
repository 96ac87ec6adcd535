import type { APIGatewayProxyResult } from "aws-lambda";
import { ulid } from "ulid";
import { billingPeriod } from "../../domain/billing/period.ts";
import { Refusal, rateLimited } from "../../domain/errors.ts";
import { type Generation, type NewGeneration, newGeneration } from "../../domain/generation/generation.ts";
import { newGenerationView } from "../../domain/generation/view.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import type { IngestJob } from "../../domain/source-asset/ingest.ts";
import {
  createGeneration,
  type IdempotencyClaim,
  type UnitReservation,
} from "../../storage/generation/create.ts";
import { json } from "../chain/http.ts";
import type { ApiRequest } from "../chain/route.ts";
import type { GenerationJob } from "../contract/resources.ts";
import { replayWinner } from "./idempotency.ts";

const capRetrySeconds = 5;

export const newJobId = () => `job_${ulid()}`;

const entitlementRequired = (message: string) => new Refusal("entitlement_required", message);
const capReached = (cap: number) =>
  rateLimited(`At most ${cap} jobs may be in flight at once. Wait until one has ended.`, capRetrySeconds);

/**
 * Refuses a new job before expensive work where the in-flight cap is reached or the plan does not allow it. What is
 * returned is the unit that the job must reserve. Both are decided again, for good, by the transaction that saves it.
 */
export function admit({ caller, now }: ApiRequest<unknown>, inFlight: number): UnitReservation | null {
  const cap = caller.limits.max_concurrent_jobs;
  if (inFlight >= cap) throw capReached(cap);
  return reservationFor(caller.organization, now);
}

/** Only plans without overage can run out of units. Throws where there is no plan. */
function reservationFor({ plan, anchors }: Organization, now: Date): UnitReservation | null {
  if (plan === null)
    throw entitlementRequired("The organization has no plan. Choose a plan to create generations.");
  if (plan.overage_allowed) return null;
  return {
    periodStart: billingPeriod(anchors, now).start.toISOString(),
    includedUnits: plan.included_units,
  };
}

type GenerationRequest = Omit<NewGeneration, "organizationId" | "ingestId" | "reservedPeriod" | "now"> & {
  ingest: IngestJob | null;
  reservation: UnitReservation | null;
  /** Starts its work: its ingest's where the request brought the picture, else the job's own. */
  start: (job: Generation) => Promise<void>;
};

/** Accepts a new job: saves it with its claim and slot, starts its pipeline and answers with it. */
export async function acceptGeneration(
  { caller, input: { claim }, now, log }: ApiRequest<{ claim: IdempotencyClaim }>,
  { ingest, reservation, start, ...order }: GenerationRequest,
): Promise<APIGatewayProxyResult> {
  const job = newGeneration({
    ...order,
    organizationId: claim.organizationId,
    ingestId: ingest?.ingest_id ?? null,
    reservedPeriod: reservation?.periodStart ?? null,
    now,
  });
  const view: GenerationJob = newGenerationView(job);
  const response = JSON.stringify(view);
  const cap = caller.limits.max_concurrent_jobs;
  const outcome = await createGeneration({ claim, response, job, ingest, cap, reservation, now });
  switch (outcome) {
    case "accepted_before":
      return replayWinner(claim, now);
    case "in_flight_cap_reached":
      throw capReached(cap);
    case "allowance_used_up":
      throw entitlementRequired(
        "The plan's allowance for this billing period is used up and overage is not allowed.",
      );
    case "contended":
      throw rateLimited("Too many jobs are being created at once. Try again in a second.", 1);
    case "created":
      await start(job).catch((error) =>
        log.warn("The job is accepted but could not be started; the sweeper will", {
          job_id: job.job_id,
          error,
        }),
      );
      return json(200, response);
  }
}
