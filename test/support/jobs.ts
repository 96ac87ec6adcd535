import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import type { Generation } from "../../lambdas/domain/generation/generation.ts";
import { completionMessage, type Message } from "../../lambdas/domain/webhook/delivery.ts";
import { generationItem } from "../../lambdas/storage/generation/generations.ts";
import { type Key, openIndex } from "../../lambdas/storage/keys.ts";
import { table, tableName } from "../../lambdas/storage/table.ts";
import { newJob } from "./new-job.ts";

const output = (organizationId: string, jobId: string, created_at: string) => {
  const output_id = `out_${ulid()}`;
  const object_key = `outputs/${organizationId}/${jobId}/${output_id}.jpg`;
  return { output_id, rank: 1, is_primary: true, object_key, cached: false, created_at };
};

/** Stores a job that succeeded with one output, and returns it with the event that announces it. */
export async function succeededJob(organizationId: string, changes: Partial<Generation> = {}) {
  const jobId = `job_${ulid()}`;
  const now = new Date().toISOString();
  const job = newJob(organizationId, {
    job_id: jobId,
    workflow: "staging",
    mode: "refurnish",
    room_types: ["Living Room"],
    style_preset: "modern",
    reference: "listing 4711",
    metadata: { floor: 2 },
    status: "succeeded",
    completed_at: now,
    outputs: [output(organizationId, jobId, now)],
    ...changes,
  });
  await table.send(new PutCommand({ TableName: tableName(), Item: generationItem(job) }));
  const event = { type: `generation.${job.status}`, organization_id: organizationId, job_id: job.job_id };
  return { job, event };
}

/** The message that announces how a job ended. */
export function messageOf(job: Generation): Message {
  const message = completionMessage(job);
  if (!message) throw new Error(`${job.job_id} has not ended`);
  return message;
}

/** Makes a job or an ingest look as if it had been created so many minutes ago, and due to be swept. */
export async function backdate(key: Key, id: string, minutes: number): Promise<void> {
  const created = new Date(Date.now() - minutes * 60_000);
  const { gsi1sk } = openIndex.attributes(id, created);
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key,
      UpdateExpression: "SET created_at = :created, gsi1sk = :due",
      ConditionExpression: "attribute_exists(gsi1pk)",
      ExpressionAttributeValues: { ":created": created.toISOString(), ":due": gsi1sk },
    }),
  );
}
