import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { Generation } from "../../domain/generation/generation.ts";
import { oneMinuteAfter } from "../../domain/generation/sweeping.ts";
import { type IngestJob, SourceAsset } from "../../domain/source-asset/ingest.ts";
import { addUsage, Slots } from "../billing/usage.ts";
import { type Key, keys, openIndex } from "../keys.ts";
import { putIngest } from "../source-asset/ingests.ts";
import { isContention, readItem, table, tableName, transact, type Write } from "../table.ts";
import { generationItem } from "./generations.ts";

const retentionSeconds = 24 * 3600;

/** The caller's claim on one write: SPEC "Limits", idempotency records are kept 24 hours. */
export type IdempotencyClaim = {
  organizationId: string;
  route: string;
  idempotencyKey: string;
  requestHash: string;
};

const IdempotencyRecord = v.object({
  request_hash: v.string(),
  response: v.string(),
  expires_at: v.number(),
});
export type IdempotencyRecord = v.InferOutput<typeof IdempotencyRecord>;

const claimKey = (claim: IdempotencyClaim) =>
  keys.idempotency(claim.organizationId, claim.route, claim.idempotencyKey);
const seconds = (now: Date) => Math.floor(now.getTime() / 1000);
const unexpired = (record: IdempotencyRecord | null, now: Date) =>
  record !== null && record.expires_at > seconds(now) ? record : null;

/** The accepted request under this claim's key, if any, of the last 24 hours. */
export const findAccepted = async (claim: IdempotencyClaim, now: Date): Promise<IdempotencyRecord | null> =>
  unexpired(await readItem(IdempotencyRecord, claimKey(claim)), now);

/** What creating a generation depends on, in one read: an accepted request, the jobs in flight, the source asset. */
export async function findForCreate(claim: IdempotencyClaim, assetId: string | null, now: Date) {
  const assetKey = assetId === null ? null : keys.asset(claim.organizationId, assetId);
  const { item, ...standing } = await readWithClaim(claim, assetKey, now);
  return { ...standing, asset: v.parse(v.nullable(SourceAsset), item) };
}

/** What regenerating depends on, in one read: an accepted request, the jobs in flight, the parent job. */
export async function findForRegenerate(claim: IdempotencyClaim, parentId: string, now: Date) {
  const parentKey = keys.generation(claim.organizationId, parentId);
  const { item, ...standing } = await readWithClaim(claim, parentKey, now);
  return { ...standing, parent: v.parse(v.nullable(Generation), item) };
}

async function readWithClaim(claim: IdempotencyClaim, itemKey: Key | null, now: Date) {
  const recordKey = claimKey(claim);
  const slotsKey = keys.inFlight(claim.organizationId);
  const wanted = [recordKey, slotsKey, ...(itemKey ? [itemKey] : [])];
  const { Responses, UnprocessedKeys } = await table.send(
    new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: wanted, ConsistentRead: true } } }),
  );
  if (Object.keys(UnprocessedKeys ?? {}).length > 0) throw new Error("DynamoDB left keys of a batch unread.");
  const items = Responses?.[tableName()] ?? [];
  const under = (key: Key | null) => items.find((item) => item.pk === key?.pk && item.sk === key?.sk) ?? null;
  return {
    accepted: unexpired(v.parse(v.nullable(IdempotencyRecord), under(recordKey)), now),
    inFlight: v.parse(Slots, under(slotsKey) ?? {}).jobs.size,
    item: under(itemKey),
  };
}

export type UnitReservation = { periodStart: string; includedUnits: number };
export type CreateOutcome =
  | "created"
  | "accepted_before"
  | "in_flight_cap_reached"
  | "allowance_used_up"
  | "contended";

/**
 * Accepts a generation: its idempotency record, the job, its ingest job (inline source), its in-flight slot and,
 * where the plan has no overage, its unit of the allowance, all or nothing.
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
  const guarded: [Write, CreateOutcome][] = [
    [recordClaim(claim, request.response, now), "accepted_before"],
    [takeSlot(job, cap), "in_flight_cap_reached"],
  ];
  if (reservation) guarded.push([reserveUnit(job, reservation), "allowance_used_up"]);
  const writes = [
    ...guarded.map(([write]) => write),
    putGeneration(job),
    ...(ingest ? [putIngest(ingest)] : []),
  ];
  const outcome = await transact(writes).catch((error) => {
    if (isContention(error)) return null;
    throw error;
  });
  if (outcome === null) return "contended";
  if (outcome.committed) return "created";
  const refusal = guarded[outcome.refusedBy]?.[1];
  if (refusal === undefined) throw new Error(`A new id of ${job.job_id} is already taken.`);
  return refusal;
}

/** Accepts an ingest job with its idempotency record. */
export async function createIngest(
  claim: IdempotencyClaim,
  response: string,
  ingest: IngestJob,
  now: Date,
): Promise<CreateOutcome> {
  const outcome = await transact([recordClaim(claim, response, now), putIngest(ingest)]);
  return outcome.committed ? "created" : "accepted_before";
}

const recordClaim = (claim: IdempotencyClaim, response: string, now: Date): Write => ({
  Put: {
    TableName: tableName(),
    Item: {
      ...claimKey(claim),
      request_hash: claim.requestHash,
      response,
      expires_at: seconds(now) + retentionSeconds,
    },
    ConditionExpression: "attribute_not_exists(pk) OR expires_at <= :now",
    ExpressionAttributeValues: { ":now": seconds(now) },
  },
});

const takeSlot = (job: Generation, cap: number): Write => ({
  Update: {
    TableName: tableName(),
    Key: keys.inFlight(job.organization_id),
    UpdateExpression: "ADD jobs :job",
    ConditionExpression: "attribute_not_exists(jobs) OR size(jobs) < :cap",
    ExpressionAttributeValues: { ":job": new Set([job.job_id]), ":cap": cap },
  },
});

const reserveUnit = (job: Generation, { periodStart, includedUnits }: UnitReservation): Write =>
  addUsage(job.organization_id, periodStart, { committed: 1 }, { includedUnits, unitsLeft: true });

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
