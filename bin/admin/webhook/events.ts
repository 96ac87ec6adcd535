import type { ThresholdEvent } from "../../../lambdas/domain/billing/thresholds.ts";
import { trustedUrl } from "../../../lambdas/domain/organization/leak.ts";
import type { Organization } from "../../../lambdas/domain/organization/organization.ts";
import { type Message, thresholdMessage } from "../../../lambdas/domain/webhook/delivery.ts";
import { type DeliveredType, webhookEvents } from "../../../lambdas/domain/webhook/events.ts";
import { listReachedThresholds } from "../../../lambdas/storage/billing/thresholds.ts";
import { findSentMessage } from "../../../lambdas/storage/webhook/deliveries.ts";
import { InputError } from "../inputs.ts";
import { requireEndedJob } from "../lookup.ts";

/** A message that can be delivered again, and what its delivery is started with. */
export type Announced = Pick<Message, "message_id" | "job_id"> & { event: object };

/** The event of a job: its delivery reads the job itself. */
const completion = ({
  organization_id,
  message_id,
  type,
  job_id,
}: Omit<Message, "occurred_at">): Announced => ({
  message_id,
  job_id,
  event: { organization_id, job_id, type },
});

const threshold = (reached: ThresholdEvent): Announced => ({
  message_id: thresholdMessage(reached).message_id,
  job_id: null,
  event: { type: webhookEvents.threshold, ...reached },
});

/**
 * The message of that id: of an ended job by the job's, of a threshold by its event_id. Throws an InputError if there is
 * none. `url` belongs to the job or the organization, and is null if neither has one.
 */
export async function requireAnnounced(
  organization: Organization,
  id: string,
): Promise<Announced & { message: Message; url: string | null }> {
  const { organization_id, default_webhook_url } = organization;
  if (!id.startsWith("msg_")) {
    const { job, message } = await requireEndedJob(organization_id, id);
    return {
      ...completion(message),
      message,
      url: trustedUrl(job.webhook_url, job.webhook_key_id, organization) ?? default_webhook_url,
    };
  }
  const reached = (await listReachedThresholds(organization)).find(
    (candidate) => thresholdMessage(candidate).message_id === id,
  );
  const sent = reached ? null : await findSentMessage(organization_id, id);
  if (sent) {
    const own = trustedUrl(sent.own_url, sent.own_url_key_id, organization);
    return { ...sent, message: sent, url: own ?? default_webhook_url };
  }
  if (!reached)
    throw new InputError(
      `Organization ${organization_id} has no ${webhookEvents.threshold} ${id}: name an event of a job by the job's id.`,
    );
  return { ...threshold(reached), message: thresholdMessage(reached), url: default_webhook_url };
}

/** By what a message of each type is found again; null if it cannot be made again. */
const foundBy: Record<DeliveredType, "job" | "threshold" | "sent" | null> = {
  "generation.succeeded": "job",
  "generation.failed": "job",
  "usage.threshold_reached": "threshold",
  "statement.closed": "sent",
  "listing.completed": "sent",
  "webhook.test": null,
};

/** Of some deliveries, those that can be made again: all but tests, which webhook test sends. */
export async function announcedAmong(
  organization: Organization,
  deliveries: readonly Pick<Message, "message_id" | "type" | "job_id">[],
): Promise<Announced[]> {
  const { organization_id } = organization;
  const needsThresholds = deliveries.some(({ type }) => foundBy[type] === "threshold");
  const reached = needsThresholds ? await listReachedThresholds(organization) : [];
  const thresholds = new Map(reached.map((event) => [thresholdMessage(event).message_id, threshold(event)]));
  const found = deliveries.map(async (delivery) => {
    if (delivery.job_id !== null) return completion({ organization_id, ...delivery });
    if (foundBy[delivery.type] !== "sent") return thresholds.get(delivery.message_id) ?? null;
    return findSentMessage(organization_id, delivery.message_id);
  });
  return (await Promise.all(found)).filter((announced) => announced !== null);
}
