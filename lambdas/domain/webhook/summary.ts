import type { AttemptResult, DeliveryAttempt } from "./delivery.ts";

export const deliveryStates = ["delivered", "under_way", "waiting", "given_up"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Where the delivery of one message stands. */
export type DeliverySummary = Pick<
  DeliveryAttempt,
  "message_id" | "type" | "job_id" | "occurred_at" | "url"
> & {
  state: DeliveryState;
  attempts: number;
  last_attempt_at: string;
  next_attempt_at: string | null;
  last_outcome: AttemptResult["outcome"] | null;
  last_status: number | null;
};

/** A message's attempts, and what they come to. */
export type Delivery = { summary: DeliverySummary; attempts: DeliveryAttempt[] };

/** One delivery per message, from attempts in the order of the log. A message that ever arrived counts as delivered. */
export const deliveriesOf = (attempts: readonly DeliveryAttempt[]): Delivery[] =>
  [...Map.groupBy(attempts, ({ message_id }) => message_id).values()].flatMap((ofMessage) => {
    const last = ofMessage.at(-1);
    return last ? [{ summary: summaryOf(ofMessage, last), attempts: ofMessage }] : [];
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

function stateOf(attempts: readonly DeliveryAttempt[], last: DeliveryAttempt): DeliveryState {
  if (attempts.some(({ result }) => result?.outcome === "delivered")) return "delivered";
  if (last.result === null) return "under_way";
  return last.next_attempt_at === null ? "given_up" : "waiting";
}

/** How many attempts of a message its delivery shows: the latest. */
const shownAttempts = 50;

/** The delivery of a message as its organization sees it. */
export const deliveryView = ({ summary, attempts }: Delivery) => ({
  webhook_id: summary.message_id,
  type: summary.type,
  job_id: summary.job_id,
  url: summary.url,
  state: summary.state,
  created_at: summary.occurred_at,
  next_attempt_at: summary.next_attempt_at,
  attempts: attempts.slice(-shownAttempts).map(attemptView),
});

/** Only an answer of the receiver is shown: why there was none may name what only operators should know. */
const attemptView = ({ number, redelivery_id, started_at, result }: DeliveryAttempt) => ({
  number,
  redelivery_id,
  started_at,
  outcome: result?.outcome ?? null,
  status: result?.status ?? null,
  duration_ms: result?.duration_ms ?? null,
  answer: result && result.status !== null ? result.detail : null,
});
