import { captureTypes, workflows } from "@image-staging/inference-contract/vocabulary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DriftFinding } from "../../../lambdas/approval/drift.ts";
import {
  approveCandidate,
  type Measures,
  type ModelOpinion,
  selectOutputs,
  type Verdict,
} from "../../../lambdas/approval/judge.ts";
import { type Approval, approvalPolicy, approvals } from "../../../lambdas/approval/policy.ts";

const expected = { width: 640, height: 480 };
const good: Measures = {
  decodes: true,
  format: "jpeg",
  ...expected,
  spread: 0.2,
  difference: 0.3,
  structure: 0.8,
};
const claim: ModelOpinion = { score: 0.9, safe: true, expected };
const all = workflows.flatMap((workflow) => captureTypes.map((capture) => [workflow, capture] as const));

describe.each(all)("a candidate of %s %s", (workflow, capture) => {
  const verdict = (measures: Measures, claims: Partial<ModelOpinion> = {}) =>
    approveCandidate(measures, { ...claim, ...claims }, approvalPolicy(workflow, capture));

  test("that meets every bar is approved", () => {
    expect(verdict(good)).toEqual({ approved: true });
  });

  test.each([
    ["that does not decode", { decodes: false }, {}, "undecodable"],
    ["that is too narrow", { ...good, width: 639 }, {}, "wrong_size"],
    ["that is too high", { ...good, height: 481 }, {}, "wrong_size"],
    ["that is turned", { ...good, width: 480, height: 640 }, {}, "wrong_size"],
    ["of one shade", { ...good, spread: 0.01 }, {}, "blank"],
    ["that equals its source", { ...good, difference: 0 }, {}, "same_as_source"],
    ["that differs by compression only", { ...good, difference: 0.009 }, {}, "same_as_source"],
    ["that shows something else", { ...good, structure: 0.27 }, {}, "structure_lost"],
    ["that the model calls unsafe", good, { safe: false }, "unsafe"],
    ["that the model finds poor", good, { score: 0.49 }, "score_below_bar"],
  ] as const)("%s is rejected", (_, measures, claims, reason) => {
    expect(verdict(measures, claims)).toEqual({ approved: false, reason });
  });

  test("exactly at the bars is approved", () => {
    const { minSpread, minDifference, minStructure, minScore } = approvalPolicy(workflow, capture);
    const bare = { ...good, spread: minSpread, difference: minDifference, structure: minStructure };
    expect(verdict(bare, { score: minScore })).toEqual({ approved: true });
  });
});

test("an enhancement can change less than a staging, and it and a plan must keep more of their source", () => {
  const [staging, proCapture] = [approvalPolicy("staging", "photo"), approvalPolicy("pro_capture", "photo")];
  expect(proCapture.minDifference).toBeLessThan(staging.minDifference);
  expect(proCapture.minStructure).toBeGreaterThan(staging.minStructure);
  const floorplan = approvalPolicy("staging", "floorplan");
  expect(floorplan).toEqual({ ...staging, minStructure: 0.5 });
  expect(staging.minStructure).toBeLessThan(0.5);
});

describe("of several reasons", () => {
  const drift = { certain: "camera_moved" } as const;
  const mask = "mask_too_large" as const;
  const worst = { score: 0, safe: false, mask, drift };
  const small = { ...good, width: 639 };
  test.each([
    ["that it is no picture", { decodes: false }, worst, "undecodable"],
    ["its size", { ...small, spread: 0 }, worst, "wrong_size"],
    ["its mask", { ...good, spread: 0 }, worst, "mask_too_large"],
    ["its one shade", { ...good, spread: 0, difference: 0 }, { ...worst, mask: undefined }, "blank"],
    ["that it is its source", { ...good, difference: 0, structure: 0 }, { drift }, "same_as_source"],
    ["its lost structure", { ...good, structure: 0 }, { drift, safe: false }, "structure_lost"],
    ["its drift", good, { drift, safe: false, score: 0 }, "camera_moved"],
    ["that it is unsafe", good, { safe: false, score: 0 }, "unsafe"],
  ] as const)("%s is given before those that follow", (_, measures, claims, reason) => {
    const opinion = { ...claim, ...claims };
    const verdict = approveCandidate(measures, opinion, approvalPolicy("staging", "photo"), "strict");
    expect(verdict).toEqual({ approved: false, reason });
  });
});

describe("a candidate that drifted", () => {
  const verdict = (drift: DriftFinding, approval: Approval) =>
    approveCandidate(good, { ...claim, drift }, approvalPolicy("staging", "photo"), approval);

  test.each(approvals)("for certain is rejected by its name: %s", (approval) => {
    const drift = { certain: "camera_moved", suspected: "addition" } as const;
    expect(verdict(drift, approval)).toEqual({ approved: false, reason: "camera_moved" });
  });

  test("perhaps is approved with the suspicion, and rejected by strict approval", () => {
    const drift = { suspected: "surface_changed" } as const;
    expect(verdict(drift, "balanced")).toEqual({ approved: true, suspected: "surface_changed" });
    expect(verdict(drift, "strict")).toEqual({ approved: false, reason: "surface_changed" });
  });
});

test("no measure that is not a number gets a candidate approved", () => {
  for (const measure of ["spread", "difference", "structure"]) {
    const broken = { ...good, [measure]: Number.NaN } as Measures;
    expect(approveCandidate(broken, claim, approvalPolicy("staging", "photo")).approved).toBe(false);
  }
  const scored = approveCandidate(good, { ...claim, score: Number.NaN }, approvalPolicy("staging", "photo"));
  expect(scored.approved).toBe(false);
});

describe("the outputs", () => {
  const approved: Verdict = { approved: true };
  const suspected: Verdict = { approved: true, suspected: "addition" };
  const rejected: Verdict = { approved: false, reason: "blank" };
  const score = fc.double({ min: 0, max: 1, noNaN: true });
  const candidate = fc.record({ score, verdict: fc.constantFrom(approved, rejected) });

  test("are the best approved candidates, primary first, at most one alternate", () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 6 }), (candidates) => {
        const good = candidates.filter(({ verdict }) => verdict.approved);
        const outputs = selectOutputs(candidates, true);
        expect(outputs).toHaveLength(Math.min(good.length, 2));
        expect(outputs.every((output) => good.includes(output))).toBe(true);
        const left = good.filter((one) => !outputs.includes(one));
        const scores = outputs.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        for (const { score } of left) expect(score).toBeLessThanOrEqual(Math.min(...scores));
      }),
    );
  });

  test("keep the model's order among equals", () => {
    const candidates = ["c1", "c2", "c3"].map((id) => ({ id, score: 0.9, verdict: approved }));
    expect(selectOutputs(candidates, true).map(({ id }) => id)).toEqual(["c1", "c2"]);
  });

  test("are none when nothing is approved", () => {
    expect(selectOutputs([{ score: 1, verdict: rejected }], true)).toEqual([]);
  });

  test("are a suspected candidate only after all that are not", () => {
    const candidates = [suspected, approved].map((verdict, i) => ({ verdict, score: 0.9 - i / 10 }));
    expect(selectOutputs(candidates, false).map(({ verdict }) => verdict)).toEqual([approved]);
    expect(selectOutputs(candidates, true).map(({ verdict }) => verdict)).toEqual([approved, suspected]);
  });
});
