import type { JobStatus } from "../vocabulary.ts";

/** The source of every event on the bus. */
export const eventSource = "image-staging-api";

/** The types of events, by what happened. */
export const webhookEvents = {
  /** By the status of the job that has ended; published on the bus, and a rule there starts the delivery. */
  completion: { succeeded: "generation.succeeded", failed: "generation.failed" },
  /** Published on the bus when a billing period has come to 80 and 100 % of its allowance or spend cap. */
  threshold: "usage.threshold_reached",
  /** Published on the bus when a billing period closes with its statement. */
  statementClosed: "statement.closed",
  /** Published on the bus when every job of a closed listing has ended. */
  listingCompleted: "listing.completed",
  /** Delivered on request, without the bus. */
  test: "webhook.test",
  /** Published on the bus for operators; no receiver gets it. */
  receiverDisabled: "webhook.endpoint_disabled",
} as const;

export const completionTypes = [webhookEvents.completion.succeeded, webhookEvents.completion.failed] as const;
export type CompletionType = (typeof completionTypes)[number];

/** The types that receivers get. */
export const deliveredTypes = [
  ...completionTypes,
  webhookEvents.threshold,
  webhookEvents.statementClosed,
  webhookEvents.listingCompleted,
  webhookEvents.test,
] as const;
export type DeliveredType = (typeof deliveredTypes)[number];

/** The types that a rule on the bus hands to the delivery: all but the test, which does not use the bus. */
export const announcedTypes = deliveredTypes.filter((type) => type !== webhookEvents.test);

/** The type of event that announces a job of this status, or null if the job has not ended. */
export const completionTypeOf = (status: JobStatus): CompletionType | null =>
  status === "succeeded" || status === "failed" ? webhookEvents.completion[status] : null;
