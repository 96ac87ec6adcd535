import { afterAll, describe, expect, test } from "vitest";
import { findIngest } from "../../../../lambdas/storage/source-asset/ingests.ts";
import { startApi } from "../../../support/api.ts";
import { Form, type Parts } from "../../../support/form.ts";
import { formsOf, picture, staging } from "../../../support/multipart.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();

const { create, refused } = formsOf(partner);

describe("a form with a file", () => {
  // @contract service.11 post-generations.file post-generations.16
  test("creates an ingesting job; its ingest gets exactly the bytes that were sent", async () => {
    api.stateMachines.resetHistory();
    const { status, body } = await create([...staging, ["room_types", "Kitchen"]]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "ingesting",
      source_asset_id: null,
      mode: "refurnish",
      room_types: ["Kitchen"],
    });
    const { ingest_id } = JSON.parse(api.started()[0]?.input ?? "{}");
    const object_key = `uploads/${partner.organizationId}/${ingest_id}`;
    expect(await findIngest(partner.organizationId, ingest_id)).toMatchObject({
      job_id: body.job_id,
      source: { kind: "upload", object_key },
    });
    expect(api.stored.get(`/pictures/${object_key}`)).toEqual(picture);
  });

  // @contract service.6 source-asset.ingest_id source-asset.created_at source-asset.updated_at
  // @contract post-source-assets.1 post-source-assets.4 post-source-assets.5 post-source-assets.7
  test("creates a source asset ingest job", async () => {
    api.stateMachines.resetHistory();
    const { status, body } = await partner.send("createSourceAsset", { body: new Form([["file", picture]]) });
    expect(status).toBe(200);
    expect(body).toEqual({
      ingest_id: expect.stringMatching(/^src_[A-Za-z0-9]+$/),
      status: "queued",
      source_asset_id: null,
      failure: null,
      created_at: expect.any(String),
      completed_at: null,
      updated_at: body.created_at,
    });
    expect(api.started()).toEqual([
      {
        stateMachineArn: process.env.SOURCE_INGEST_STATE_MACHINE_ARN,
        name: body.ingest_id,
        input: JSON.stringify({ organization_id: partner.organizationId, ingest_id: body.ingest_id }),
      },
    ]);
    expect((await partner.send("getSourceAsset", { id: body.ingest_id })).body).toEqual(body);
  });
});

test("a form without a file may name a source asset or a URL instead", async () => {
  const [asset, fields] = [await partner.addAsset(), staging.slice(1)];
  for (const source of [
    ["source_asset_id", asset],
    ["source_url", "https://pictures.example.com/a.jpg"],
  ] as Parts)
    expect((await create([source, ...fields, ["room_types", "Kitchen"]])).status).toBe(200);
});

// @contract post-generations.17
describe("room_types in a form", () => {
  const rooms = ["Living Room", "Dining Room"];
  test.each<[string, Parts]>([
    [
      "repeated",
      [
        ["room_types", "Living Room"],
        ["room_types", "Dining Room"],
      ],
    ],
    [
      "repeated with brackets",
      [
        ["room_types[]", "Living Room"],
        ["room_types[]", "Dining Room"],
      ],
    ],
    ["a JSON array", [["room_types", ' ["Living Room", "Dining Room"]']]],
    ["a comma-separated list", [["room_types", "Living Room, Dining Room"]]],
    ["a comma-separated list without spaces", [["room_types", "Living Room,Dining Room"]]],
  ])("may be %s", async (_form, parts) => {
    expect((await create([...staging, ...parts])).body.room_types).toEqual(rooms);
  });

  test("may be one label, also one with an apostrophe", async () => {
    const { body } = await create([...staging, ["room_types", "Children's Room"]]);
    expect(body.room_types).toEqual(["Children's Room"]);
  });

  test.each<[Parts, number]>([
    [[["room_types", ""]], 422],
    [[["room_types", "Kitchen,"]], 422],
    [[["room_types", '["Kitchen"']], 400],
    [[["room_types", "kitchen"]], 422],
    [[["room_types", '{"0":"Kitchen"}']], 422],
    [
      [
        ["room_types", "Kitchen,Living Room"],
        ["room_types", "Dining Room"],
      ],
      422,
    ],
  ])("%j is refused", async (parts, status) => {
    expect((await create([...staging, ...parts])).status).toBe(status);
  });
});

// @contract post-generations.17
describe("the other fields in a form", () => {
  test("have the types that they have in JSON", async () => {
    const { body } = await create([
      ...staging,
      ["room_types", "Kitchen"],
      ["style_preset", "boho"],
      ["include_alternates", "true"],
      ["reference", "4711"],
      ["metadata", '{"floor":2,"__note":null}'],
      ["webhook", '{"url":"https://partner.example.com/hook"}'],
    ]);
    expect(body).toMatchObject({
      style_preset: "boho",
      include_alternates: true,
      reference: "4711",
      metadata: { floor: 2, __note: null },
    });
  });

  test("are texts and booleans by their names, whatever they say", async () => {
    const { body } = await create([
      ...staging,
      ["room_types", "Kitchen"],
      ["include_alternates", "false"],
      ["reference", "true"],
    ]);
    expect(body).toMatchObject({ include_alternates: false, reference: "true" });
  });

  test.each<[Parts, number, string]>([
    [[["include_alternates", "yes"]], 422, "include_alternates must be true or false."],
    [[["metadata", "{"]], 400, "metadata must be well-formed JSON."],
    [[["metadata", "7"]], 422, "metadata must be an object."],
    [
      [["metadata", '{"__proto__":[]}']],
      422,
      "metadata.__proto__ must be a string, number, boolean or null.",
    ],
    [[["webhook", "https://partner.example.com"]], 400, "webhook must be well-formed JSON."],
    [[["mode", "clean"]], 400, "mode must be sent once."],
    [[["mode[]", "clean"]], 422, "mode[] is not a field of this request (did you mean mode?)."],
    [[["__proto__", "x"]], 422, "__proto__ is not a field of this request."],
    [[["colour", "red"]], 422, "colour is not a field of this request."],
  ])("%j is answered %i", async (parts, status, message) => {
    const code = status === 400 ? "bad_request" : "validation_error";
    expect(await refused([...staging, ["room_types", "Kitchen"], ...parts])).toEqual([status, code, message]);
  });
});
