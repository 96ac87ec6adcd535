import { describe, expect, test } from "vitest";
import { failureCodes, failureFrom, JobFailure } from "../../../lambdas/domain/failures.ts";

/** What a state machine catches when a function throws. */
const thrownBy = (error: Error) => ({
  Error: error.name,
  Cause: JSON.stringify({
    errorType: error.name,
    errorMessage: error.message,
    trace: ["at /var/task/index.mjs"],
  }),
});

describe("the failure of a job", () => {
  test("has the code, message and retryability of the business failure that its task threw", () => {
    const failure = failureFrom(
      thrownBy(new JobFailure("no_approved_output", "No picture passed approval.")),
    );
    expect(failure).toEqual({
      code: "no_approved_output",
      message: "No picture passed approval.",
      retryable: true,
    });
  });

  test("has the callback's failure if a callback failed its task", () => {
    const message = "The model did not answer in time.";
    expect(failureFrom({ Error: "inference_timeout", Cause: message })).toEqual({
      code: "inference_timeout",
      message,
      retryable: true,
    });
    expect(failureFrom({ Error: "inference_refused", Cause: "No." }).code).toBe("inference_failed");
    expect(failureFrom({ Error: "inference_declined", Cause: "The floor is full." })).toEqual({
      code: "no_approved_output",
      message: "The floor is full.",
      retryable: false,
    });
  });

  test.each([
    ["Error", "cannot read pk of ORG#1"],
    ["TransactionCanceledException", "secret table"],
    ["internal_error", "stack at /var/task"],
    ["States.Timeout", ""],
    ["Runtime.ExitError", "RequestId: 1 Error: exit status 137"],
    ["constructor", "x"],
    ["job_overdue", "The job did not end by its deadline."],
  ])("whose task ended with %s is internal_error and reveals no internals", (name, message) => {
    const failure = failureFrom(thrownBy(Object.assign(new Error(message), { name })));
    expect(failure).toEqual({
      code: "internal_error",
      message: "An unexpected error ended the job. Creating it again may succeed.",
      retryable: true,
    });
  });
});

test("the name of every failure is its code, by which a state machine knows it", () => {
  for (const code of Object.keys(failureCodes) as (keyof typeof failureCodes)[]) {
    const failure = new JobFailure(code, "message");
    expect([failure.name, failure.toFailure().retryable]).toEqual([code, failureCodes[code].retryable]);
  }
});
