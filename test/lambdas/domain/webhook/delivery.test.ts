import { expect, test } from "vitest";
import {
  type AttemptResult,
  type DeliveryAttempt,
  leaseMs,
  messageId,
  nextStep,
} from "../../../../lambdas/domain/webhook/delivery.ts";

const noon = new Date("2026-11-20T12:00:00.000Z");
const later = (ms: number) => new Date(noon.getTime() + ms);
const failed: AttemptResult = { outcome: "http_error", status: 500, duration_ms: 12, detail: "oops" };
const delivered: AttemptResult = { ...failed, outcome: "delivered", status: 200 };

const attempt = (number: number, overrides: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
  organization_id: "org_1",
  message_id: "msg_1",
  type: "generation.succeeded",
  job_id: "job_1",
  occurred_at: noon.toISOString(),
  url: "https://example.com/hook",
  number,
  made: number - 1,
  redelivery_id: null,
  started_at: noon.toISOString(),
  result: failed,
  next_attempt_at: later(5000).toISOString(),
  ...overrides,
});
const first = { redeliveryId: null, waitedUntil: null };
const again = { redeliveryId: "again", waitedUntil: null };

test("the first attempt of a message is made at once", () => {
  expect(nextStep([], first, noon)).toEqual({ action: "send", number: 1, made: 0 });
});

test("a delivered message is not delivered again by any execution", () => {
  const log = [attempt(1), attempt(2, { result: delivered, next_attempt_at: null })];
  expect(nextStep(log, first, later(1e9))).toEqual({ action: "end" });
});

test("an attempt before its time waits, unless the execution has waited until that very time", () => {
  const due = later(5000).toISOString();
  expect(nextStep([attempt(1)], first, later(4999))).toEqual({ action: "wait", until: due });
  expect(nextStep([attempt(1)], { ...first, waitedUntil: later(1).toISOString() }, later(4999))).toEqual({
    action: "wait",
    until: due,
  });
  const second = { action: "send", number: 2, made: 1 };
  expect(nextStep([attempt(1)], first, later(5000))).toEqual(second);
  expect(nextStep([attempt(1)], { ...first, waitedUntil: due }, later(4999))).toEqual(second);
});

test("an attempt under way is waited for, and counts as interrupted when its time is over", () => {
  const underWay = attempt(1, { result: null, next_attempt_at: null });
  const until = later(leaseMs).toISOString();
  expect(nextStep([underWay], first, later(leaseMs - 1))).toEqual({ action: "wait", until });
  expect(nextStep([underWay], { ...first, waitedUntil: until }, later(leaseMs - 1))).toEqual({
    action: "wait",
    until,
  });
  expect(nextStep([underWay], first, later(leaseMs))).toEqual({
    action: "settle_interrupted",
    attempt: underWay,
  });
});

test("a message without a next attempt is given up, as often as it is asked about", () => {
  expect(nextStep([attempt(10, { next_attempt_at: null })], first, later(1e9))).toEqual({
    action: "give_up",
  });
});

test("a redelivery starts over, after a delivery and after giving up, and ends with its own delivery", () => {
  const over = [attempt(1), attempt(2, { result: delivered, next_attempt_at: null })];
  expect(nextStep(over, again, noon)).toEqual({ action: "send", number: 3, made: 0 });
  const restarted = [...over, attempt(3, { redelivery_id: "again", made: 0 })];
  expect(nextStep(restarted, again, later(5000))).toEqual({ action: "send", number: 4, made: 1 });
  const done = [
    ...restarted,
    attempt(4, { redelivery_id: "again", result: delivered, next_attempt_at: null }),
  ];
  expect(nextStep(done, again, later(5000))).toEqual({ action: "end" });
});

test("a redelivery that succeeds ends the first delivery too", () => {
  const log = [attempt(1), attempt(2, { redelivery_id: "again", result: delivered, next_attempt_at: null })];
  expect(nextStep(log, first, later(5000))).toEqual({ action: "end" });
});

test("a redelivery does not disturb the schedule of the first delivery", () => {
  const log = [
    attempt(1),
    attempt(2, { redelivery_id: "again", next_attempt_at: later(60_000).toISOString() }),
  ];
  expect(nextStep(log, first, later(5000))).toEqual({ action: "send", number: 3, made: 1 });
});

test("a message id depends on the job and the type alone", () => {
  expect(messageId("job_1", "generation.failed")).toBe(messageId("job_1", "generation.failed"));
  const ids = [
    messageId("job_1", "generation.failed"),
    messageId("job_1", "generation.succeeded"),
    messageId("job_2", "generation.failed"),
  ];
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^msg_[0-9A-Z]{26}$/);
});
