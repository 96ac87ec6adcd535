import {
  type AttemptResult,
  type DeliveryAttempt,
  type DeliveryOutcome,
  isFinal,
  leaseEnd,
  webhookBody,
} from "../../domain/webhook/delivery.ts";
import { type Receiver, receiverAnswerOf, urlForLog } from "../../domain/webhook/receiver.ts";
import { nextAttemptAt, retryAfterMs } from "../../domain/webhook/retry-schedule.ts";
import { publishReceiverDisabled } from "../../orchestration/events.ts";
import type { Log } from "../../runtime/log.ts";
import { countMetric } from "../../runtime/metrics.ts";
import type { PostResult } from "../../runtime/network/post.ts";
import { settleAttempt, startAttempt } from "../../storage/webhook/deliveries.ts";
import { findReceiver, recordAnswer } from "../../storage/webhook/receivers.ts";
import { findSigningSecrets } from "../../storage/webhook/signing-secrets.ts";
import type { AddressedMessage } from "./message.ts";
import { sendWebhook } from "./send.ts";

type PlannedAttempt = Omit<DeliveryAttempt, "started_at" | "result" | "next_attempt_at">;

const notSent = { status: null, duration_ms: 0, detail: "" };
const interrupted: AttemptResult = { outcome: "interrupted", ...notSent };
const receiverDisabled: AttemptResult = { outcome: "endpoint_disabled", ...notSent };
const unsigned: AttemptResult = {
  outcome: "no_signing_secret",
  ...notSent,
  detail: "The organization has no signing secret.",
};

/** Claims an attempt, sends it and logs how it ended. Returns how the delivery goes on. */
export async function makeAttempt(
  planned: PlannedAttempt,
  { data, measured }: Pick<AddressedMessage, "data" | "measured">,
  log: Log,
): Promise<DeliveryOutcome> {
  const { organization_id, message_id, url } = planned;
  const started = new Date();
  const [receiver, secrets, content] = await Promise.all([
    findReceiver(organization_id, url),
    findSigningSecrets(organization_id),
    data(started),
  ]);
  const attempt = attemptOf(planned, receiver, started);
  if (!(await startAttempt(attempt))) return { continues: "later", at: leaseEnd(attempt).toISOString() };
  if (attempt.result) return { continues: "never", because: disabledSince(receiver) };
  if (!secrets) return postponeUnsigned(attempt, measured, log);
  const answer = await sendWebhook(url, message_id, webhookBody(planned, content), secrets);
  const result = resultOf(answer);
  const ended = { attempt, measured, result, ended: new Date(), retryAfter: retryAfterOf(answer) };
  const next = await settle(ended, log);
  await recordReceiverAnswer(receiver, { result, measured }, log);
  return result.outcome === "delivered" ? null : after(attempt, next);
}

/** The attempt that is under way; one at a disabled receiver has ended and is not made. */
const attemptOf = (planned: PlannedAttempt, { disabled_at }: Receiver, started: Date): DeliveryAttempt => ({
  ...planned,
  started_at: started.toISOString(),
  result: disabled_at === null ? null : receiverDisabled,
  next_attempt_at: null,
});

const disabledSince = ({ url, disabled_at }: Receiver) =>
  `The receiver ${urlForLog(url)} has been disabled since ${disabled_at}.`;

/**
 * Logs an attempt that can't be signed, for operators. Nothing is sent, and the receiver is not to blame; the
 * delivery continues by its schedule, in case the organization has a secret by then.
 */
async function postponeUnsigned(
  attempt: DeliveryAttempt,
  measured: boolean,
  log: Log,
): Promise<DeliveryOutcome> {
  log.error("The organization has no signing secret", { message_id: attempt.message_id });
  const next = await settle(
    { attempt, measured, result: unsigned, ended: new Date(), retryAfter: null },
    log,
  );
  return after(attempt, next);
}

/** Logs an attempt as interrupted, because its process died; the delivery continues by its schedule. */
export async function settleInterrupted(
  attempt: DeliveryAttempt,
  measured: boolean,
  log: Log,
): Promise<DeliveryOutcome> {
  const ended = new Date(attempt.started_at);
  const next = await settle({ attempt, measured, result: interrupted, ended, retryAfter: null }, log);
  return after(attempt, next);
}

type EndedAttempt = {
  attempt: DeliveryAttempt;
  measured: boolean;
  result: AttemptResult;
  ended: Date;
  retryAfter: string | null;
};

async function settle(
  { attempt, measured, result, ended, retryAfter }: EndedAttempt,
  log: Log,
): Promise<Date | null> {
  const next = isFinal(result)
    ? null
    : nextAttemptAt(attempt.made + 1, retryAfterMs(retryAfter, ended), ended, Math.random());
  const { message_id, number, url } = attempt;
  if (measured) countMetric(result.outcome === "delivered" ? "WebhookDelivered" : "WebhookFailed");
  const { outcome, status, duration_ms } = result;
  const receiver = urlForLog(url);
  log.info("A delivery attempt has ended", {
    message_id,
    number,
    receiver,
    outcome,
    status,
    duration_ms,
    next_attempt_at: next,
  });
  await settleAttempt(attempt, result, next?.toISOString() ?? null);
  return next;
}

const after = ({ message_id }: DeliveryAttempt, next: Date | null): DeliveryOutcome =>
  next
    ? { continues: "later", at: next.toISOString() }
    : { continues: "never", because: `No attempt is left for ${message_id}.` };

async function recordReceiverAnswer(
  receiver: Receiver,
  { result, measured }: Pick<EndedAttempt, "result" | "measured">,
  log: Log,
): Promise<void> {
  const disabled = await recordAnswer(receiver, receiverAnswerOf(result), new Date());
  if (!disabled) return;
  if (measured) countMetric("WebhookEndpointDisabled");
  log.error("The webhook receiver is now disabled, until its organization or an operator enables it", {
    receiver: urlForLog(disabled.url),
    disabled_because: disabled.disabled_because,
  });
  await publishReceiverDisabled(disabled);
}

const retryAfterOf = (answer: PostResult) => (answer.outcome === "response" ? answer.retryAfter : null);

/** Only 2xx is success; a redirect is a failure like any other answer. */
function resultOf(answer: PostResult): AttemptResult {
  const duration_ms = answer.durationMs;
  if (answer.outcome === "error")
    return { outcome: answer.reason, status: null, duration_ms, detail: answer.message };
  return {
    outcome: outcomeOf(answer.status),
    status: answer.status,
    duration_ms,
    detail: answer.bodySnippet,
  };
}

function outcomeOf(status: number): AttemptResult["outcome"] {
  if (status >= 200 && status <= 299) return "delivered";
  return status === 410 ? "gone" : "http_error";
}
