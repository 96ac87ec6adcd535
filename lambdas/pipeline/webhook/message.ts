import * as v from "valibot";
import { closedMessage, StatementClosed } from "../../domain/billing/closing.ts";
import { Threshold, thresholdView } from "../../domain/billing/thresholds.ts";
import { generationView } from "../../domain/generation/view.ts";
import { completedMessage, completedView, ListingCompleted } from "../../domain/listing/completion.ts";
import { trustedUrl } from "../../domain/organization/leak.ts";
import {
  completionMessage,
  type Message,
  TestEvent,
  testMessage,
  thresholdMessage,
} from "../../domain/webhook/delivery.ts";
import { type CompletionType, type DeliveredType, webhookEvents } from "../../domain/webhook/events.ts";
import { signPictures } from "../../storage/generation/signed-pictures.ts";
import { findOrganization } from "../../storage/organization/organizations.ts";
import { JobReference, loadJob } from "../job.ts";

/** The event that a job has ended, as the pipeline announces it. */
const completion = <Type extends CompletionType>(type: Type) =>
  v.object({ ...JobReference.entries, type: v.literal(type) });

/** The event that a billing period has reached a threshold of its usage. */
const ThresholdReached = v.object({
  organization_id: v.string(),
  type: v.literal(webhookEvents.threshold),
  period_start: v.string(),
  period_end: v.string(),
  occurred_at: v.string(),
  ...Threshold.entries,
});

/** What a delivery is started with, by the type of its event. A type that nothing delivers does not compile. */
const events = {
  [webhookEvents.completion.succeeded]: completion(webhookEvents.completion.succeeded),
  [webhookEvents.completion.failed]: completion(webhookEvents.completion.failed),
  [webhookEvents.threshold]: ThresholdReached,
  [webhookEvents.statementClosed]: StatementClosed,
  [webhookEvents.listingCompleted]: ListingCompleted,
  [webhookEvents.test]: TestEvent,
} satisfies { [Type in DeliveredType]: v.GenericSchema<unknown, { type: Type }> };

export const AnnouncedEvent = v.variant("type", Object.values(events));
type AnnouncedEvent = v.InferOutput<typeof AnnouncedEvent>;

/**
 * A message, the URL that it has of its job or test with the key that named it (null if none), the URL it goes to (null if none is set), and its `data`,
 * with URLs signed at `now`.
 */
export type AddressedMessage = {
  message: Message;
  own_url: string | null;
  own_url_key_id: string | null;
  url: string | null;
  /** Whether its attempts count among those that wake an operator: those of sandboxes and tests do not. */
  measured: boolean;
  data: (now: Date) => Promise<unknown>;
};

export function addressMessage(event: AnnouncedEvent): Promise<AddressedMessage> {
  switch (event.type) {
    case webhookEvents.test:
      return addressTest(event);
    case webhookEvents.threshold:
      return addressThreshold(event);
    case webhookEvents.statementClosed:
      return addressClosed(event);
    case webhookEvents.listingCompleted:
      return addressListing(event);
    case webhookEvents.completion.succeeded:
    case webhookEvents.completion.failed:
      return addressCompletion(event);
  }
}

async function addressCompletion({
  type,
  ...reference
}: v.InferOutput<ReturnType<typeof completion>>): Promise<AddressedMessage> {
  const [job, organization] = await Promise.all([
    loadJob(reference),
    loadOrganization(reference.organization_id),
  ]);
  const message = completionMessage(job);
  if (message?.type !== type) throw new Error(`Job ${job.job_id} has not ended as ${type}.`);
  const own_url = trustedUrl(job.webhook_url, job.webhook_key_id, organization);
  return {
    message,
    own_url,
    own_url_key_id: own_url === null ? null : job.webhook_key_id,
    url: own_url ?? organization.default_webhook_url,
    measured: !organization.sandbox,
    data: async (now) => generationView(job, await signPictures(job, now)),
  };
}

async function addressThreshold(reached: v.InferOutput<typeof ThresholdReached>): Promise<AddressedMessage> {
  const organization = await loadOrganization(reached.organization_id);
  return {
    message: thresholdMessage(reached),
    own_url: null,
    own_url_key_id: null,
    url: organization.default_webhook_url,
    measured: !organization.sandbox,
    data: async () => thresholdView(reached),
  };
}

async function addressClosed(closed: StatementClosed): Promise<AddressedMessage> {
  const { default_webhook_url, sandbox } = await loadOrganization(closed.organization_id);
  const data = async () => closed.statement;
  return {
    message: closedMessage(closed),
    own_url: null,
    own_url_key_id: null,
    url: default_webhook_url,
    measured: !sandbox,
    data,
  };
}

async function addressListing(completed: ListingCompleted): Promise<AddressedMessage> {
  const { default_webhook_url, sandbox } = await loadOrganization(completed.organization_id);
  const data = async () => completedView(completed);
  return {
    message: completedMessage(completed),
    own_url: null,
    own_url_key_id: null,
    url: default_webhook_url,
    measured: !sandbox,
    data,
  };
}

async function addressTest(test: TestEvent): Promise<AddressedMessage> {
  const { organization_id, test_id, url, key_id } = test;
  const organization = await loadOrganization(organization_id);
  return {
    message: testMessage(test),
    own_url: url,
    own_url_key_id: key_id,
    url: url === null ? organization.default_webhook_url : trustedUrl(url, key_id, organization),
    measured: false,
    data: async () => ({ test_id }),
  };
}

async function loadOrganization(organizationId: string) {
  const organization = await findOrganization(organizationId);
  if (!organization) throw new Error(`There is no organization ${organizationId}.`);
  return organization;
}
