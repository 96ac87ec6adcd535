import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { Generation, jobDeadlineMinutes, jobStatusesBefore } from "../domain/generation.ts";
import { keys, openIndex } from "./keys.ts";
import { readItem, table, tableName } from "./table.ts";

export const findGeneration = (organizationId: string, jobId: string) =>
  readItem(Generation, keys.generation(organizationId, jobId));

/** A job as the table holds it, under its key. */
export const generationItem = (job: Generation) => ({
  ...keys.generation(job.organization_id, job.job_id),
  ...job,
  metadata: job.metadata && JSON.stringify(job.metadata),
});

/** Names and values of the condition "the job may still enter this status", built from the transition table. */
export function mayEnter(status: Generation["status"]) {
  const before = jobStatusesBefore(status).map((from, index) => [`:from${index}`, from] as const);
  return {
    condition: `#status IN (${before.map(([name]) => name).join(", ")})`,
    names: { "#status": "status" },
    values: { ":status": status, ...Object.fromEntries(before) },
  };
}

/**
 * Moves a queued job to `running` with its fingerprint. A repeated task finds it running already; false means that
 * the job has ended, and nothing more is to be done for it.
 */
export async function markRunning(job: Generation, fingerprint: string, now: Date): Promise<boolean> {
  const { condition, names, values } = mayEnter("running");
  const deadline = new Date(Date.parse(job.created_at) + jobDeadlineMinutes * 60_000);
  try {
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.generation(job.organization_id, job.job_id),
        UpdateExpression:
          "SET #status = :status, config_fingerprint = :fingerprint, updated_at = :now, gsi1sk = :deadline",
        ConditionExpression: `${condition} OR #status = :status`,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: {
          ...values,
          ":fingerprint": fingerprint,
          ":now": now.toISOString(),
          ":deadline": openIndex.attributes(job.job_id, deadline).gsi1sk,
        },
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return false;
  }
}
