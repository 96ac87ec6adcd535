import * as v from "valibot";
import type { DeliveryAttempt } from "../../lambdas/domain/webhook/delivery.ts";
import { type DeliverySummary, summariesOf } from "../../lambdas/domain/webhook/summary.ts";
import { listAttempts, listAttemptsSince } from "../../lambdas/storage/webhook/deliveries.ts";
import { action } from "./command.ts";
import { OfJob, OfOrganization, Time } from "./inputs.ts";
import { requireEndedJob, requireOrganization } from "./lookup.ts";
import { listing, tabular, toMinute } from "./terminal.ts";

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
  terminal.show(wanted, tabular(wanted.map(deliveryRow)));
  const unsigned = wanted.filter(waitsForSecret).length;
  if (unsigned > 0)
    terminal.say(
      `Waiting for a signing secret: ${unsigned}. webhook rotate-secret ${organization_id} makes one and sends them.`,
    );
});

/** At most 120 columns: --json and webhook show have the URL and every time. */
const deliveryRow = ({ job_id, type, message_id, state, attempts, ...last }: DeliverySummary) => ({
  job: job_id ?? type,
  event_id: message_id,
  state,
  tries: attempts,
  last_answer: last.last_status ?? last.last_outcome,
  next_attempt: toMinute(last.next_attempt_at),
});

const waitsForSecret = ({ state, last_outcome }: DeliverySummary): boolean =>
  last_outcome === "no_signing_secret" && state !== "delivered";

/** As long as the log of attempts is kept. */
const logMs = 30 * dayMs;

/** The completions of an organization that could not be signed and have not arrived since. */
export async function unsignedDeliveries(organizationId: string) {
  const since = new Date(Date.now() - logMs);
  return (await deliveriesSince(organizationId, since)).flatMap((delivery) =>
    delivery.job_id !== null && waitsForSecret(delivery) ? [{ ...delivery, job_id: delivery.job_id }] : [],
  );
}

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
