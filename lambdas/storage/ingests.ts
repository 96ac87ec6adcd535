import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Failure } from "../domain/failures.ts";
import { IngestJob, ingestDeadlineMinutes, SourceAsset } from "../domain/ingest.ts";
import { keys, openIndex } from "./keys.ts";
import { readItem, type TransactionOutcome, table, tableName, transact, type Write } from "./table.ts";

const startGraceMs = 60_000;

export const findIngest = (organizationId: string, ingestId: string) =>
  readItem(IngestJob, keys.ingest(organizationId, ingestId));

export const findAsset = (organizationId: string, assetId: string) =>
  readItem(SourceAsset, keys.asset(organizationId, assetId));

/** The write that makes a new ingest job and puts it on the sweeper's list. */
export const putIngest = (ingest: IngestJob): Write => ({
  Put: {
    TableName: tableName(),
    Item: {
      ...keys.ingest(ingest.organization_id, ingest.ingest_id),
      ...ingest,
      ...openIndex.attributes(ingest.ingest_id, new Date(Date.parse(ingest.created_at) + startGraceMs)),
    },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

/** Moves a queued ingest to `ingesting`; a repeat of the task finds it there already, which is fine. */
export async function markIngesting(ingest: IngestJob, now: Date): Promise<void> {
  try {
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.ingest(ingest.organization_id, ingest.ingest_id),
        UpdateExpression: "SET #status = :ingesting, updated_at = :now, gsi1sk = :deadline",
        ConditionExpression: "#status IN (:queued, :ingesting)",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: {
          ":queued": "queued",
          ":ingesting": "ingesting",
          ":now": now.toISOString(),
          ":deadline": openIndex.attributes(ingest.ingest_id, ingestDeadline(ingest)).gsi1sk,
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

const ingestDeadline = (ingest: IngestJob) =>
  new Date(Date.parse(ingest.created_at) + ingestDeadlineMinutes * 60_000);

/**
 * Ends an ingest as `ready`: the asset (the first writer of a picture wins, the others adopt it), the ingest job
 * and the generation that waits for it change together. A generation that ended meanwhile is left as it is.
 */
export async function completeIngest(ingest: IngestJob, asset: SourceAsset, now: Date): Promise<void> {
  const { organization_id, source_asset_id } = asset;
  const writes = [endIngest(ingest, "ready", { source_asset_id, failure: null }, now), adoptAsset(asset)];
  if (ingest.job_id === null) {
    await transact(writes);
    return;
  }
  const outcome = await transact([
    ...writes,
    queueGeneration(organization_id, ingest.job_id, source_asset_id, now),
  ]);
  if (!outcome.committed && outcome.refusedBy === writes.length) await transact(writes);
}

/** Ends an ingest as `failed`; the generation that waits for it is failed by its own state machine. */
export const failIngest = (ingest: IngestJob, failure: Failure, now: Date): Promise<TransactionOutcome> =>
  transact([endIngest(ingest, "failed", { source_asset_id: null, failure }, now)]);

const endIngest = (
  ingest: IngestJob,
  status: "ready" | "failed",
  result: Pick<IngestJob, "source_asset_id" | "failure">,
  now: Date,
): Write => ({
  Update: {
    TableName: tableName(),
    Key: keys.ingest(ingest.organization_id, ingest.ingest_id),
    UpdateExpression:
      "SET #status = :status, source_asset_id = :asset, failure = :failure, completed_at = :now, updated_at = :now REMOVE gsi1pk, gsi1sk",
    ConditionExpression: "#status IN (:queued, :ingesting)",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: {
      ":status": status,
      ":queued": "queued",
      ":ingesting": "ingesting",
      ":asset": result.source_asset_id,
      ":failure": result.failure,
      ":now": now.toISOString(),
    },
  },
});

const adoptAsset = (asset: SourceAsset): Write => {
  const attributes = Object.entries(asset);
  return {
    Update: {
      TableName: tableName(),
      Key: keys.asset(asset.organization_id, asset.source_asset_id),
      UpdateExpression: `SET ${attributes.map((_, i) => `#a${i} = if_not_exists(#a${i}, :a${i})`).join(", ")}`,
      ExpressionAttributeNames: Object.fromEntries(attributes.map(([name], i) => [`#a${i}`, name])),
      ExpressionAttributeValues: Object.fromEntries(attributes.map(([, value], i) => [`:a${i}`, value])),
    },
  };
};

const queueGeneration = (organizationId: string, jobId: string, assetId: string, now: Date): Write => ({
  Update: {
    TableName: tableName(),
    Key: keys.generation(organizationId, jobId),
    UpdateExpression: "SET #status = :queued, source_asset_id = :asset, updated_at = :now",
    ConditionExpression: "#status = :ingesting",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: {
      ":queued": "queued",
      ":ingesting": "ingesting",
      ":asset": assetId,
      ":now": now.toISOString(),
    },
  },
});
