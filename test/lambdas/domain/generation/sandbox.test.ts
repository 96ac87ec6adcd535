import { describe, expect, test } from "vitest";
import { type FailureCode, failureCodes } from "../../../../lambdas/domain/failures.ts";
import {
  choosesItsEnding,
  chosenFailureCode,
  isSandboxReference,
  modelFaultOf,
  sandboxReferences,
  simulatedFailure,
} from "../../../../lambdas/domain/generation/sandbox.ts";

const codes = Object.keys(failureCodes) as FailureCode[];
const job = (reference: string | null, sandbox = true) => ({ sandbox, reference });

test("every failure code except the one of a cancellation is a reference, and so are mask_proposed and slow", () => {
  const asked = codes.filter((code: string) => code !== "cancelled").map((code) => `sandbox:${code}`);
  expect(sandboxReferences).toEqual([...asked, "sandbox:mask_proposed", "sandbox:slow"]);
});

test("each of them is brought about by the model or by the pipeline, never by both", () => {
  for (const reference of sandboxReferences) {
    const fault = modelFaultOf(job(reference));
    const code = chosenFailureCode(job(reference));
    expect([reference, fault === null]).toEqual([reference, code !== null]);
    expect(choosesItsEnding(job(reference))).toBe(true);
    if (code !== null) expect(reference).toBe(`sandbox:${code}`);
  }
  expect(modelFaultOf(job("sandbox:inference_timeout"))).toBe("time_out");
});

describe("a reference decides nothing", () => {
  test.each([
    ["of another organization", job("sandbox:internal_error", false)],
    ["without the prefix", job("internal_error")],
    ["of another case", job("Sandbox:internal_error")],
    ["that is missing", job(null)],
  ])("%s", (_case, other) => {
    expect([choosesItsEnding(other), chosenFailureCode(other), modelFaultOf(other)]).toEqual([
      false,
      null,
      null,
    ]);
  });
});

test("a reference with the prefix must name an ending; any other is an ordinary text", () => {
  for (const known of [...sandboxReferences, "listing 4711", "", "sandbox", "my sandbox:slow"])
    expect([known, isSandboxReference(known)]).toEqual([known, true]);
  for (const unknown of [
    "sandbox:",
    "sandbox:inference_timed_out",
    "sandbox:slow ",
    "sandbox:cancelled",
    "sandbox:toString",
  ])
    expect([unknown, isSandboxReference(unknown)]).toEqual([unknown, false]);
});

test("a simulated failure has its code, is retryable as that is, and says that it is simulated", () => {
  expect(simulatedFailure("source_too_large").toFailure()).toEqual({
    code: "source_too_large",
    message: "Simulated, because the reference is sandbox:source_too_large.",
    retryable: false,
  });
});
