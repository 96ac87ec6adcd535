import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Failure } from "../../domain/failures.ts";
import type { StoredMask } from "../../domain/generation/generation.ts";
import { ingestDeadline, leftoverAssetsDueAt, oneMinuteAfter } from "../../domain/generation/sweeping.ts";
import {
  IngestJob,
  ingestStatusesBefore,
  isIngestTerminal,
  SourceAsset,
} from "../../domain/source-asset/ingest.ts";
import { queueGeneration } from "../generation/generations.ts";
import { type IdempotencyClaim, recordAccepted } from "../idempotency.ts";
import { keys, openIndex } from "../keys.ts";
import {
  readItem,
  table,
  tableName,
  transact,
  transitionCondition,
  unlessRefused,
  type Write,
} from "../table.ts";
import { useUpload } from "./uploads.ts";

export const findIngest = (organizationId: string, ingestId: string) =>
  readItem(IngestJob, keys.ingest(organizationId, ingestId));

export const findAsset = (organizationId: string, assetId: string) =>
  readItem(SourceAsset, keys.asset(organizationId, assetId));

const keyOf = ({ organization_id, ingest_id }: IngestJob) => keys.ingest(organization_id, ingest_id);
const mayEnter = (status: IngestJob["status"]) => transitionCondition(ingestStatusesBefore(status), status);

/** The write that makes a new ingest job and puts it on the sweeper's list. */
export const putIngest = (ingest: IngestJob): Write => ({
  Put: {
    TableName: tableName(),
    Item: {
      ...keyOf(ingest),
      ...ingest,
      ...openIndex.attributes(ingest.ingest_id, oneMinuteAfter(new Date(ingest.created_at))),
    },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** Saves a new ingest job with its idempotency record, and uses its upload. */
export async function createIngest(
  claim: IdempotencyClaim,
  response: string,
  ingest: IngestJob,
  now: Date,
): Promise<"created" | "accepted_before" | "upload_unusable"> {
  const outcome = await transact({
    guards: {
      accepted_before: recordAccepted(claim, response, now),
      upload_unusable: useUpload(ingest, now),
    },
    writes: [putIngest(ingest)],
  });
  return outcome.committed ? "created" : outcome.refusedBy;
}

/** Moves a queued ingest to `ingesting`, once: a repeated or late write changes nothing. */
export async function markIngesting(ingest: IngestJob, now: Date): Promise<void> {
  const { condition, names, values } = mayEnter("ingesting");
  await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keyOf(ingest),
        UpdateExpression: "SET #status = :status, updated_at = :now, gsi1sk = :deadline",
        ConditionExpression: condition,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: {
          ...values,
          ":now": now.toISOString(),
          ":deadline": openIndex.attributes(ingest.ingest_id, ingestDeadline(ingest)).gsi1sk,
        },
      }),
    ),
  );
}

/** Notes that an ingest begins to store the picture of an asset: what is not kept of it can be found. */
export async function noteStoring(ingest: IngestJob, assetId: string): Promise<IngestJob> {
  if (ingest.storing.includes(assetId)) return ingest;
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keyOf(ingest),
      UpdateExpression: "SET storing = list_append(if_not_exists(storing, :none), :asset)",
      ConditionExpression: "#status = :ingesting",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":none": [], ":asset": [assetId], ":ingesting": "ingesting" },
    }),
  );
  return { ...ingest, storing: [...ingest.storing, assetId] };
}

/** The write that keeps a new asset; refused if an ingest of the same bytes has kept it. */
const putAsset = (asset: SourceAsset): Write => ({
  Put: {
    TableName: tableName(),
    Item: { ...keys.asset(asset.organization_id, asset.source_asset_id), ...asset },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** What an ingest keeps besides the asset's id: the asset if it is new, and the mask of the job that waits for it. */
type Ingested = { newAsset?: SourceAsset | null; mask?: StoredMask | null };

/**
 * Ends an ingest as `ready`, and gives the generation that waits for it its asset and mask, in one transaction, which keeps the asset
 * if it is `newAsset`: so there is none that no ingest names. A generation that has ended is left as it is, and so is an
 * asset that is kept already. Returns the ingest as it ended, even if another call ended it.
 */
export async function completeIngest(
  ingest: IngestJob,
  assetId: string,
  now: Date,
  { newAsset = null, mask = null }: Ingested = {},
): Promise<IngestJob> {
  const end = endIngest(ingest, "ready", { source_asset_id: assetId, failure: null }, now);
  const { organization_id, job_id } = ingest;
  let queue = job_id === null ? null : queueGeneration({ organization_id, job_id }, assetId, mask, now);
  let keep = newAsset && putAsset(newAsset);
  for (;;) {
    const outcome = await transact({
      guards: { ingest_has_ended: end, generation_has_ended: queue, asset_is_kept: keep },
    });
    if (outcome.committed || outcome.refusedBy === "ingest_has_ended") return loadEnded(ingest);
    if (outcome.refusedBy === "generation_has_ended") queue = null;
    else keep = null;
  }
}

/**
 * Ends an ingest as `failed`; a generation that waits for it is failed by its own pipeline. Returns the ingest as it
 * ended, even if another call ended it.
 */
export async function failIngest(ingest: IngestJob, failure: Failure, now: Date): Promise<IngestJob> {
  const end = endIngest(ingest, "failed", { source_asset_id: null, failure }, now);
  await transact({ guards: { ingest_has_ended: end } });
  return loadEnded(ingest);
}

async function loadEnded({ organization_id, ingest_id }: IngestJob): Promise<IngestJob> {
  const ended = await findIngest(organization_id, ingest_id);
  if (!ended || !isIngestTerminal(ended.status)) throw new Error(`Ingest ${ingest_id} could not be ended.`);
  return ended;
}

function endIngest(
  ingest: IngestJob,
  status: "ready" | "failed",
  result: Pick<IngestJob, "source_asset_id" | "failure">,
  now: Date,
): Write {
  const { condition, names, values } = mayEnter(status);
  const due = leftoverAssetsDueAt({ ...ingest, ...result }, now);
  const ended =
    "SET #status = :status, source_asset_id = :asset, failure = :failure, completed_at = :now, updated_at = :now";
  return {
    Update: {
      TableName: tableName(),
      Key: keyOf(ingest),
      UpdateExpression: due === null ? `${ended} REMOVE gsi1pk, gsi1sk` : `${ended}, gsi1sk = :due`,
      ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: {
        ...values,
        ":asset": result.source_asset_id,
        ":failure": result.failure,
        ":now": now.toISOString(),
        ...(due !== null && { ":due": openIndex.attributes(ingest.ingest_id, due).gsi1sk }),
      },
    },
  };
}

/** Removes an ingest that has ended from the sweeper's list: nothing is left to do. */
export async function removeIngestFromSweep(ingest: IngestJob): Promise<void> {
  await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keyOf(ingest),
        UpdateExpression: "REMOVE gsi1pk, gsi1sk",
        ConditionExpression: "attribute_exists(pk)",
      }),
    ),
  );
}
