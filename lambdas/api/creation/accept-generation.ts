import { ulid } from "ulid";
import { unitBoundOf } from "../../domain/billing/allowance.ts";
import { billingPeriod } from "../../domain/billing/period.ts";
import { Refusal, rateLimited, unprocessable } from "../../domain/errors.ts";
import { keptFields } from "../../domain/generation/caller-fields.ts";
import type { Configuration } from "../../domain/generation/configuration.ts";
import { type Generation, type NewGeneration, newGeneration } from "../../domain/generation/generation.ts";
import { isSandboxReference, sandboxReferences } from "../../domain/generation/sandbox.ts";
import { generationView, noPictures } from "../../domain/generation/view.ts";
import type { Organization } from "../../domain/organization/organization.ts";
import type { IngestJob } from "../../domain/source-asset/ingest.ts";
import { unusableUpload } from "../../domain/source-asset/upload.ts";
import { createGeneration, type UnitReservation } from "../../storage/generation/create.ts";
import type { IdempotencyClaim } from "../../storage/idempotency.ts";
import type { Caller } from "../chain/authenticate.ts";
import { type Answer, answer, jsonOf } from "../chain/http.ts";
import type { ApiRequest } from "../chain/route.ts";
import type { CallerFields } from "../contract/job-fields.ts";
import type { GenerationJob } from "../contract/published/resources/generation-job.ts";
import { replayWinner } from "./idempotency.ts";

const capRetrySeconds = 5;

export const newJobId = () => `job_${ulid()}`;

const entitlementRequired = (message: string) => new Refusal("entitlement_required", message);
const capReached = ({ limits }: Caller) =>
  rateLimited(
    `At most ${limits.max_concurrent_jobs} jobs may be in flight at once. Wait until one has ended.`,
    capRetrySeconds,
    { name: "max_concurrent_jobs", quota: limits.max_concurrent_jobs, secondsLeft: null },
  );

/**
 * Refuses a new job if the in-flight cap is reached, before expensive work. The transaction that saves the job
 * checks it again.
 */
export function requireFreeSlot(caller: Caller, inFlight: number): void {
  if (inFlight >= caller.limits.max_concurrent_jobs) throw capReached(caller);
}

/**
 * The unit that a new job must reserve, or null: only plans without overage, or with a spend cap, can run out of units, and
 * a sandbox uses none.
 * Throws entitlement_required if there is no plan.
 */
export function unitToReserve({ sandbox, plan, anchors }: Organization, now: Date): UnitReservation | null {
  if (sandbox) return null;
  if (plan === null)
    throw entitlementRequired("The organization has no plan. Choose a plan to create generations.");
  const bound = unitBoundOf(plan);
  return bound && { periodStart: billingPeriod(anchors, now).start.toISOString(), ...bound };
}

/** Throws validation_error if the reference asks a sandbox for an ending that jobs do not have. */
export function requireKnownEnding({ organization }: Caller, reference: string | undefined): void {
  if (!organization.sandbox || reference === undefined || isSandboxReference(reference)) return;
  throw unprocessable(
    `reference asks the sandbox for an unknown ending: one of ${sandboxReferences.join(", ")}.`,
  );
}

/** The fields of a request that routes handle one by one. */
type Handled =
  | keyof Configuration
  | "include_alternates"
  | "disclosure"
  | "source_url"
  | "source_asset_id"
  | "upload_id";
/** A request without other fields: one that no route handles and no job keeps does not compile. */
type Complete<Fields> = Fields & { [Name in Exclude<keyof Fields, keyof CallerFields | Handled>]: never };

/** What a job keeps for its caller; a regeneration inherits what it does not name. */
export const callerFieldsOf = <Fields extends CallerFields>(
  fields: Complete<Fields>,
  parent?: Generation,
) => ({
  ...keptFields(fields, parent),
  webhook_url: fields.webhook?.url ?? parent?.webhook_url ?? null,
});

/** A job to accept, without what `acceptGeneration` adds to it. */
type GenerationRequest = Omit<
  NewGeneration,
  "organization_id" | "ingest_id" | "reserved_period" | "reserved_price_micro_usd" | "sandbox"
> & {
  ingest: IngestJob | null;
  reservation: UnitReservation | null;
  /**
   * Starts its work: the ingest if the request brought the picture, otherwise the job itself. Passed in, because only
   * the functions that take pictures may start ingests.
   */
  start: (job: Generation) => Promise<void>;
};

/** Accepts a new job: saves it with its claim and slot, starts its pipeline and answers with it. */
export async function acceptGeneration(
  { caller, input: { claim }, now, log }: ApiRequest<{ claim: IdempotencyClaim }>,
  { ingest, reservation, start, ...requested }: GenerationRequest,
): Promise<Answer<GenerationJob>> {
  const accepted = {
    ...requested,
    organization_id: claim.organizationId,
    ingest_id: ingest?.ingest_id ?? null,
    reserved_period: reservation?.periodStart ?? null,
    reserved_price_micro_usd: reservation?.price ?? null,
    sandbox: caller.organization.sandbox,
  };
  const job = newGeneration(accepted, now);
  const response = jsonOf(generationView(job, noPictures));
  const cap = caller.limits.max_concurrent_jobs;
  const outcome = await createGeneration({
    claim,
    response: response.text,
    job,
    ingest,
    cap,
    reservation,
    now,
  });
  switch (outcome) {
    case "accepted_before":
      return replayWinner(claim, now);
    case "in_flight_cap_reached":
      throw capReached(caller);
    case "allowance_used_up":
      throw entitlementRequired(
        reservation?.price == null
          ? "The plan's allowance for this billing period is used up and overage is not allowed."
          : "The plan's spend cap for this billing period is reached.",
      );
    case "upload_unusable":
      throw unusableUpload();
    case "contended":
      throw rateLimited("Too many jobs are being created at once. Try again in a second.", 1);
    case "created":
      await start(job).catch((error) =>
        log.warn("The job is accepted but could not be started; the sweeper will start it", {
          job_id: job.job_id,
          error,
        }),
      );
      return answer(200, response);
  }
}
