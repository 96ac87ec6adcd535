import * as v from "valibot";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import {
  completionMessage,
  type DeliveryAttempt,
  type Message,
  thresholdMessage,
} from "../../../lambdas/domain/webhook/delivery.ts";
import { type DeliverySummary, deliveriesOf } from "../../../lambdas/domain/webhook/summary.ts";
import { listReachedThresholds } from "../../../lambdas/storage/billing/thresholds.ts";
import { listGenerationsSince } from "../../../lambdas/storage/generation/lists.ts";
import { listAttempts, listAttemptsSince } from "../../../lambdas/storage/webhook/deliveries.ts";
import { action } from "../command.ts";
import { OfEvent, OfOrganization, Time } from "../inputs.ts";
import { requireOrganization } from "../lookup.ts";
import { listing, tabular, toMinute } from "../terminal.ts";
import { type Announced, announcedAmong, requireAnnounced } from "./events.ts";

const dayMs = 24 * 3600 * 1000;

/**
 * An event as the log shows it. It is `not_sent` if no attempt is in the log: there was no URL to send a threshold to, or no
 * delivery began.
 */
type Listed = Omit<DeliverySummary, "state" | "url" | "last_attempt_at"> & {
  state: DeliverySummary["state"] | "not_sent";
  url: string | null;
  last_attempt_at: string | null;
};

/** The state of delivery of each event of an organization since a time, oldest event first. */
export async function listedSince(organization: Organization, since: Date): Promise<Listed[]> {
  const attempts: DeliveryAttempt[] = [];
  for await (const attempt of listAttemptsSince(organization.organization_id, since)) attempts.push(attempt);
  const sent = deliveriesOf(attempts).map(({ summary }) => summary);
  const ids = new Set(sent.map(({ message_id }) => message_id));
  const reached = (await listReachedThresholds(organization)).map(thresholdMessage);
  const ended = await completionsSince(organization, since);
  const unsent = [...reached, ...ended].filter(
    ({ message_id, occurred_at }) => !ids.has(message_id) && occurred_at >= since.toISOString(),
  );
  return [...sent, ...unsent.map(unsentRow)].toSorted((a, b) => a.occurred_at.localeCompare(b.occurred_at));
}

const minuteMs = 60_000;
/** A job ends within 80 minutes. Its delivery begins within five, or was lost. */
const [longestJobMs, longestStartMs] = [80 * minuteMs, 5 * minuteMs];

/** The messages of the jobs that ended since a time and have a URL, without those that may just be on their way. */
async function completionsSince(
  { organization_id, default_webhook_url }: Organization,
  since: Date,
): Promise<Message[]> {
  const begun = new Date(Date.now() - longestStartMs).toISOString();
  const messages: Message[] = [];
  for await (const job of listGenerationsSince(organization_id, new Date(since.getTime() - longestJobMs))) {
    const message = completionMessage(job);
    const hasUrl = (job.webhook_url ?? default_webhook_url) !== null;
    if (message && hasUrl && message.occurred_at < begun) messages.push(message);
  }
  return messages;
}

const unsentRow = ({ message_id, type, job_id, occurred_at }: Message): Listed => ({
  message_id,
  type,
  job_id,
  occurred_at,
  url: null,
  state: "not_sent",
  attempts: 0,
  last_attempt_at: null,
  next_attempt_at: null,
  last_outcome: null,
  last_status: null,
});

const Listing = v.object({
  ...OfOrganization.entries,
  since: v.optional(Time),
  undelivered: v.optional(v.boolean(), false),
});

export const listDeliveries = action(Listing, async ({ organization, since, undelivered }, terminal) => {
  const found = await requireOrganization(organization);
  const { organization_id } = found;
  const all = await listedSince(found, since ?? new Date(Date.now() - dayMs));
  const wanted = all.filter(({ state }) => !undelivered || state !== "delivered");
  terminal.show(wanted, tabular(wanted.map(deliveryRow)));
  const unsigned = wanted.filter(waitsForSecret).length;
  if (unsigned > 0)
    terminal.say(
      `Waiting for a signing secret: ${unsigned}. webhook rotate-secret ${organization_id} makes one and sends them.`,
    );
});

/** At most 120 columns: --json and webhook show have the URL and every time. */
const deliveryRow = ({ job_id, type, message_id, state, attempts, ...last }: Listed) => ({
  job: job_id ?? type,
  event_id: message_id,
  state,
  tries: attempts,
  last_answer: last.last_status ?? last.last_outcome,
  next_attempt: toMinute(last.next_attempt_at),
});

const waitsForSecret = ({ state, last_outcome }: Listed): boolean =>
  last_outcome === "no_signing_secret" && state !== "delivered";

/** As long as the log of attempts is kept. */
const logMs = 30 * dayMs;

/** The events of an organization that could not be signed and have not arrived since. */
export async function unsignedDeliveries(organization: Organization): Promise<Announced[]> {
  const listed = await listedSince(organization, new Date(Date.now() - logMs));
  return announcedAmong(organization, listed.filter(waitsForSecret));
}

export const showDelivery = action(OfEvent, async ({ organization, event }, terminal) => {
  const { message } = await requireAnnounced(await requireOrganization(organization), event);
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
