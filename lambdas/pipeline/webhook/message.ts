import * as v from "valibot";
import { closedMessage, type StatementClosed } from "../../domain/billing/closing.ts";
import { Threshold } from "../../domain/billing/thresholds.ts";
import { generationView } from "../../domain/generation/view.ts";
import {
  completionMessage,
  type Message,
  type TestEvent,
  testMessage,
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

/**
 * A message, the URL that it has of its job or test (null if none), the URL it goes to (null if none is set), and its `data`,
 * with URLs signed at `now`.
 */
export type AddressedMessage = {
  message: Message;
  own_url: string | null;
  url: string | null;
  data: (now: Date) => Promise<unknown>;
};

type AnnouncedEvent =
  | v.InferOutput<typeof Completion>
  | v.InferOutput<typeof ThresholdReached>
  | StatementClosed
  | TestEvent;

export function addressMessage(event: AnnouncedEvent): Promise<AddressedMessage> {
  switch (event.type) {
    case webhookEvents.test:
      return addressTest(event);
    case webhookEvents.threshold:
      return addressThreshold(event);
    case webhookEvents.statementClosed:
      return addressClosed(event);
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
    own_url: job.webhook_url,
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
    own_url: null,
    url: organization.default_webhook_url,
    data: async () => ({ billing_period: { start_at: period_start, end_at: period_end }, ...threshold }),
  };
}

async function addressClosed(closed: StatementClosed): Promise<AddressedMessage> {
  const { default_webhook_url } = await loadOrganization(closed.organization_id);
  const data = async () => closed.statement;
  return { message: closedMessage(closed), own_url: null, url: default_webhook_url, data };
}

async function addressTest(test: TestEvent): Promise<AddressedMessage> {
  const { organization_id, test_id, url } = test;
  const organization = await loadOrganization(organization_id);
  return {
    message: testMessage(test),
    own_url: url,
    url: url ?? organization.default_webhook_url,
    data: async () => ({ test_id }),
  };
}

async function loadOrganization(organizationId: string) {
  const organization = await findOrganization(organizationId);
  if (!organization) throw new Error(`There is no organization ${organizationId}.`);
  return organization;
}
