import { StartExecutionCommand } from "@aws-sdk/client-sfn";
import { afterAll, describe, expect, test } from "vitest";
import { GenerationJob } from "../../../../../lambdas/api/contract/published/resources/generation-job.ts";
import { listDueKeys } from "../../../../../lambdas/storage/generation/sweeping.ts";
import { keys } from "../../../../../lambdas/storage/keys.ts";
import { findIngest } from "../../../../../lambdas/storage/source-asset/ingests.ts";
import { startApi } from "../../../../support/api.ts";
import { type Call, refurnish } from "../../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const asset = await partner.addAsset();

const create = (body: Call["body"], headers: Call["headers"] = {}) =>
  partner.send("createGeneration", { body, headers });
const refusal = async (body: Call["body"]) => {
  const { status, body: answer } = await create(body);
  return { status, code: answer.error?.code, message: answer.error?.message };
};
const byUrl = { source_url: "https://pictures.example.com/room.jpg", source_asset_id: undefined };

describe("a job created from a source asset", () => {
  // @contract service.8 generation.1 generation.job_id generation.parent_job_id generation.outputs
  // @contract generation.created_at generation.updated_at generation-states.2 post-generations.16
  // @contract post-generations.19
  test("is queued, with every field of the contract", async () => {
    const { status, body } = await create(refurnish(asset, { style_preset: "scandi" }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      job_id: expect.stringMatching(/^job_[A-Za-z0-9]+$/),
      parent_job_id: null,
      source_asset_id: asset,
      status: "queued",
      workflow: "staging",
      capture_type: "photo",
      mode: "refurnish",
      room_types: ["Living Room"],
      style_preset: "scandi",
      include_alternates: false,
      disclosure: "none",
      disclosure_url: null,
      reference: null,
      metadata: null,
      failure: null,
      outputs: [],
      original: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      completed_at: null,
      updated_at: body.created_at,
    });
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(GenerationJob.entries).toSorted());
  });

  test("starts one execution that is named by the job", async () => {
    api.stateMachines.resetHistory();
    const { body } = await create(refurnish(asset));
    expect(api.started()).toEqual([
      {
        stateMachineArn: process.env.GENERATION_STATE_MACHINE_ARN,
        name: body.job_id,
        input: JSON.stringify({ organization_id: partner.organizationId, job_id: body.job_id }),
      },
    ]);
  });

  test("reads back the same with GET", async () => {
    const { body } = await create(refurnish(asset, { reference: "r", metadata: { b: 1, a: [][0] ?? null } }));
    expect((await partner.send("getGeneration", { id: body.job_id })).body).toEqual(body);
  });
});

// @contract service.3 post-generations.1 post-generations.file errors.6 limits.6
describe("exactly one of file, source_url, source_asset_id and upload_id", () => {
  test.each([
    ["none", { source_asset_id: undefined }],
    ["source_url and source_asset_id", { source_url: byUrl.source_url }],
    ["none, in an empty body", undefined],
  ])("%s is refused", async (_case, changes) => {
    const { status, code, message } = await refusal(changes && refurnish(asset, changes));
    expect({ status, code }).toEqual({ status: 400, code: "bad_request" });
    expect(message).toContain("exactly one of file, source_url, source_asset_id and upload_id");
  });

  test("a file in JSON is refused", async () => {
    const answer = await refusal(refurnish(asset, { source_asset_id: undefined, file: "aGVsbG8=" }));
    expect(answer).toMatchObject({ status: 400, code: "bad_request" });
    expect(answer.message).toContain("multipart/form-data");
  });
});

// @contract service.11 post-generations.source_url
describe("a job created from source_url", () => {
  test("is ingesting without a source asset, and has an ingest job", async () => {
    api.stateMachines.resetHistory();
    const { body } = await create(refurnish(asset, byUrl));
    expect(body).toMatchObject({
      status: "ingesting",
      source_asset_id: null,
      outputs: [],
      completed_at: null,
    });
    const [start, ...more] = api.started();
    expect([start?.stateMachineArn, more]).toEqual([process.env.SOURCE_INGEST_STATE_MACHINE_ARN, []]);
    const { ingest_id } = JSON.parse(start?.input ?? "{}");
    expect(await findIngest(partner.organizationId, ingest_id)).toMatchObject({
      job_id: body.job_id,
      capture_type: "photo",
      source: { kind: "url", url: byUrl.source_url },
      status: "queued",
    });
  });

  test.each([
    "http://pictures.example.com/room.jpg",
    "ftp://pictures.example.com/room.jpg",
    "https://user:secret@pictures.example.com/room.jpg",
    "https://pictures.example.com:8443/room.jpg",
    "https://127.0.0.1/room.jpg",
    "https://[::1]/room.jpg",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/room.jpg",
    "not a url",
    `https://pictures.example.com/${"a".repeat(2048)}`,
  ])("%s is refused at once", async (source_url) => {
    const { status, code, message } = await refusal(refurnish(asset, { ...byUrl, source_url }));
    expect({ status, code }).toEqual({ status: 422, code: "validation_error" });
    expect(message).toMatch(/^source_url is refused: .+[^.]\.$/);
  });
});

// @contract post-generations.source_asset_id
describe("a source asset", () => {
  test("that does not exist is refused with 422", async () => {
    expect(await refusal(refurnish("src_01JD6M3V9QK8T2X4Y6Z8A0B1C2"))).toEqual({
      status: 422,
      code: "validation_error",
      message: "source_asset_id is not the id of a source asset of this organization.",
    });
  });

  test("of another organization gets the same answer as one that does not exist", async () => {
    const stranger = await api.newPartner();
    const foreign = await create(refurnish(await stranger.addAsset()));
    const unknown = await create(refurnish("src_01JD6M3V9QK8T2X4Y6Z8A0B1C2"));
    expect(foreign.text).toBe(unknown.text);
    expect(foreign.status).toBe(422);
  });

  test.each(["src_", "job_123", "src_ä", "src_1/2", 7, `src_${"a".repeat(100)}`])(
    "is refused with 422 if its id is %s",
    async (source_asset_id) => {
      const { status, message } = await refusal(refurnish(asset, { source_asset_id }));
      expect(status).toBe(422);
      expect(message).toContain("source_asset_id");
    },
  );

  test("with a picture that is no panorama is refused for panorama360", async () => {
    const square = await partner.addAsset({ width: 1000, height: 1000 });
    const panorama = { workflow: "staging", capture_type: "panorama360", style_preset: "modern" };
    const answer = await refusal({ source_asset_id: square, ...panorama });
    expect(answer).toMatchObject({ status: 422, code: "validation_error" });
    expect(answer.message).toContain("1000 × 1000");
    expect((await create({ source_asset_id: asset, ...panorama })).status).toBe(200);
  });
});

// @contract generation.include_alternates post-generations.include_alternates
test("include_alternates defaults to false and is kept", async () => {
  expect((await create(refurnish(asset))).body.include_alternates).toBe(false);
  expect((await create(refurnish(asset, { include_alternates: true }))).body.include_alternates).toBe(true);
});

// @contract post-generations.16 errors.6
describe("a body that cannot be read is answered 400", () => {
  test.each([
    ["{", {}],
    ["", { "Content-Type": "application/json" }],
    ["[]", {}],
    ["null", {}],
    ['"text"', {}],
    ["7", {}],
    ["{}", { "Content-Type": "text/plain" }],
    ["{}", { "Content-Type": undefined }],
    ["a=b", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["\ufeff{}", {}],
  ])("%j as %o", async (body, headers) => {
    const reply = await create(body, headers);
    expect(reply.status).toBe(400);
    expect(reply.body.error.code).toBe("bad_request");
  });

  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/json ;charset=utf-8",
  ])("but JSON is read as %s", async (type) => {
    const reply = await create(JSON.stringify(refurnish(asset)), { "Content-Type": type });
    expect(reply.status).toBe(200);
  });

  test("and a charset that nobody knows is refused by its name", async () => {
    const reply = await create(JSON.stringify(refurnish(asset)), {
      "Content-Type": "application/json; charset=utf-5",
    });
    expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringContaining("utf-5")]);
  });
});

test("a job is accepted if its execution cannot be started, and stays on the sweeper's list", async () => {
  api.stateMachines.on(StartExecutionCommand).rejectsOnce(new Error("Step Functions is down"));
  const { status, body } = await create(refurnish(asset));
  expect(status).toBe(200);
  const due = (await Array.fromAsync(listDueKeys(new Date(Date.now() + 61_000), 25))).flat();
  expect(due).toContainEqual(keys.generation(partner.organizationId, body.job_id));
});
