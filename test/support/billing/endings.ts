import type { Context } from "aws-lambda";
import { expect } from "vitest";
import { handler as finish } from "../../../lambdas/pipeline/finish-generation.ts";
import { env } from "../../../lambdas/runtime/env.ts";
import { rememberApproved } from "../../../lambdas/storage/generation/approved-cache.ts";
import { findGeneration } from "../../../lambdas/storage/generation/generations.ts";
import { newOutput } from "../new-job.ts";
import { failNextTransactions, type TransactionFault } from "../transactions.ts";
import type { BookedJob } from "./bookkeeper.ts";
import { type History, wait } from "./history.ts";

export const context = { awsRequestId: "task" } as Context;
const minute = 60_000;

export type Ending = {
  organization_id: string;
  job_id: string;
  outputs?: ReturnType<typeof output>[];
  error?: { Error: string };
};
export const outputsOf = ({ outputs = [] }: Ending) => outputs.length;

/** Takes a job to its last task: outputs are approved unless the cache had some; no outputs means a failure. */
export async function run({ books, partner, found }: History, job: BookedJob, outputs: number) {
  const { organization_id } = partner.organization;
  const reference = { organization_id, job_id: job.id };
  const approved = found.get(job.id);
  if (outputs === 0) return ["none", { ...reference, error: { Error: "inference_failed" } }] as const;
  if (approved) return ["cache", { ...reference, outputs: approved }] as const;
  const made = Array.from({ length: outputs }, (_, index) => output(job, index + 1));
  const fingerprint = (await findGeneration(organization_id, job.id))?.config_fingerprint ?? "";
  await rememberApproved(
    { organization_id, include_alternates: true },
    fingerprint,
    env("MODEL_VERSION"),
    made,
  );
  books.approved.add(job.picture);
  return ["unit", { ...reference, outputs: made }] as const;
}

export const output = (job: BookedJob, rank: number) =>
  newOutput(rank, {
    output_id: `out_${job.id.slice(4)}${rank}`,
    object_key: `outputs/${job.id}/${rank}.jpg`,
  });

/** Ends a job with the retries of its state machine, minutes apart. The end is booked once it took effect. */
export async function end({ books }: History, input: Ending, crash: TransactionFault[], book: () => void) {
  failNextTransactions(...crash);
  const [fault] = crash;
  if (fault === "lost_request" || fault === "lost_answer") {
    await expect(finish(input, context)).rejects.toThrow();
    if (fault === "lost_answer") book();
    wait(books, 7 * minute);
  }
  await finish(input, context);
  if (fault !== "lost_answer") book();
}
