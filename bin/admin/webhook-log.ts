import * as v from "valibot";
import type { Generation } from "../../lambdas/domain/generation/generation.ts";
import {
  completionMessage,
  type DeliveryAttempt,
  type Message,
} from "../../lambdas/domain/webhook/delivery.ts";
import { type DeliverySummary, summariesOf } from "../../lambdas/domain/webhook/summary.ts";
import { findGeneration } from "../../lambdas/storage/generation/generations.ts";
import { listAttempts, listAttemptsSince } from "../../lambdas/storage/webhook/deliveries.ts";
import { action } from "./command.ts";
import { InputError } from "./input-error.ts";
import { organizationOf } from "./organizations.ts";
import { listing, tabular } from "./terminal.ts";

const dayMs = 24 * 3600 * 1000;

/** A time in ISO 8601; without an offset it is the operator's own. */
export const Time = v.pipe(
  v.string(),
  v.check(
    (text) => /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text)),
    "must be a time such as 2026-11-20T08:00Z",
  ),
  v.transform((text) => new Date(text)),
);

export const OfJob = v.object({ organization: v.string(), job: v.string() });

/** A job that has ended, and the message that announces it; throws an InputError where there is none. */
export async function endedJob({
  organization,
  job: jobId,
}: v.InferOutput<typeof OfJob>): Promise<{ job: Generation; message: Message }> {
  const job = await findGeneration(organization, jobId);
  if (!job) throw new InputError(`Organization ${organization} has no job ${jobId}.`);
  const message = completionMessage(job);
  if (!message) throw new InputError(`Job ${jobId} is ${job.status}: there is nothing to deliver yet.`);
  return { job, message };
}

/** Where the deliveries of an organization's events since a time stand, oldest event first. */
export async function deliveriesSince(organizationId: string, since: Date): Promise<DeliverySummary[]> {
  const attempts: DeliveryAttempt[] = [];
  for await (const attempt of listAttemptsSince(organizationId, since)) attempts.push(attempt);
  return summariesOf(attempts);
}

const Listing = v.object({
  organization: v.string(),
  since: v.optional(Time),
  undelivered: v.optional(v.boolean(), false),
});

export const listDeliveries = action(Listing, async ({ organization, since, undelivered }, terminal) => {
  const { organization_id } = await organizationOf(organization);
  const all = await deliveriesSince(organization_id, since ?? new Date(Date.now() - dayMs));
  const wanted = all.filter(({ state }) => !undelivered || state !== "delivered");
  terminal.show(wanted, tabular(wanted.map(({ message_id, last_attempt_at, ...row }) => row)));
});

export const showDelivery = action(OfJob, async (input, terminal) => {
  const { message } = await endedJob(input);
  const attempts = await listAttempts(message);
  const { message_id, type, occurred_at } = message;
  const heading = listing({ message_id, type, occurred_at });
  terminal.show(
    { message_id, type, occurred_at, attempts },
    `${heading}\n\n${tabular(attempts.map(attemptRow))}`,
  );
});

const attemptRow = ({
  number,
  started_at,
  url,
  redelivery_id,
  result,
  next_attempt_at,
}: DeliveryAttempt) => ({
  attempt: number,
  started_at,
  url,
  outcome: result?.outcome ?? "under_way",
  status: result?.status,
  duration_ms: result?.duration_ms,
  next_attempt_at,
  redelivery_id,
  detail: result?.detail ? JSON.stringify(result.detail) : null,
});
