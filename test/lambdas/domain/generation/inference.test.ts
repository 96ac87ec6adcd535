import { describe, expect, test } from "vitest";
import {
  inferenceErrorOf,
  isTooLateToAsk,
  lastAttemptMinutes,
  seedOf,
} from "../../../../lambdas/domain/generation/inference.ts";

describe("SageMaker's reason for a failed inference", () => {
  test.each([
    [
      'Received server error (500) from primary with message "out of memory". See CloudWatch',
      "inference_failed",
    ],
    [
      'Received server error (503) from primary with message "reading the source timed out"',
      "inference_failed",
    ],
    ['Received client error (422) from primary with message "no picture"', "inference_refused"],
    ['Received client error (400) from primary with message "request timed out"', "inference_refused"],
    ['Received server error (302) from primary with message ""', "inference_failed"],
    ['Received client error (408) from primary with message ""', "inference_failed"],
    ['Received client error (429) from primary with message "busy"', "inference_failed"],
    [
      'Received server error (0) from primary with message "Your invocation timed out while waiting for a response from container primary."',
      "inference_timeout",
    ],
    ["The request timed out in the queue", "inference_timeout"],
    ["The request expired before it was processed", "inference_timeout"],
    ["The operation was aborted due to timeout", "inference_timeout"],
    ["2026-11-21T03:36:15Z Task timed out after 300.00 seconds", "inference_timeout"],
    ["InternalFailure: the instance was replaced", "inference_failed"],
    ["other side closed", "inference_failed"],
    ["", "inference_failed"],
  ])("%s: %s", (reason, error) => {
    expect(inferenceErrorOf(reason)).toBe(error);
  });
});

test("a model is asked until its job is 20 minutes old, and not later", () => {
  const created = Date.parse("2026-11-20T10:00:00.000Z");
  const at = (ms: number) => isTooLateToAsk("2026-11-20T10:00:00.000Z", new Date(created + ms));
  expect([at(0), at(lastAttemptMinutes * 60_000), at(lastAttemptMinutes * 60_000 + 1)]).toEqual([
    false,
    false,
    true,
  ]);
});

test("every attempt has a different seed, always the same one", () => {
  expect(seedOf("job_1", "1")).toBe(seedOf("job_1", "1"));
  const seeds = Array.from({ length: 1000 }, (_, attempt) => seedOf("job_1", String(attempt)));
  expect(new Set(seeds).size).toBe(1000);
  for (const seed of seeds) expect(seed).toSatisfy((it) => Number.isInteger(it) && it >= 0 && it < 2 ** 31);
});
