import { describe, expect, test } from "vitest";
import { maskRequirements, requiresMask } from "../../../lambdas/approval/policy.ts";
import type { Asked } from "../../../lambdas/domain/generation/models.ts";

const staging = { workflow: "staging", sandbox: false } as const;
const photo: Asked = { ...staging, capture_type: "photo" };
const panorama: Asked = { ...staging, capture_type: "panorama360" };
const plan: Asked = { ...staging, capture_type: "floorplan" };
const requiring = (asked: Asked) => maskRequirements.filter((required) => requiresMask(asked, required));

describe("an edit mask", () => {
  test("is required of a plan's model even if the stage's own model need give none", () => {
    expect(requiring(plan)).toEqual(["true", "plans"]);
    expect(requiring(photo)).toEqual(["true"]);
    expect(requiring(panorama)).toEqual(["true"]);
  });

  test("is never required of the simulated model", () => {
    for (const asked of [photo, panorama, plan]) expect(requiring({ ...asked, sandbox: true })).toEqual([]);
  });
});
