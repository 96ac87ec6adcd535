import {
  type Attempt,
  type AttemptResult,
  DeliveryGivenUp,
  DeliveryPostponed,
  isFinal,
  leaseEnd,
  webhookBody,
} from "../../domain/webhook/delivery.ts";
import { type Endpoint, endpointAnswer } from "../../domain/webhook/receiver.ts";
import { nextAttemptAt, retryAfterMs } from "../../domain/webhook/retry-schedule.ts";
import type { Log } from "../../runtime/log.ts";
import { countMetric } from "../../runtime/metrics.ts";
import type { PostResult } from "../../runtime/network/post.ts";
import { claimAttempt, settleAttempt } from "../../storage/webhook/deliveries.ts";
import { publishEndpointDisabled } from "../../storage/webhook/events.ts";
import { findEndpoint, noteAnswer } from "../../storage/webhook/receivers.ts";
import { findSigningSecrets } from "../../storage/webhook/signing-secrets.ts";
import type { Addressed } from "./message.ts";
import { sendWebhook } from "./send.ts";

type Planned = Omit<Attempt, "started_at" | "result" | "next_attempt_at">;

const notSent = { status: null, duration_ms: 0, detail: "" };
const interrupted: AttemptResult = { outcome: "interrupted", ...notSent };
const endpointDisabled: AttemptResult = { outcome: "endpoint_disabled", ...notSent };

/** Claims an attempt, sends it and logs how it ended. Returns when it was delivered, else throws what comes next. */
export async function makeAttempt(planned: Planned, data: Addressed["data"], log: Log): Promise<void> {
  const { organization_id, message_id, url } = planned;
  const started = new Date();
  const [endpoint, secrets, content] = await Promise.all([
    findEndpoint(organization_id, url),
    findSigningSecrets(organization_id),
    data(started),
  ]);
  if (!secrets) throw new Error(`Organization ${organization_id} has no signing secret.`);
  const attempt = await claim(planned, endpoint, started);
  const answer = await sendWebhook(url, message_id, webhookBody(planned, content), secrets);
  const result = resultOf(answer);
  const next = await settle({ attempt, result, ended: new Date(), retryAfter: retryAfterOf(answer) }, log);
  await noteEndpoint(endpoint, result, log);
  if (result.outcome !== "delivered") goOn(attempt, next);
}

/** Logs that the attempt is under way. An attempt at a disabled endpoint is logged as ended and not made. */
async function claim(planned: Planned, { disabled_at, url }: Endpoint, started: Date): Promise<Attempt> {
  const result = disabled_at === null ? null : endpointDisabled;
  const attempt = { ...planned, started_at: started.toISOString(), result, next_attempt_at: null };
  if (!(await claimAttempt(attempt))) throw new DeliveryPostponed(leaseEnd(attempt).toISOString());
  if (result) throw new DeliveryGivenUp(`The endpoint ${url} is disabled since ${disabled_at}.`);
  return attempt;
}

/** Logs an attempt whose process ended under way as failed; the delivery goes on by its schedule. */
export async function settleInterrupted(attempt: Attempt, log: Log): Promise<never> {
  const ended = new Date(attempt.started_at);
  const next = await settle({ attempt, result: interrupted, ended, retryAfter: null }, log);
  return goOn(attempt, next);
}

type Ending = { attempt: Attempt; result: AttemptResult; ended: Date; retryAfter: string | null };

async function settle({ attempt, result, ended, retryAfter }: Ending, log: Log): Promise<Date | null> {
  const next = isFinal(result)
    ? null
    : nextAttemptAt(attempt.made + 1, retryAfterMs(retryAfter, ended), ended, Math.random());
  const { message_id, number, url } = attempt;
  countMetric(result.outcome === "delivered" ? "WebhookDelivered" : "WebhookFailed");
  log.info("An attempt to deliver has ended", { message_id, number, url, ...result, next_attempt_at: next });
  await settleAttempt(attempt, result, next?.toISOString() ?? null);
  return next;
}

function goOn({ message_id }: Attempt, next: Date | null): never {
  if (next) throw new DeliveryPostponed(next.toISOString());
  throw new DeliveryGivenUp(`No attempt is left for ${message_id}.`);
}

async function noteEndpoint(endpoint: Endpoint, result: AttemptResult, log: Log): Promise<void> {
  const disabled = await noteAnswer(endpoint, endpointAnswer(result), new Date());
  if (!disabled) return;
  countMetric("WebhookEndpointDisabled");
  log.error("The webhook endpoint is disabled until it is enabled again", { endpoint: disabled });
  await publishEndpointDisabled(disabled);
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
