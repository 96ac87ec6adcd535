import * as v from "valibot";
import { expect, test } from "vitest";
import { approvalVariables } from "../../../lib/settings/backends.ts";
import { InferenceSettings } from "../../../lib/settings/inference.ts";

const model = {
  backend: "model",
  image: "123456789012.dkr.ecr.eu-central-1.amazonaws.com/staging:1",
  modelDataPrefix: "s3://bucket/staging/2.1/",
  instanceType: "ml.g5.2xlarge",
  maxInstances: 1,
};

test.each([
  [{ backend: "rendered" }, true],
  [model, true],
  [{ backend: "endpoint", endpointName: "staging" }, "plans"],
  [{ backend: "simulator" }, false],
  [{ ...model, requireMask: false }, "plans"],
  [{ backend: "endpoint", endpointName: "staging", requireMask: true }, true],
])("of what %o demands edit masks: %s", (settings, required) => {
  const { REQUIRE_MASK } = approvalVariables(v.parse(InferenceSettings, settings), "balanced");
  expect(REQUIRE_MASK).toBe(String(required));
});

test.each([
  [{ backend: "endpoint", endpointName: "staging" }, true],
  [{ backend: "endpoint", endpointName: "staging", requireMask: false }, "plans"],
  [{ backend: "simulator" }, false],
])("of what %o demands edit masks if approval is strict: %s", (settings, required) => {
  const { REQUIRE_MASK } = approvalVariables(v.parse(InferenceSettings, settings), "strict");
  expect(REQUIRE_MASK).toBe(String(required));
});
