import { generatePlan } from "@image-staging/generated/plans";
import { invoke } from "@image-staging/inference-contract/serving/invocation";
import { maskedCandidate, requestFor, storeOf } from "@image-staging/inference-contract/test/request";
import sharp from "sharp";
import { expect, test } from "vitest";
import { plans } from "../src/model.ts";

const { picture } = await generatePlan(3, 400);
const { data, width, height } = picture;
const size = { width, height };
const plan = await sharp(data, { raw: { ...size, channels: 3 } })
  .jpeg()
  .toBuffer();

const ask = async (source: Buffer, changes: object) => {
  const store = storeOf({ data: source });
  const request = requestFor(size, {
    contract_version: "1.2",
    candidates: [maskedCandidate("c1")],
    ...changes,
  });
  const stages = new Set<string>();
  const answer = await invoke(plans, request, store.fetch, (_request, stage) => stages.add(stage));
  return { answer, stages, stored: store.stored };
};
const floorplan = { capture_type: "floorplan", mode: "floorplan", room_types: [], style_preset: null };

test("a floor plan is furnished: a candidate of its size, with the mask of what was edited", async () => {
  const { answer, stages, stored } = await ask(plan, floorplan);
  expect(answer).toMatchObject({
    model_version: "plans-3",
    candidates: [{ candidate_id: "c1", ...size, score: 1, safe: true, mask: true }],
  });
  expect([...stages]).toEqual(["analysis", "layout"]);
  expect(await sharp(stored.get("c1")).metadata()).toMatchObject({ format: "jpeg", ...size });
  expect(await sharp(stored.get("c1-mask")).metadata()).toMatchObject({
    format: "png",
    channels: 1,
    ...size,
  });
}, 120_000);

test("a picture that is no plan is declined in words for the caller", async () => {
  const blank = await sharp({ create: { ...size, channels: 3, background: "#c9b59b" } })
    .jpeg()
    .toBuffer();
  const { answer, stored } = await ask(blank, floorplan);
  expect(answer).toMatchObject({ candidates: [], declined: { reason: "room_not_understood" } });
  expect(stored.size).toBe(0);
});

test.each([
  ["a photo", {}],
  ["a plan to enhance", { ...floorplan, workflow: "pro_capture", mode: null }],
])("%s is work for another model", async (_, changes) => {
  const { answer } = await ask(plan, changes);
  expect(answer).toMatchObject({ candidates: [], declined: { reason: "other_model" } });
});
