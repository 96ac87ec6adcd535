import * as v from "valibot";
import type { Generation } from "../generation/generation.ts";
import { derivedId, JobId } from "../ids.ts";
import { completionTypeOf, type DeliveredType, deliveredTypes } from "./events.ts";

/** The longest an attempt can be under way: longer than its function may run, so that none runs on beyond it. */
export const leaseMs = 60_000;

const outcomes = [
  "delivered",
  "http_error",
  "gone",
  "blocked",
  "dns_failed",
  "unreachable",
  "timeout",
  "interrupted",
  "endpoint_disabled",
] as const;

/** How an attempt ended. `detail` is the start of the receiver's answer, or what kept it from answering. */
export const AttemptResult = v.object({
  outcome: v.picklist(outcomes),
  status: v.nullable(v.number()),
  duration_ms: v.number(),
  detail: v.string(),
});
export type AttemptResult = v.InferOutput<typeof AttemptResult>;

/** Whether no attempt follows: it was delivered, or the receiver wants no more. */
export const isFinal = ({ outcome }: AttemptResult): boolean => outcome === "delivered" || outcome === "gone";

/** What is to be delivered: `occurred_at` is when its event happened; a test belongs to no job. */
export const Message = v.object({
  organization_id: v.string(),
  message_id: v.string(),
  type: v.picklist(deliveredTypes),
  job_id: v.nullable(JobId),
  occurred_at: v.string(),
});
export type Message = v.InferOutput<typeof Message>;

/**
 * One attempt as logged. Its `result` is null while it is under way; `next_attempt_at` is null where no other follows.
 * Attempts of a redelivery carry its id and begin the schedule anew: `made` were made before in this round.
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

/** The id of a message: the same job and type always give the same, over retries, redeliveries and repeated events. */
export const messageId = (subjectId: string, type: DeliveredType): string =>
  derivedId("msg", subjectId, type);

/** The message that announces a job's end, or null where it has not ended. */
export function completionMessage(job: Generation): Message | null {
  const { organization_id, job_id, status, completed_at } = job;
  const type = completionTypeOf(status);
  if (type === null || completed_at === null) return null;
  return { organization_id, message_id: messageId(job_id, type), type, job_id, occurred_at: completed_at };
}

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
 * What an execution does next by the log of its message, oldest first. `waitedUntil` is the time until which it was
 * told to wait: its clock decides that the time has come, not this function's.
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

/** Beside an attempt that another execution has under way, or had when its process ended. */
function stepDuring(attempt: DeliveryAttempt, now: Date): NextStep {
  const until = leaseEnd(attempt);
  return now < until
    ? { action: "wait", until: until.toISOString() }
    : { action: "settle_interrupted", attempt };
}

export const leaseEnd = ({ started_at }: Pick<DeliveryAttempt, "started_at">): Date =>
  new Date(Date.parse(started_at) + leaseMs);

/** Tells the state machine that the delivery goes on at a time, which is the error's message. */
export class DeliveryPostponed extends Error {
  override readonly name = "DeliveryPostponed";
}

/** Tells the state machine that no attempt follows and the message belongs in the dead-letter queue. */
export class DeliveryGivenUp extends Error {
  override readonly name = "DeliveryGivenUp";
}
