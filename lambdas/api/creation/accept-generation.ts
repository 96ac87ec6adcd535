import { ulid } from "ulid";
import { listingClosed, rateLimited } from "../../domain/errors.ts";
import { type Generation, type NewGeneration, newGeneration } from "../../domain/generation/generation.ts";
import { generationView, noPictures } from "../../domain/generation/view.ts";
import type { IngestJob } from "../../domain/source-asset/ingest.ts";
import { unusableUpload } from "../../domain/source-asset/upload.ts";
import { createGeneration, type UnitReservation } from "../../storage/generation/create.ts";
import type { IdempotencyClaim } from "../../storage/idempotency.ts";
import { type Answer, answer, jsonOf } from "../chain/http.ts";
import type { ApiRequest } from "../chain/route.ts";
import type { GenerationJob } from "../contract/published/resources/generation-job.ts";
import { capReached } from "./free-slot.ts";
import { replayWinner } from "./idempotency.ts";
import { noUnitLeft } from "./unit-reservation.ts";

export const newJobId = () => `job_${ulid()}`;

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
      throw noUnitLeft(reservation);
    case "upload_unusable":
      throw unusableUpload();
    case "listing_closed":
      throw listingClosed(job.listing);
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
