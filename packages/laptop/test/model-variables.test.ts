import { version } from "@image-staging/rendered/version";
import { expect, test } from "vitest";
import { modelVariables } from "../src/model-variables.ts";

test("the approved cache is by the version of the model, or by the address of a container", () => {
  expect(modelVariables("rendered", undefined).MODEL_VERSION).toBe(version);
  expect(modelVariables("simulated", undefined).MODEL_VERSION).toMatch(/^simulated-\d+$/);
  expect(modelVariables("rendered", "http://127.0.0.1:8080").MODEL_VERSION).toBe("http://127.0.0.1:8080");
});
