import { afterAll, describe, expect, test } from "vitest";
import { RegenerateGeneration } from "../../../../../lambdas/api/contract/generations/regenerate.ts";
import { startApi } from "../../../../support/api.ts";
import { succeededJob } from "../../../../support/jobs.ts";
import { type Call, refurnish } from "../../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const asset = await partner.addAsset();

const create = async (body: object) => (await partner.send("createGeneration", { body })).body;
const regenerate = (id: string, body?: Call["body"]) => partner.send("regenerateGeneration", { id, body });

describe("a regeneration", () => {
  // @contract service.3 service.10 generation.1 generation.parent_job_id generation-states.4 regenerate.1
  // @contract regenerate.4 regenerate.7 regenerate.14
  test("without a body is a new queued job of the same configuration, with its parent's id", async () => {
    const parent = await create(
      refurnish(asset, {
        style_preset: "luxury",
        reference: "r",
        metadata: { a: 1 },
        include_alternates: true,
        webhook: { url: "https://partner.example.com/hook" },
      }),
    );
    api.stateMachines.resetHistory();
    const { status, body } = await regenerate(parent.job_id);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...parent,
      job_id: expect.stringMatching(/^job_/),
      parent_job_id: parent.job_id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(body.job_id).not.toBe(parent.job_id);
    expect(api.started().map(({ name }) => name)).toEqual([body.job_id]);
  });

  // @contract regenerate.4
  test.each([{}, "", undefined])("may have the body %j", async (body) => {
    const parent = await create(refurnish(asset));
    expect((await regenerate(parent.job_id, body)).status).toBe(200);
  });

  test("of an ended job starts over: no outputs, not completed", async () => {
    const { job } = await succeededJob(partner.organizationId);
    const { body } = await regenerate(job.job_id);
    expect(body).toMatchObject({
      status: "queued",
      outputs: [],
      completed_at: null,
      parent_job_id: job.job_id,
    });
  });

  // @contract regenerate.5 regenerate.10
  test("overrides what it names and inherits the rest", async () => {
    const parent = await create(
      refurnish(asset, { style_preset: "luxury", reference: "old", metadata: { a: 1 } }),
    );
    const overrides = { mode: "renovate", room_types: ["Bathroom", "Toilet"], reference: "new" };
    expect((await regenerate(parent.job_id, overrides)).body).toMatchObject({
      ...overrides,
      style_preset: "luxury",
      metadata: { a: 1 },
    });
  });

  test("can be regenerated itself", async () => {
    const parent = await create(refurnish(asset));
    const child = await regenerate(parent.job_id);
    const grandchild = await regenerate(child.body.job_id);
    expect(grandchild.body).toMatchObject({ parent_job_id: child.body.job_id, source_asset_id: asset });
  });
});

// @contract regenerate.6 regenerate.8 regenerate.14 errors.6
describe("what can never be overridden is answered 400", () => {
  test.each([
    "file",
    "source_url",
    "source_asset_id",
    "workflow",
    "capture_type",
    "include_alternates",
    "job_id",
    "constructor",
  ])("%s", async (name) => {
    const parent = await create(refurnish(asset));
    const { status, body } = await regenerate(parent.job_id, { [name]: "photo" });
    expect([status, body.error.code]).toEqual([400, "bad_request"]);
    expect(body.error.message).toBe(
      `${name} cannot be overridden. A regeneration takes ${Object.keys(RegenerateGeneration.body.entries).join(", ")}.`,
    );
  });

  test.each(["{", "[]", "null", '"mode"', "1"])("a body that is no JSON object, %j", async (body) => {
    const parent = await create(refurnish(asset));
    const reply = await regenerate(parent.job_id, body);
    expect([reply.status, reply.body.error.code]).toEqual([400, "bad_request"]);
  });
});

// @contract regenerate.5 regenerate.8 regenerate.9 regenerate.11 regenerate.12 regenerate.pro_capture
// @contract errors.11
describe("an override that its parent does not allow is answered 422", () => {
  const panorama = () => ({
    source_asset_id: asset,
    workflow: "staging",
    capture_type: "panorama360",
    style_preset: "boho",
  });
  const floorplan = () => ({ source_asset_id: asset, workflow: "staging", capture_type: "floorplan" });
  const capture = () => ({ source_asset_id: asset, workflow: "pro_capture", capture_type: "photo" });
  test.each<[string, () => object, object, string]>([
    ["panorama360 without style_preset", panorama, {}, "style_preset is required"],
    ["mode of panorama360", panorama, { mode: "clean", style_preset: "boho" }, "mode is not allowed"],
    [
      "room_types of panorama360",
      panorama,
      { room_types: ["Kitchen"], style_preset: "boho" },
      "room_types is not allowed",
    ],
    ["mode of floorplan", floorplan, { mode: "clean" }, "mode is not allowed"],
    ["style_preset of pro_capture", capture, { style_preset: "boho" }, "style_preset is not allowed"],
    ["mode of pro_capture", capture, { mode: "clean" }, "mode is not allowed"],
    [
      "rooms of no one family",
      () => refurnish(asset),
      { room_types: ["Kitchen", "Bathroom"] },
      "must lie inside one family",
    ],
    [
      "refurnish of a clean job without rooms",
      () => refurnish(asset, { mode: "clean" }),
      { mode: "refurnish" },
      "room_types is required",
    ],
    ["a mode that does not exist", () => refurnish(asset), { mode: "panorama360" }, "mode must be one of"],
    [
      "an over-long reference",
      () => refurnish(asset),
      { reference: "x".repeat(201) },
      "reference must have at most 200",
    ],
    [
      "a reference that is a number",
      () => refurnish(asset),
      { reference: 4711 },
      "reference must be a string",
    ],
    [
      "a webhook without TLS",
      () => refurnish(asset),
      { webhook: { url: "http://a.example.com" } },
      "webhook.url is refused",
    ],
  ])("%s", async (_case, parentBody, overrides, message) => {
    const parent = await create(parentBody());
    const { status, body } = await regenerate(parent.job_id, overrides);
    expect([status, body.error.code]).toEqual([422, "validation_error"]);
    expect(body.error.message).toContain(message);
  });

  test("a parent without a source asset", async () => {
    const source_url = "https://pictures.example.com/a.jpg";
    const parent = await create({ source_url, workflow: "pro_capture", capture_type: "photo" });
    const { status, body } = await regenerate(parent.job_id);
    expect([status, body.error.code]).toEqual([422, "validation_error"]);
    expect(body.error.message).toContain("no source asset");
  });
});

// @contract generation.room_types generation.style_preset regenerate.10
test("rooms and style are ignored for clean, given or inherited", async () => {
  const parent = await create(refurnish(asset, { style_preset: "luxury" }));
  const ignored = { mode: "clean", room_types: ["Kitchen", "Bathroom"], style_preset: "boho" };
  for (const overrides of [ignored, { mode: "clean" }])
    expect((await regenerate(parent.job_id, overrides)).body).toMatchObject({
      mode: "clean",
      room_types: [],
      style_preset: null,
    });
});
