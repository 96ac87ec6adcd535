import * as v from "valibot";
import type { ThresholdEvent } from "../billing/thresholds.ts";
import type { Generation } from "../generation/generation.ts";
import { derivedId, JobId } from "../ids.ts";
import { completionTypeOf, type DeliveredType, deliveredTypes, webhookEvents } from "./events.ts";

/** How long an attempt may be under way: longer than its function can run, so that no attempt outlasts it. */
export const leaseMs = 60_000;

/** How an attempt may end. */
export const attemptOutcomes = [
  "delivered",
  "http_error",
  "gone",
  "blocked",
  "dns_failed",
  "unreachable",
  "timeout",
  "interrupted",
  "endpoint_disabled",
  "no_signing_secret",
] as const;

/** How an attempt ended. `detail` is the start of the receiver's answer, or why there was none. */
export const AttemptResult = v.object({
  outcome: v.picklist(attemptOutcomes),
  status: v.nullable(v.number()),
  duration_ms: v.number(),
  detail: v.string(),
});
export type AttemptResult = v.InferOutput<typeof AttemptResult>;

/** Whether no attempt follows: the message was delivered, or the receiver is gone for good. */
export const isFinal = ({ outcome }: AttemptResult): boolean => outcome === "delivered" || outcome === "gone";

/** A message to deliver. `occurred_at` is when its event happened; a test message belongs to no job. */
export const Message = v.object({
  organization_id: v.string(),
  message_id: v.string(),
  type: v.picklist(deliveredTypes),
  job_id: v.nullable(JobId),
  occurred_at: v.string(),
});
export type Message = v.InferOutput<typeof Message>;

/**
 * One attempt as logged. `result` is null while it is under way; `next_attempt_at` is null if none follows. The
 * attempts of a redelivery carry its id and start a new round of the schedule; `made` counts the round's earlier ones.
 */
export const DeliveryAttempt = v.object({
  ...Message.entries,
  url: v.string(),
  number: v.number(),
  made: v.number(),
  redelivery_id: v.nullable(v.string()),
  started_at: v.string(),
  result: v.nullable(AttemptResult),
  next_attempt_at: v.nullable(v.string()),
});
export type DeliveryAttempt = v.InferOutput<typeof DeliveryAttempt>;

/** The id of a message: the same job and type give the same id, over retries, redeliveries and repeated events. */
export const messageId = (subjectId: string, type: DeliveredType): string =>
  derivedId("msg", subjectId, type);

/** The message that announces that a job has ended, or null if it has not. */
export function completionMessage(job: Generation): Message | null {
  const { organization_id, job_id, status, completed_at } = job;
  const type = completionTypeOf(status);
  if (type === null || completed_at === null) return null;
  return { organization_id, message_id: messageId(job_id, type), type, job_id, occurred_at: completed_at };
}

/**
 * The message that a billing period has reached a threshold. Its id names the period and the threshold: it is one
 * message, however often it is announced.
 */
export function thresholdMessage(reached: ThresholdEvent): Message {
  const { organization_id, occurred_at, period_start, limit, percent } = reached;
  const type = webhookEvents.threshold;
  const message_id = messageId(`${organization_id} ${period_start} ${limit} ${percent}`, type);
  return { organization_id, message_id, type, job_id: null, occurred_at };
}

/** An event that tests a receiver; `url` is null for the organization's default URL. `key_id` is of the key that named it. */
export const TestEvent = v.object({
  organization_id: v.string(),
  type: v.literal(webhookEvents.test),
  test_id: v.string(),
  occurred_at: v.string(),
  url: v.optional(v.nullable(v.string()), null),
  key_id: v.optional(v.nullable(v.string()), null),
});
export type TestEvent = v.InferOutput<typeof TestEvent>;

/** A new test, of the default URL or of one that a key named. */
export const newTest = (
  organization_id: string,
  { url, key_id }: Pick<TestEvent, "url" | "key_id">,
  id: string,
  now: Date,
): TestEvent => ({
  organization_id,
  type: webhookEvents.test,
  test_id: `test_${id}`,
  occurred_at: now.toISOString(),
  url,
  key_id,
});

export const testMessage = ({ organization_id, test_id, type, occurred_at }: TestEvent): Message => ({
  organization_id,
  message_id: messageId(test_id, type),
  type,
  job_id: null,
  occurred_at,
});

/**
 * A message that was sent, by which it is sent again: the event that its delivery is started with, and the URL that it has
 * of its job or test, with the key that named it; null if it goes to the default URL.
 */
export const SentMessage = v.object({
  ...Message.entries,
  own_url: v.nullable(v.string()),
  own_url_key_id: v.optional(v.nullable(v.string()), null),
  event: v.record(v.string(), v.unknown()),
});
export type SentMessage = v.InferOutput<typeof SentMessage>;

/** The bytes to send; `data` is the job as its GET returns it. */
export const webhookBody = (
  { type, occurred_at }: Pick<Message, "type" | "occurred_at">,
  data: unknown,
): string => JSON.stringify({ type, timestamp: occurred_at, data });

type NextStep =
  | { action: "end" }
  | { action: "give_up" }
  | { action: "wait"; until: string }
  | { action: "settle_interrupted"; attempt: DeliveryAttempt }
  | { action: "send"; number: number; made: number };

/**
 * What an execution does next, from the attempts to deliver its message, oldest first. `waitedUntil` is the time until
 * which it has waited: its own clock decides that this time has come, not `now`.
 */
export function nextStep(
  attempts: readonly DeliveryAttempt[],
  { redeliveryId, waitedUntil }: { redeliveryId: string | null; waitedUntil: string | null },
  now: Date,
): NextStep {
  const ofRound = attempts.filter((attempt) => attempt.redelivery_id === redeliveryId);
  const counted = redeliveryId === null ? attempts : ofRound;
  if (counted.some(({ result }) => result?.outcome === "delivered")) return { action: "end" };
  const last = attempts.at(-1);
  if (last?.result === null) return stepDuring(last, now);
  const number = (last?.number ?? 0) + 1;
  const previous = ofRound.at(-1);
  if (!previous) return { action: "send", number, made: 0 };
  const until = previous.next_attempt_at;
  if (until === null) return { action: "give_up" };
  if (now.getTime() < Date.parse(until) && waitedUntil !== until) return { action: "wait", until };
  return { action: "send", number, made: ofRound.length };
}

/** The step while an attempt of another execution is under way, or was when its process died. */
function stepDuring(attempt: DeliveryAttempt, now: Date): NextStep {
  const until = leaseEnd(attempt);
  return now < until
    ? { action: "wait", until: until.toISOString() }
    : { action: "settle_interrupted", attempt };
}

export const leaseEnd = ({ started_at }: Pick<DeliveryAttempt, "started_at">): Date =>
  new Date(Date.parse(started_at) + leaseMs);

/** How a delivery goes on after a call of its task: null if it has ended, delivered or with nothing to deliver. */
export type DeliveryOutcome =
  | null
  | { continues: "later"; at: string }
  | { continues: "never"; because: string };

/** Signals to the state machine that the delivery continues later: the error's message is the time. */
export class DeliveryPostponed extends Error {
  override readonly name = "DeliveryPostponed";
}

/** Signals to the state machine that no attempt follows and the message goes to the dead-letter queue. */
export class DeliveryGivenUp extends Error {
  override readonly name = "DeliveryGivenUp";
}
