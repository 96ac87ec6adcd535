import type { AttemptResult, DeliveryAttempt } from "./delivery.ts";

/** Where the delivery of one message stands. */
export type DeliverySummary = Pick<
  DeliveryAttempt,
  "message_id" | "type" | "job_id" | "occurred_at" | "url"
> & {
  state: "delivered" | "under_way" | "waiting" | "given_up";
  attempts: number;
  last_attempt_at: string;
  next_attempt_at: string | null;
  last_outcome: AttemptResult["outcome"] | null;
  last_status: number | null;
};

/** One summary per message, from attempts in the order of the log. A message that ever arrived counts as delivered. */
export const summariesOf = (attempts: readonly DeliveryAttempt[]): DeliverySummary[] =>
  [...Map.groupBy(attempts, ({ message_id }) => message_id).values()].flatMap((ofMessage) => {
    const last = ofMessage.at(-1);
    return last ? [summaryOf(ofMessage, last)] : [];
  });

function summaryOf(attempts: readonly DeliveryAttempt[], last: DeliveryAttempt): DeliverySummary {
  const { message_id, type, job_id, occurred_at, url } = last;
  return {
    message_id,
    type,
    job_id,
    occurred_at,
    url,
    state: stateOf(attempts, last),
    attempts: attempts.length,
    last_attempt_at: last.started_at,
    next_attempt_at: last.next_attempt_at,
    last_outcome: last.result?.outcome ?? null,
    last_status: last.result?.status ?? null,
  };
}

function stateOf(attempts: readonly DeliveryAttempt[], last: DeliveryAttempt): DeliverySummary["state"] {
  if (attempts.some(({ result }) => result?.outcome === "delivered")) return "delivered";
  if (last.result === null) return "under_way";
  return last.next_attempt_at === null ? "given_up" : "waiting";
}
