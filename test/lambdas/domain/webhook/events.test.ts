import { expect, test } from "vitest";
import {
  type AttemptResult,
  completionMessage,
  type DeliveryAttempt,
  isFinal,
  messageId,
  thresholdMessage,
  webhookBody,
} from "../../../../lambdas/domain/webhook/delivery.ts";
import {
  announcedTypes,
  completionTypeOf,
  completionTypes,
  webhookEvents,
} from "../../../../lambdas/domain/webhook/events.ts";
import { receiverAnswerOf } from "../../../../lambdas/domain/webhook/receiver.ts";
import { deliveriesOf } from "../../../../lambdas/domain/webhook/summary.ts";
import { newJob } from "../../../support/new-job.ts";

const noon = "2026-03-01T12:00:00.000Z";
const later = "2026-03-01T12:05:00.000Z";
const ended = (outcome: AttemptResult["outcome"], status: number | null = 500): AttemptResult => ({
  outcome,
  status,
  duration_ms: 1,
  detail: "",
});
const attempt = (message_id: string, changes: Partial<DeliveryAttempt>): DeliveryAttempt => ({
  organization_id: "org_1",
  message_id,
  type: "generation.succeeded" as const,
  job_id: "job_1",
  occurred_at: noon,
  url: "https://example.com/hook",
  number: 1,
  made: 0,
  redelivery_id: null,
  started_at: noon,
  result: ended("http_error"),
  next_attempt_at: later,
  ...changes,
});

test("no attempt follows a delivery, nor an answer of 410", () => {
  const final = (["delivered", "gone", "http_error", "timeout"] as const).map((outcome) =>
    isFinal(ended(outcome)),
  );
  expect(final).toEqual([true, true, false, false]);
});

test("a receiver has succeeded, is gone, or has failed", () => {
  const answers = (["delivered", "gone", "http_error", "timeout"] as const).map((outcome) =>
    receiverAnswerOf(ended(outcome)),
  );
  expect(answers).toEqual(["succeeded", "gone", "failed", "failed"]);
});

test("each job that has ended is announced by one message, any other by none", () => {
  const job = newJob("org_1", { job_id: "job_1", status: "failed", completed_at: noon });
  expect(completionMessage(job)).toEqual({
    organization_id: "org_1",
    type: "generation.failed",
    job_id: "job_1",
    occurred_at: noon,
    message_id: messageId("job_1", "generation.failed"),
  });
  expect(completionMessage({ ...job, status: "succeeded" })?.type).toBe("generation.succeeded");
  expect(completionMessage({ ...job, status: "running" })).toBeNull();
  expect(completionMessage({ ...job, completed_at: null })).toBeNull();
  expect(completionTypeOf("queued")).toBeNull();
});

test("the bus hands over jobs' ends and thresholds, and no test that somebody asks for", () => {
  expect(announcedTypes).toEqual(expect.arrayContaining([...completionTypes, webhookEvents.threshold]));
  expect(announcedTypes).not.toContain(webhookEvents.test);
});

test("a threshold of a period is one message, however often it is announced", () => {
  const reached = {
    organization_id: "org_1",
    period_start: noon,
    period_end: later,
    occurred_at: noon,
    limit: "included_units" as const,
    percent: 80 as const,
    limit_value: 10,
    used_value: 8,
  };
  const message = thresholdMessage(reached);
  expect(message).toMatchObject({ organization_id: "org_1", job_id: null, occurred_at: noon });
  expect(message.type).toBe("usage.threshold_reached");
  const idOf = (changes: object) => thresholdMessage({ ...reached, ...changes }).message_id;
  expect(idOf({ occurred_at: later, used_value: 9 })).toBe(message.message_id);
  const others = [
    { percent: 100 },
    { limit: "spend_cap_usd" },
    { period_start: later },
    { organization_id: "o" },
  ];
  expect(new Set([message.message_id, ...others.map(idOf)]).size).toBe(5);
});

test("the body of a webhook has its type, its time and its data", () => {
  expect(webhookBody({ type: "webhook.test", occurred_at: noon }, { test_id: "1" })).toBe(
    `{"type":"webhook.test","timestamp":"${noon}","data":{"test_id":"1"}}`,
  );
});

test("each message has one summary, by its last attempt", () => {
  const attempts = [
    attempt("msg_1", {}),
    attempt("msg_1", { number: 2, started_at: later, result: ended("gone", 410), next_attempt_at: null }),
    attempt("msg_2", { result: null, next_attempt_at: null }),
    attempt("msg_3", { result: ended("timeout", null) }),
  ];
  expect(deliveriesOf(attempts).map(({ summary }) => summary)).toEqual([
    {
      message_id: "msg_1",
      type: "generation.succeeded",
      job_id: "job_1",
      occurred_at: noon,
      url: "https://example.com/hook",
      state: "given_up",
      attempts: 2,
      last_attempt_at: later,
      next_attempt_at: null,
      last_outcome: "gone",
      last_status: 410,
    },
    expect.objectContaining({
      message_id: "msg_2",
      state: "under_way",
      last_outcome: null,
      last_status: null,
    }),
    expect.objectContaining({ state: "waiting", next_attempt_at: later, last_status: null }),
  ]);
  expect(deliveriesOf([])).toEqual([]);
});

test("a message that ever arrived counts as delivered", () => {
  const again = attempt("msg_1", { number: 2, next_attempt_at: null });
  for (const result of [ended("delivered", 200), null]) {
    const summary = deliveriesOf([attempt("msg_1", { result }), again])[0]?.summary;
    expect(summary?.state).toBe(result ? "delivered" : "given_up");
  }
});
