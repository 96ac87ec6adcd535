import { version } from "@image-staging/rendered/version";
import { expect, test } from "vitest";
import { modelVariables } from "../src/model-variables.ts";

test("the approved cache is by the version of the model, or by a container's address and the start", () => {
  expect(modelVariables("rendered", undefined).MODEL_VERSION).toBe(version);
  expect(modelVariables("simulated", undefined).MODEL_VERSION).toMatch(/^simulated-\d+$/);
  const versionAt = (hour: number) =>
    modelVariables("rendered", "http://127.0.0.1:8080", new Date(Date.UTC(2026, 0, 1, hour))).MODEL_VERSION;
  expect(versionAt(8)).toBe("http://127.0.0.1:8080 at 2026-01-01T08:00:00.000Z");
  expect(versionAt(9)).not.toBe(versionAt(8));
});
