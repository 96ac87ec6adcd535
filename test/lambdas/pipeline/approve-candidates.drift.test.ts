import { Metrics } from "@aws-lambda-powertools/metrics";
import { SendTaskSuccessCommand } from "@aws-sdk/client-sfn";
import type { Context } from "aws-lambda";
import sharp, { type OverlayOptions } from "sharp";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StoredOutput } from "../../../lambdas/domain/generation/generation.ts";
import { handler as approve } from "../../../lambdas/pipeline/approve-candidates.ts";
import { handler as complete } from "../../../lambdas/pipeline/complete-inference.ts";
import { findGeneration } from "../../../lambdas/storage/generation/generations.ts";
import { rememberInference } from "../../../lambdas/storage/generation/pending-inferences.ts";
import { objectKeys } from "../../../lambdas/storage/object-keys.ts";
import { startApi } from "../../support/api.ts";
import { notification } from "../../support/notification.ts";
import type { Partner } from "../../support/partner.ts";
import { drawRoom, movedNearer } from "../../support/pictures.ts";
import { proCapture, refurnish } from "../../support/requests.ts";

const api = await startApi();
const context = { awsRequestId: "task" } as Context;
const size = { width: 600, height: 400 };
const source = await drawRoom(size).jpeg({ quality: 92 }).toBuffer();

const box = (background: string, left: number, top: number, wide: number, high: number): OverlayOptions => ({
  input: { create: { width: wide, height: high, channels: 3, background } },
  left,
  top,
});
const draw = (...parts: OverlayOptions[]) => sharp(source).composite(parts).jpeg().toBuffer();
const sofa = box("#722", 300, 240, 120, 120);
const staged = await draw(sofa);
/** The whole window as wall, lit as the wall is. */
const paintedOver = await (async () => {
  const [left, wide, top, high] = [140, 230, 40, 180];
  const wall = Array.from({ length: wide * high }, (_, i) => {
    const light = Math.round(215 - (60 * (left + (i % wide))) / size.width);
    return [light, light - 6, light - 18];
  });
  const input = Buffer.from(wall.flat());
  return draw(sofa, { input, raw: { width: wide, height: high, channels: 3 }, left, top });
})();
/** Nothing of the floor is left; a large rug would look like this. */
const otherFloor = await draw(box("#8a8a96", 0, 283, 600, 117), sofa);
let partner: Partner;
beforeEach(async () => {
  vi.clearAllMocks();
  partner = await api.newPartner();
});
afterAll(() => api.stop());

interface Made {
  picture: Buffer;
  homography?: number[];
}

/** A running job for which a model has stored a candidate in each attempt, the last of which is given to approval. */
async function answered(attempts: Made[], fields = {}, bodyOf: typeof proCapture = refurnish) {
  const asset = await partner.addAsset(size);
  const { job_id } = await partner.sendOk("createGeneration", { body: bodyOf(asset, fields) });
  const reference = { organization_id: partner.organizationId, job_id };
  await api.startInference(reference);
  api.stored.set(`/pictures/${objectKeys.source(partner.organizationId, asset)}`, source);
  const inputs = attempts.map(({ picture, homography }, nth) => {
    const attempt = { ...reference, attempt: String(nth + 1) };
    api.stored.set(`/pictures/${objectKeys.candidate(attempt, "c1")}`, picture);
    const candidate = { candidate_id: "c1", score: 0.9, safe: true, mask: false, homography };
    return { ...attempt, candidates: [candidate], answered_at: "2026-11-22T09:00:00.000Z" };
  });
  return { reference, inputs };
}

/** What becomes of a candidate in its last attempt. */
const ending = async (made: Made, rejections = 2, wanted?: string) => {
  const { reference, inputs } = await answered([made], { reference: wanted });
  const result = await approve({ ...inputs[0], rejections } as never, context).then(
    () => "approved",
    (error: Error) => error,
  );
  const job = await findGeneration(reference.organization_id, reference.job_id);
  const { rejections: kept = [] } = job ?? {};
  return { result, kept, reasons: kept.map(({ reason }) => reason) };
};

const broken = { picture: Buffer.from("none") };

describe("a candidate", () => {
  test("with furniture alone is approved", async () => {
    expect(await ending({ picture: staged })).toEqual({ result: "approved", kept: [], reasons: [] });
  });

  test("that drifted fails its job in the end, with words for the caller", async () => {
    const { result, reasons } = await ending({ picture: paintedOver });
    expect(reasons).toEqual(["opening_changed"]);
    expect(result).toMatchObject({
      name: "no_approved_output",
      message:
        "No picture passed approval: a window, a door or another opening had changed. " +
        "Regenerating may give one that does.",
    });
  });

  test("that was set upright says in its picture how much of the source is left", async () => {
    const [scale, edge] = [1 / 1.03, (1 - 1 / 1.03) / 2];
    const homography = [scale, 0, edge, 0, scale, edge, 0, 0, 1];
    const { inputs } = await answered(
      [{ picture: await movedNearer(source, 1.03), homography }],
      {},
      proCapture,
    );
    const { outputs } = (await approve(inputs[0] as never, context)) as { outputs: StoredOutput[] };
    const output = api.stored.get(`/pictures/${outputs[0]?.object_key}`);
    expect(output?.toString("latin1")).toContain("Verticals were set upright, and 94 %");
  });
});

describe("a candidate that is suspected of another floor", () => {
  test("has the model asked for another, once", async () => {
    expect((await ending({ picture: otherFloor }, 0)).result).toMatchObject({ name: "candidates_suspected" });
    const { result, kept } = await ending({ picture: otherFloor }, 1);
    expect([result, kept]).toMatchObject(["approved", [{ reason: "surface_changed", suspected: true }]]);
  });

  test.each([
    ["gives way to a better one", staged, "2"],
    ["stands if the next one is worse", paintedOver, "1"],
  ])("%s", async (_, second, chosen) => {
    const { inputs } = await answered([{ picture: otherFloor }, { picture: second }]);
    const [first, last] = inputs;
    const suspected = { attempt: first?.attempt, candidates: first?.candidates };
    const answer = await approve({ ...last, rejections: 1, suspected } as never, context);
    const { outputs } = answer as { outputs: StoredOutput[] };
    const output = sharp(api.stored.get(`/pictures/${outputs[0]?.object_key}`));
    const floor = await output.extract({ left: 60, top: 340, width: 20, height: 20 }).stats();
    const isGrey = Math.abs((floor.channels[0]?.mean ?? 0) - (floor.channels[2]?.mean ?? 0)) < 25;
    expect(isGrey).toBe(chosen === "1");
  });
});

describe("a refused candidate", () => {
  const added = vi.spyOn(Metrics.prototype, "addMetric");
  const counted = () => added.mock.calls.map(([name]) => name).filter((name) => name.startsWith("Candidate"));
  const dimensions = vi.spyOn(Metrics.prototype, "addDimension");

  test("has the model asked again, twice", async () => {
    const asksAgain = { name: "candidates_rejected" };
    for (const rejections of [0, 1])
      expect((await ending(broken, rejections)).result).toMatchObject(asksAgain);
    expect((await ending(broken, 2)).result).toMatchObject({ name: "no_approved_output" });
  });

  test("of a sandbox that chose this end is not made again", async () => {
    partner = await api.newPartner({ sandbox: true });
    const { result } = await ending(broken, 0, "sandbox:no_approved_output");
    expect(result).toMatchObject({ name: "no_approved_output" });
  });

  test.each([
    ["is counted by its reason", broken.picture, "CandidateRejected", "undecodable"],
    ["counts apart if it is suspected", otherFloor, "CandidateSuspected", "surface_changed"],
  ])("%s, but not in a sandbox", async (_, picture, metric, reason) => {
    await ending({ picture });
    expect(counted()).toEqual([metric]);
    expect(dimensions.mock.calls).toEqual([["reason", reason]]);
    partner = await api.newPartner({ sandbox: true });
    await ending(broken);
    expect(counted()).toEqual([metric]);
  });
});

test("a model that fails when it is asked for a better candidate leaves the suspected one", async () => {
  const { reference, inputs } = await answered([{ picture: otherFloor }]);
  const attempt = { ...reference, attempt: "second" };
  const suspected = { attempt: "1", candidates: inputs[0]?.candidates ?? [] };
  const waiting = { ...attempt, task_token: "token", rejections: 1, suspected };
  await rememberInference(waiting as never, new Date());
  const named = { organizationId: reference.organization_id, jobId: reference.job_id, attempt: "second" };
  await complete(notification(named, { failureReason: "Received server error (500) from primary" }), context);
  const [told] = api.stateMachines.commandCalls(SendTaskSuccessCommand).slice(-1);
  const input = JSON.parse(told?.args[0].input.output ?? "{}");
  expect(input).toMatchObject({ attempt: "1", rejections: 1 });
  await expect(approve(input, context)).resolves.toMatchObject({ outputs: [{ rank: 1 }] });
});
