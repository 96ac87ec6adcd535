import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import type { Generation } from "../../domain/generation/generation.ts";
import { Suspected } from "../../domain/generation/inference.ts";
import { keys } from "../keys.ts";
import type { InferenceAttempt } from "../object-keys.ts";
import { listUnder, readItem, table, tableName } from "../table.ts";

const keptSeconds = 24 * 3600;

/** One call of the model: the job, which attempt it is, and the task that waits for it. */
export const PendingInference = v.object({
  organization_id: v.string(),
  job_id: v.string(),
  attempt: v.string(),
  task_token: v.string(),
  /** How many attempts before this one made nothing that was approved. */
  rejections: v.optional(v.number(), 0),
  /** What an attempt before this one made, if that was approved but suspected of drift. */
  suspected: v.optional(Suspected),
});
export type PendingInference = v.InferOutput<typeof PendingInference>;

/** Stores the task token for the callback. */
export async function rememberInference(pending: PendingInference, now: Date): Promise<void> {
  const key = keys.inference(pending.organization_id, pending.job_id, pending.attempt);
  const expires_at = Math.floor(now.getTime() / 1000) + keptSeconds;
  await table.send(new PutCommand({ TableName: tableName(), Item: { ...key, ...pending, expires_at } }));
}

export const findInference = (attempt: InferenceAttempt) =>
  readItem(PendingInference, keys.inference(attempt.organization_id, attempt.job_id, attempt.attempt));

/** The calls of the model that a job waits for, or waited for in the last day. */
export const listInferences = ({ organization_id, job_id }: Generation) =>
  listUnder(PendingInference, keys.inference(organization_id, job_id, ""));
