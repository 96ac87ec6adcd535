import * as v from "valibot";
import type { DeliveryAttempt } from "../../lambdas/domain/webhook/delivery.ts";
import { type DeliverySummary, summariesOf } from "../../lambdas/domain/webhook/summary.ts";
import { listAttempts, listAttemptsSince } from "../../lambdas/storage/webhook/deliveries.ts";
import { action } from "./command.ts";
import { OfJob, OfOrganization, Time } from "./inputs.ts";
import { requireEndedJob, requireOrganization } from "./lookup.ts";
import { listing, tabular } from "./terminal.ts";

const dayMs = 24 * 3600 * 1000;

/** The state of delivery of each event of an organization since a time, oldest event first. */
export async function deliveriesSince(organizationId: string, since: Date): Promise<DeliverySummary[]> {
  const attempts: DeliveryAttempt[] = [];
  for await (const attempt of listAttemptsSince(organizationId, since)) attempts.push(attempt);
  return summariesOf(attempts);
}

const Listing = v.object({
  ...OfOrganization.entries,
  since: v.optional(Time),
  undelivered: v.optional(v.boolean(), false),
});

export const listDeliveries = action(Listing, async ({ organization, since, undelivered }, terminal) => {
  const { organization_id } = await requireOrganization(organization);
  const all = await deliveriesSince(organization_id, since ?? new Date(Date.now() - dayMs));
  const wanted = all.filter(({ state }) => !undelivered || state !== "delivered");
  terminal.show(wanted, tabular(wanted.map(({ message_id, last_attempt_at, ...row }) => row)));
});

export const showDelivery = action(OfJob, async ({ organization, job }, terminal) => {
  const { message } = await requireEndedJob(organization, job);
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
