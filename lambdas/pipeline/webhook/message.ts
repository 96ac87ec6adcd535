import * as v from "valibot";
import { Threshold } from "../../domain/billing/thresholds.ts";
import { generationView } from "../../domain/generation/view.ts";
import {
  completionMessage,
  type Message,
  messageId,
  thresholdMessage,
} from "../../domain/webhook/delivery.ts";
import { completionTypes, webhookEvents } from "../../domain/webhook/events.ts";
import { signPictures } from "../../storage/generation/signed-pictures.ts";
import { findOrganization } from "../../storage/organization/organizations.ts";
import { JobReference, loadJob } from "../job.ts";

/** The event that a job has ended, as the pipeline announces it. */
export const Completion = v.object({ ...JobReference.entries, type: v.picklist(completionTypes) });

/** The event that a billing period has reached a threshold of its usage. */
export const ThresholdReached = v.object({
  organization_id: v.string(),
  type: v.literal(webhookEvents.threshold),
  period_start: v.string(),
  period_end: v.string(),
  occurred_at: v.string(),
  ...Threshold.entries,
});

/** A test of an organization's default webhook URL, asked for by the operator. */
export const TestEvent = v.object({
  organization_id: v.string(),
  type: v.literal(webhookEvents.test),
  test_id: v.string(),
  occurred_at: v.string(),
});

/** A message, the URL it goes to (null if none is set), and its `data`, with URLs signed at `now`. */
export type AddressedMessage = {
  message: Message;
  url: string | null;
  data: (now: Date) => Promise<unknown>;
};

type AnnouncedEvent =
  | v.InferOutput<typeof Completion>
  | v.InferOutput<typeof ThresholdReached>
  | v.InferOutput<typeof TestEvent>;

export function addressMessage(event: AnnouncedEvent): Promise<AddressedMessage> {
  switch (event.type) {
    case webhookEvents.test:
      return addressTest(event);
    case webhookEvents.threshold:
      return addressThreshold(event);
    default:
      return addressCompletion(event);
  }
}

async function addressCompletion({
  type,
  ...reference
}: v.InferOutput<typeof Completion>): Promise<AddressedMessage> {
  const [job, organization] = await Promise.all([
    loadJob(reference),
    loadOrganization(reference.organization_id),
  ]);
  const message = completionMessage(job);
  if (message?.type !== type) throw new Error(`Job ${job.job_id} has not ended as ${type}.`);
  return {
    message,
    url: job.webhook_url ?? organization.default_webhook_url,
    data: async (now) => generationView(job, await signPictures(job, now)),
  };
}

async function addressThreshold({
  type: _,
  ...reached
}: v.InferOutput<typeof ThresholdReached>): Promise<AddressedMessage> {
  const { organization_id, occurred_at: __, period_start, period_end, ...threshold } = reached;
  const organization = await loadOrganization(organization_id);
  return {
    message: thresholdMessage(reached),
    url: organization.default_webhook_url,
    data: async () => ({ billing_period: { start_at: period_start, end_at: period_end }, ...threshold }),
  };
}

async function addressTest(test: v.InferOutput<typeof TestEvent>): Promise<AddressedMessage> {
  const { organization_id, type, test_id, occurred_at } = test;
  const organization = await loadOrganization(organization_id);
  return {
    message: { organization_id, message_id: messageId(test_id, type), type, job_id: null, occurred_at },
    url: organization.default_webhook_url,
    data: async () => ({ test_id }),
  };
}

async function loadOrganization(organizationId: string) {
  const organization = await findOrganization(organizationId);
  if (!organization) throw new Error(`There is no organization ${organizationId}.`);
  return organization;
}
