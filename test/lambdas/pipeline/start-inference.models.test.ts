import { SendTaskFailureCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { rememberApproved } from "../../../lambdas/storage/generation/approved-cache.ts";
import { acceptJob, outputOf, stored } from "../../support/accepted-job.ts";
import { startApi } from "../../support/api.ts";
import type { Partner } from "../../support/partner.ts";
import { proCapture, refurnish } from "../../support/requests.ts";

const api = await startApi();
const partner = await api.newPartner();
const sandbox = await api.newPartner({ sandbox: true });
const machines = "arn:aws:states:eu-central-1:000000000000:stateMachine:";
beforeEach(() => {
  vi.stubEnv("PLANS_STATE_MACHINE_ARN", `${machines}plans-inference`);
  vi.stubEnv("PLANS_MODEL_VERSION", "plans-7");
  vi.stubEnv("ENHANCE_STATE_MACHINE_ARN", `${machines}enhance-inference`);
  vi.stubEnv("ENHANCE_MODEL_VERSION", "enhance-7");
});
afterAll(() => {
  vi.unstubAllEnvs();
  return api.stop();
});

const alone = { mode: undefined, room_types: undefined };
const plan = { ...alone, capture_type: "floorplan" };
const panorama = { ...alone, capture_type: "panorama360", style_preset: "modern" };
const wide = { width: 2048, height: 1024 };

/** Which model was asked with a new job: the endpoint, or the end of a state machine's name. */
async function asked(caller: Partner, bodyOf: typeof proCapture, changes: object = {}, size?: typeof wide) {
  const job = await acceptJob(caller, bodyOf(await caller.addAsset(size), changes));
  api.stateMachines.resetHistory();
  const before = api.timesAsked();
  expect(await api.startInference(job)).toBeNull();
  const started = api.started().map(({ stateMachineArn, input }) => {
    expect(JSON.parse(input ?? "").request).toMatchObject({ contract_version: "1.2", candidates: [{}] });
    return stateMachineArn?.slice(machines.length);
  });
  return [...started, ...(api.timesAsked() > before ? ["endpoint"] : [])];
}

describe("beside a stage's own model", () => {
  test.each([
    ["a photo", refurnish, {}, undefined, "endpoint"],
    ["a panorama", refurnish, panorama, wide, "endpoint"],
    ["a floor plan", refurnish, plan, undefined, "plans-inference"],
    ["pro_capture of a photo", proCapture, {}, undefined, "enhance-inference"],
    [
      "pro_capture of a floor plan",
      proCapture,
      { capture_type: "floorplan" },
      undefined,
      "enhance-inference",
    ],
  ] as const)("%s is submitted to its own model alone", async (_, bodyOf, changes, size, model) => {
    expect(await asked(partner, bodyOf, changes, size)).toEqual([model]);
  });

  test("floor plans and pro_capture of a sandbox are submitted to the simulated model", async () => {
    expect(await asked(sandbox, refurnish, plan)).toEqual(["simulated-inference"]);
    expect(await asked(sandbox, proCapture)).toEqual(["simulated-inference"]);
  });
});

test("without models of their own, floor plans and pro_capture are submitted to the stage's", async () => {
  vi.stubEnv("PLANS_STATE_MACHINE_ARN", "");
  vi.stubEnv("ENHANCE_STATE_MACHINE_ARN", undefined);
  expect(await asked(partner, refurnish, plan)).toEqual(["endpoint"]);
  expect(await asked(partner, proCapture)).toEqual(["endpoint"]);
});

test.each([
  ["a floor plan", refurnish, plan, "PLANS_MODEL_VERSION", "plans-7"],
  ["pro_capture", proCapture, {}, "ENHANCE_MODEL_VERSION", "enhance-7"],
] as const)(
  "%s comes from the cache by the version of its own model",
  async (_, bodyOf, changes, name, version) => {
    const body = bodyOf(await partner.addAsset(), changes);
    const first = await acceptJob(partner, body);
    expect(await api.startInference(first)).toBeNull();
    const job = await stored(first);
    await rememberApproved(job, job.config_fingerprint ?? "", version, [outputOf("kept")]);
    const again = async () => api.startInference(await acceptJob(partner, body));
    expect(await again()).toMatchObject([{ cached: true }]);
    vi.stubEnv(name, "another");
    expect(await again()).toBeNull();
    vi.stubEnv(name, "");
    vi.stubEnv("MODEL_VERSION", version);
    expect(await again()).toMatchObject([{ cached: true }]);
    vi.stubEnv("MODEL_VERSION", "model-1");
  },
);

describe("what the stage's own model declines whatever the picture shows", () => {
  const roomTypes = { Bathroom: "There is no furniture for it.", Shower: "Nor for this." };
  beforeEach(() =>
    vi.stubEnv("MODEL_DECLINES", JSON.stringify({ modes: { clean: "Not clean." }, roomTypes })),
  );
  afterAll(() => vi.stubEnv("MODEL_DECLINES", "{}"));
  const clean = { mode: "clean", room_types: undefined };
  const shower = { room_types: ["Shower", "Bathroom"] };

  test.each([
    ["a mode", clean, "Not clean."],
    ["a room", { mode: "renovate", room_types: ["Bathroom"] }, roomTypes.Bathroom],
    ["rooms, by the first of them", shower, roomTypes.Shower],
  ])("is declined at once, in its words: %s", async (_, changes, cause) => {
    expect(await asked(partner, refurnish, changes)).toEqual([]);
    const failed = api.stateMachines.commandCalls(SendTaskFailureCommand).map(({ args }) => args[0].input);
    expect(failed).toMatchObject([{ error: "inference_declined", cause }]);
  });

  test("is asked of it if one of the rooms is not declined, and of other models", async () => {
    expect(await asked(partner, refurnish, { room_types: ["Toilet", "Bathroom"] })).toEqual(["endpoint"]);
    expect(await asked(sandbox, refurnish, clean)).toEqual(["simulated-inference"]);
    expect(await asked(partner, refurnish, plan)).toEqual(["plans-inference"]);
  });
});
