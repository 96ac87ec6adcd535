import * as v from "valibot";
import type { UnitBound } from "../../domain/billing/allowance.ts";
import { Generation } from "../../domain/generation/generation.ts";
import { oneMinuteAfter } from "../../domain/generation/sweeping.ts";
import { Listing } from "../../domain/listing/listing.ts";
import { type IngestJob, SourceAsset } from "../../domain/source-asset/ingest.ts";
import { readItems } from "../batch.ts";
import { addInFlight, addUsage, InFlight, unitCanBeReserved } from "../billing/usage.ts";
import { isContention } from "../contention.ts";
import {
  type IdempotencyClaim,
  IdempotencyRecord,
  recordAccepted,
  recordKeyOf,
  unexpired,
} from "../idempotency.ts";
import { type Key, keys, openIndex } from "../keys.ts";
import { countCreated, ofListing } from "../listing/listings.ts";
import { putIngest } from "../source-asset/ingests.ts";
import { useUpload } from "../source-asset/uploads.ts";
import { tableName, transact, type Write } from "../table.ts";
import { generationItem } from "./generations.ts";
import { listGeneration } from "./lists.ts";

/** What creating a generation depends on, in one read: an accepted request, the jobs in flight, the source asset, the listing. */
export async function findForCreate(
  claim: IdempotencyClaim,
  { assetId, listing }: { assetId: string | null; listing: string | null },
  now: Date,
) {
  const assetKey = assetId === null ? null : keys.asset(claim.organizationId, assetId);
  const listingKey = listing === null ? null : keys.listing(claim.organizationId, listing);
  const { under, ...standing } = await readWithClaim(claim, [assetKey, listingKey], now);
  return {
    ...standing,
    asset: v.parse(v.nullable(SourceAsset), under(assetKey)),
    listing: v.parse(v.nullable(Listing), under(listingKey)),
  };
}

/** What regenerating depends on, in one read: an accepted request, the jobs in flight, the parent job. */
export async function findForRegenerate(claim: IdempotencyClaim, parentId: string, now: Date) {
  const parentKey = keys.generation(claim.organizationId, parentId);
  const { under, ...standing } = await readWithClaim(claim, [parentKey], now);
  return { ...standing, parent: v.parse(v.nullable(Generation), under(parentKey)) };
}

async function readWithClaim(claim: IdempotencyClaim, others: (Key | null)[], now: Date) {
  const recordKey = recordKeyOf(claim);
  const inFlightKey = keys.inFlight(claim.organizationId);
  const { items } = await readItems([recordKey, inFlightKey, ...others.filter((key) => key !== null)]);
  const under = (key: Key | null) => items.find((item) => item.pk === key?.pk && item.sk === key?.sk) ?? null;
  return {
    accepted: unexpired(v.parse(v.nullable(IdempotencyRecord), under(recordKey)), now),
    inFlight: v.parse(InFlight, under(inFlightKey) ?? {}).jobs_in_flight,
    under,
  };
}

export type UnitReservation = UnitBound & { periodStart: string };
type CreateOutcome =
  | "created"
  | "accepted_before"
  | "in_flight_cap_reached"
  | "allowance_used_up"
  | "upload_unusable"
  | "listing_closed"
  | "contended";

/**
 * Saves a new generation, all or nothing: its idempotency record, the job, its entries in the lists and its place in
 * its listing, its ingest job (inline source) with its upload, its in-flight slot and, if the plan has no overage or a spend cap, its unit.
 */
export async function createGeneration(request: {
  claim: IdempotencyClaim;
  response: string;
  job: Generation;
  ingest: IngestJob | null;
  cap: number;
  reservation: UnitReservation | null;
  now: Date;
}): Promise<CreateOutcome> {
  const { claim, job, ingest, cap, reservation, now } = request;
  const outcome = await transact({
    guards: {
      accepted_before: recordAccepted(claim, request.response, now),
      in_flight_cap_reached: addInFlight(job.organization_id, 1, cap),
      allowance_used_up: reservation && reserveUnit(job, reservation),
      upload_unusable: ingest && useUpload(ingest, now),
      listing_closed: ofListing(job, countCreated)[0] ?? null,
    },
    writes: [putGeneration(job), ...listGeneration(job), ...(ingest ? [putIngest(ingest)] : [])],
  }).catch((error) => {
    if (isContention(error)) return null;
    throw error;
  });
  if (outcome === null) return "contended";
  return outcome.committed ? "created" : outcome.refusedBy;
}

const reserveUnit = (job: Generation, { periodStart, ...bound }: UnitReservation): Write =>
  addUsage(job.organization_id, periodStart, { committed: 1 }, { condition: unitCanBeReserved(bound) });

const putGeneration = (job: Generation): Write => ({
  Put: {
    TableName: tableName(),
    Item: {
      ...generationItem(job),
      ...openIndex.attributes(job.job_id, oneMinuteAfter(new Date(job.created_at))),
    },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});
