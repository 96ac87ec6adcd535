import { invoke } from "@image-staging/inference-contract/serving/invocation";
import { nameOf, tasks } from "@image-staging/inference-contract/tasks";
import { candidate, requestFor, storeOf } from "@image-staging/inference-contract/test/request";
import { simulated } from "@image-staging/simulated/model";
import { pictureFor } from "@image-staging/simulated/test/pictures";
import { expect, test } from "vitest";
import { approveCandidate } from "../../../lambdas/approval/judge.ts";
import { approvalPolicy } from "../../../lambdas/approval/policy.ts";
import { sampleOf } from "../../support/full-run.ts";

const draw = async (task: (typeof tasks)[number]) => {
  const source = await pictureFor(task.capture_type);
  const { fetch, stored } = storeOf(source);
  const candidates = ["c1", "c2", "c3"].map(candidate);
  const answer = await invoke(simulated, requestFor(source, { ...task, candidates }), fetch);
  return { task, source, stored, answer };
};

test("the service approves everything that the simulated model makes of an ordinary picture", async () => {
  const drawn = [];
  for (const task of sampleOf(tasks, 2)) drawn.push(await draw(task));
  // Imported when everything is drawn: from then on sharp reads no SVG, in the whole process.
  const { measureCandidate } = await import("../../../lambdas/approval/measure/measure-candidate.ts");
  const { pixelsOf } = await import("../../../lambdas/runtime/picture/decoder.ts");
  for (const { task, source, stored, answer } of drawn) {
    const policy = approvalPolicy(task.workflow, task.capture_type);
    for (const { candidate_id, score, safe } of answer.candidates) {
      const pixels = await pixelsOf(stored.get(candidate_id) ?? Buffer.alloc(0));
      const comparison = await measureCandidate(pixels, await pixelsOf(source.data));
      const measures = { decodes: true as const, format: "jpeg", ...pixels, ...comparison };
      const verdict = approveCandidate(measures, { score, safe, expected: source }, policy);
      expect({ task: nameOf(task), candidate_id, verdict }).toMatchObject({ verdict: { approved: true } });
    }
  }
});
