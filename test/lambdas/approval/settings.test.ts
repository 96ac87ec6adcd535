import { afterEach, describe, expect, test, vi } from "vitest";
import { approvalSettings } from "../../../lambdas/approval/settings.ts";

const environment = { APPROVAL: "strict", REQUIRE_MASK: "true", JUDGE_DRIFT: "false" };
const settingsIn = (changes: Partial<typeof environment>) => {
  for (const [name, value] of Object.entries({ ...environment, ...changes })) vi.stubEnv(name, value);
  return approvalSettings();
};
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a stage's settings of approval", () => {
  test("are what its function's environment says", () => {
    expect(settingsIn({})).toEqual({ approval: "strict", masks: "true", judgesDrift: false });
    const other = { APPROVAL: "balanced", REQUIRE_MASK: "plans", JUDGE_DRIFT: "true" };
    expect(settingsIn(other)).toEqual({ approval: "balanced", masks: "plans", judgesDrift: true });
  });

  test.each(Object.keys(environment))("are an error without %s", (name) => {
    expect(() => settingsIn({ [name]: "" })).toThrow(name);
  });

  test("are an error if nobody knows how strict that is", () => {
    expect(() => settingsIn({ APPROVAL: "lenient" })).toThrow("lenient");
    expect(() => settingsIn({ REQUIRE_MASK: "some" })).toThrow("some");
  });
});
