import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type * as v from "valibot";
import {
  Generation,
  jobStatusesBefore,
  type Rejection,
  type StoredMask,
} from "../../domain/generation/generation.ts";
import { jobDeadline } from "../../domain/generation/sweeping.ts";
import { type Key, keys, openIndex } from "../keys.ts";
import { readItem, table, tableName, transitionCondition, unlessRefused, type Write } from "../table.ts";

export const findGeneration = (organizationId: string, jobId: string) =>
  readItem(Generation, keys.generation(organizationId, jobId));

/** A job as the table holds it, under its key. Fields that only few jobs have are absent in the others. */
export const generationItem = (job: Generation): Key & v.InferInput<typeof Generation> => ({
  ...keys.generation(job.organization_id, job.job_id),
  ...job,
  metadata: job.metadata && JSON.stringify(job.metadata),
  listing: job.listing ?? undefined,
  sandbox: job.sandbox || undefined,
  key_id: job.key_id ?? undefined,
  webhook_key_id: job.webhook_key_id ?? undefined,
  reserved_price_micro_usd: job.reserved_price_micro_usd ?? undefined,
  mask: job.mask ?? undefined,
  rejections: job.rejections.length > 0 ? job.rejections : undefined,
});

/** Names and values of the condition "the job may still enter this status". */
const mayEnter = (status: Generation["status"]) => transitionCondition(jobStatusesBefore(status), status);

/**
 * The write that gives a waiting job its source asset, and its mask if it waits for one, which it may do while it is queued;
 * refused if the job has ended.
 */
export function queueGeneration(
  { organization_id, job_id }: Pick<Generation, "organization_id" | "job_id">,
  assetId: string,
  mask: StoredMask | null,
  now: Date,
): Write {
  const from = jobStatusesBefore("queued");
  const { condition, names, values } = transitionCondition(mask ? [...from, "queued"] : from, "queued");
  const queued = "SET #status = :status, source_asset_id = :asset, updated_at = :now";
  return {
    Update: {
      TableName: tableName(),
      Key: keys.generation(organization_id, job_id),
      UpdateExpression: mask ? `${queued}, mask = :mask` : queued,
      ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: {
        ...values,
        ":asset": assetId,
        ":now": now.toISOString(),
        ...(mask && { ":mask": mask }),
      },
    },
  };
}

/**
 * Moves a queued job to `running` with its fingerprint, once: a repeated or late write changes nothing. False means that
 * the job has ended and nothing is left to do.
 */
export async function markRunning(job: Generation, fingerprint: string, now: Date): Promise<boolean> {
  const { condition, names, values } = mayEnter("running");
  const isMarked = await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.generation(job.organization_id, job.job_id),
        UpdateExpression:
          "SET #status = :status, config_fingerprint = :fingerprint, updated_at = :now, gsi1sk = :deadline",
        ConditionExpression: condition,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: {
          ...values,
          ":fingerprint": fingerprint,
          ":now": now.toISOString(),
          ":deadline": openIndex.attributes(job.job_id, jobDeadline(job)).gsi1sk,
        },
      }),
    ),
  );
  return isMarked || (await findGeneration(job.organization_id, job.job_id))?.status === "running";
}

/** Stores where the mask is that the model proposes for a job. */
export async function rememberProposal({ organization_id, job_id }: Generation, key: string): Promise<void> {
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.generation(organization_id, job_id),
      UpdateExpression: "SET proposed_mask_key = :key",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":key": key },
    }),
  );
}

/** Stores which candidates of an attempt were refused or suspected, and of what; a repeat stores the same. */
export async function rememberRejections(
  { organization_id, job_id, rejections }: Generation,
  attempt: string,
  refused: readonly Rejection[],
): Promise<void> {
  const others = rejections.filter((known) => known.attempt !== attempt);
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.generation(organization_id, job_id),
      UpdateExpression: "SET rejections = :rejections",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":rejections": [...others, ...refused] },
    }),
  );
}
