import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { StatementClosed } from "../domain/billing/closing.ts";
import type { ThresholdEvent } from "../domain/billing/thresholds.ts";
import type { Generation } from "../domain/generation/generation.ts";
import { completionOf } from "../domain/listing/completion.ts";
import type { Listing } from "../domain/listing/listing.ts";
import {
  completionTypeOf,
  type DeliveredType,
  eventSource,
  webhookEvents,
} from "../domain/webhook/events.ts";
import type { Receiver } from "../domain/webhook/receiver.ts";
import { env } from "../runtime/env.ts";
import { noteAnnounced } from "../storage/generation/sweeping.ts";
import { findListing, noteListingAnnounced } from "../storage/listing/listings.ts";
import { smallCalls } from "../storage/time-limits.ts";

const client = new EventBridgeClient({ maxAttempts: 5, requestHandler: smallCalls });

/**
 * Announces that a job has ended, and its listing if it was the last one. It stays on the sweeper's list until that is done: no
 * announcement is lost.
 */
export async function announceCompletion(job: Generation): Promise<void> {
  await publishCompletion(job);
  const listing = job.listing === null ? null : await findListing(job.organization_id, job.listing);
  if (listing) await announceListing(listing);
  await noteAnnounced(job);
}

/** Announces that a listing is complete, if it is. A second announcement has the same message id. */
export async function announceListing(listing: Listing): Promise<void> {
  const completed = completionOf(listing);
  if (!completed) return;
  await publish(completed.type, completed);
  await noteListingAnnounced(listing);
}

/** Publishes that a job has ended. A second time is harmless: its webhook has the same message id. */
export async function publishCompletion({ organization_id, job_id, status }: Generation): Promise<void> {
  const type = completionTypeOf(status);
  if (type === null) throw new Error(`Job ${job_id} has not ended: it is ${status}.`);
  await publish(type, { type, organization_id, job_id });
}

/** Announces that a billing period has reached a threshold. A second announcement has the same message id. */
export const publishThreshold = (event: ThresholdEvent): Promise<void> =>
  publish(webhookEvents.threshold, { type: webhookEvents.threshold, ...event });

/** Announces that a billing period has closed. A second announcement has the same message id. */
export const publishStatementClosed = (event: StatementClosed): Promise<void> =>
  publish(webhookEvents.statementClosed, event);

/** Announces to operators that deliveries to a webhook URL have stopped until it is enabled again. */
export const publishReceiverDisabled = (receiver: Receiver): Promise<void> =>
  publish(webhookEvents.receiverDisabled, receiver);

async function publish(
  type: Exclude<DeliveredType, typeof webhookEvents.test> | typeof webhookEvents.receiverDisabled,
  detail: object,
): Promise<void> {
  const entry = {
    EventBusName: env("EVENT_BUS_NAME"),
    Source: eventSource,
    DetailType: type,
    Detail: JSON.stringify(detail),
  };
  const { FailedEntryCount, Entries } = await client.send(new PutEventsCommand({ Entries: [entry] }));
  // The detail can hold a partner's URL, which no log may.
  if (FailedEntryCount) throw new Error(`The event bus refused ${type}: ${Entries?.[0]?.ErrorCode}`);
}
