import { afterAll, describe, expect, test } from "vitest";
import { startApi } from "../../../../support/api.ts";
import { Form } from "../../../../support/form.ts";
import { type Call, refurnish } from "../../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const asset = await partner.addAsset();

const create = (body: Call["body"]) => partner.send("createGeneration", { body });
const refusal = async (body: Call["body"]) => {
  const { status, body: answer } = await create(body);
  return { status, code: answer.error?.code, message: answer.error?.message };
};

// @contract values.1 values.3 post-generations.workflow post-generations.capture_type post-generations.mode
// @contract post-generations.room_types post-generations.style_preset post-generations.reference
// @contract post-generations.webhook authentication.6 events.2 errors.11 limits.3 limits.room_types
describe("an invalid field is named in the message", () => {
  test.each([
    [{ workflow: undefined }, "workflow is required."],
    [{ capture_type: undefined }, "capture_type is required."],
    [{ workflow: "stage" }, "workflow must be one of staging, pro_capture."],
    [{ capture_type: "video" }, "capture_type must be one of photo, panorama360, floorplan."],
    [{ mode: "Refurnish" }, "mode must be one of refurnish, renovate, clean (did you mean refurnish?)."],
    [{ workflow: null }, "workflow must be one of staging, pro_capture."],
    [
      { mode: undefined },
      "mode is required for staging with capture_type photo: one of refurnish, renovate, clean.",
    ],
    [{ room_types: undefined }, "room_types is required for mode refurnish: 1 to 3 room types."],
    [{ room_types: [] }, "room_types must name at least one room type."],
    [{ room_types: ["Kitchen", "Kitchen"] }, "room_types must not name a room type twice."],
    [
      { room_types: ["Kitchen", "Living Room", "Dining Room", "Bedroom"] },
      "room_types must name at most 3 room types.",
    ],
    [{ room_types: "Kitchen" }, "room_types must be a list."],
    [{ style_preset: 3 }, expect.stringMatching(/^style_preset must be one of modern, scandi, /)],
    [{ room_types: ["kitchen"] }, "room_types.0 must be one of 28 values (did you mean Kitchen?)."],
    [{ include_alternates: "true" }, "include_alternates must be true or false."],
    [{ reference: 4711 }, "reference must be a string."],
    [{ reference: "x".repeat(201) }, "reference must have at most 200 characters."],
    [{ reference: "\ud800" }, "reference must be well-formed Unicode."],
    [{ webhook: "https://partner.example.com" }, "webhook must be an object."],
    [{ webhook: {} }, "webhook.url is required."],
    [
      { webhook: { url: "https://partner.example.com", secret: "s" } },
      "webhook.secret is not a field of this request.",
    ],
    [{ webhook: { url: "http://partner.example.com" } }, "webhook.url is refused: Use an https URL."],
    [{ webhook: { url: "https://10.0.0.1/hook" } }, expect.stringMatching(/^webhook\.url is refused: /)],
    [{ organization_id: "org_1" }, "organization_id is not a field of this request."],
    [{ constructor: 1 }, "constructor is not a field of this request."],
    [{ toString: "x" }, "toString is not a field of this request."],
  ])("%o", async (changes, message) => {
    expect(await refusal(refurnish(asset, changes))).toEqual({
      status: 422,
      code: "validation_error",
      message,
    });
  });

  test("and so is __proto__", async () => {
    const body = JSON.stringify(refurnish(asset)).replace("{", '{"__proto__":{"mode":"clean"},');
    expect(await refusal(body)).toMatchObject({
      status: 422,
      message: "__proto__ is not a field of this request.",
    });
  });

  test("a very long name or value is shortened in the message", async () => {
    const { message } = await refusal(
      refurnish(asset, { ["n".repeat(100_000)]: 1, mode: "m".repeat(100_000) }),
    );
    expect(message.length).toBeLessThan(500);
  });
});

// @contract generation.reference generation.metadata values.2 post-generations.reference
// @contract post-generations.metadata limits.3 limits.metadata
describe("reference and metadata are echoed unchanged", () => {
  const echoed = async (changes: object) => {
    const { body } = await create(refurnish(asset, changes));
    const read = await partner.send("getGeneration", { id: body.job_id });
    return { created: body, read: read.body };
  };

  test("null fields that may be left out are as if they were", async () => {
    const nothing = ["source_url", "upload_id", "style_preset", "include_alternates", "disclosure"]
      .concat("reference", "metadata", "webhook")
      .map((name) => [name, null]);
    const { body } = await create(refurnish(asset, Object.fromEntries(nothing)));
    expect(body).toMatchObject({
      style_preset: null,
      include_alternates: false,
      reference: null,
      metadata: null,
    });
  });

  test.each(["", "listing-4711", "x".repeat(200), "🏠".repeat(200), "ä\n\u0000'\"", " "])(
    "reference %j",
    async (reference) => {
      const { created, read } = await echoed({ reference });
      expect([created.reference, read.reference]).toEqual([reference, reference]);
    },
  );

  const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, index]));
  test.each<object>([
    {},
    twenty,
    { text: "ä🏠", number: 1.5, yes: true, nothing: null },
    { z: 1, a: 2, m: 3 },
    { constructor: "Acme Builders", prototype: 1, toString: "x" },
    { "": "empty name", "a.b": 1, "#x": 2 },
    {
      small: 5e-324,
      large: 9007199254740991,
      negative: -9007199254740991,
      fraction: 1.7976931348623157e-300,
    },
  ])("metadata %j", async (metadata) => {
    const { created, read } = await echoed({ metadata });
    expect(JSON.stringify(created.metadata)).toBe(JSON.stringify(metadata));
    expect(JSON.stringify(read.metadata)).toBe(JSON.stringify(metadata));
  });

  test.each<[unknown, string]>([
    [{ ...twenty, more: 1 }, "metadata must have at most 20 properties."],
    [{ nested: { a: 1 } }, "metadata.nested must be a string, number, boolean or null."],
    [{ list: [1] }, "metadata.list must be a string, number, boolean or null."],
    [[], "metadata must be an object."],
    ["text", "metadata must be an object."],
    [{ text: "\udc00" }, "metadata.text must be well-formed Unicode."],
    [{ text: "x".repeat(40_000) }, "metadata must be at most 32768 bytes of JSON."],
  ])("metadata %j is refused", async (metadata, message) => {
    expect(await refusal(refurnish(asset, { metadata }))).toEqual({
      status: 422,
      code: "validation_error",
      message,
    });
  });

  test.each([
    '{"n":1e400,"m":-1e400}',
    '{"n":9007199254740993}',
    '{"n":123456789.123456789,"m":1e-400}',
    '{"n":-0,"m":1.0,"o":1E5,"p":1e21}',
    '{"__proto__":"x","a":1}',
  ])("the text of metadata, %s", async (metadata) => {
    const body = JSON.stringify(refurnish(asset, { metadata: 0 })).replace(
      '"metadata":0',
      `"metadata":${metadata}`,
    );
    const created = await create(body);
    expect(created.status).toBe(200);
    const read = await partner.send("getGeneration", { id: created.body.job_id });
    for (const { text } of [created, read]) expect(text).toContain(`"metadata":${metadata},`);
  });

  test("and a number that differs in its last digit is another request", async () => {
    const headers = { "Idempotency-Key": "last-digit" };
    const withNumber = (number: string) =>
      JSON.stringify(refurnish(asset, { metadata: { n: 0 } })).replace('"n":0', `"n":${number}`);
    const send = (number: string) => partner.send("createGeneration", { body: withNumber(number), headers });
    expect((await send("9007199254740993")).status).toBe(200);
    expect((await send("9007199254740993")).headers["idempotent-replayed"]).toBe("true");
    expect((await send("9007199254740992")).status).toBe(409);
  });

  test.each(["1e2", "1.0", "0.10", "-0", "1e400", "12345678901234567890", "5", "1.5"])(
    "metadata that is the number %s is no object: nothing is accepted",
    async (number) => {
      const message = "metadata must be an object.";
      const body = JSON.stringify(refurnish(asset, { metadata: 0 })).replace(
        '"metadata":0',
        `"metadata":${number}`,
      );
      expect(await refusal(body)).toEqual({ status: 422, code: "validation_error", message });
      const fields = { workflow: "pro_capture", capture_type: "photo", metadata: number };
      const form = new Form([...Object.entries(fields), ["file", Buffer.from("x")]]);
      expect(await refusal(form)).toEqual({ status: 422, code: "validation_error", message });
    },
  );

  test.each([
    ["webhook", "1e2", 422, "webhook must be an object."],
    ["reference", "1.0", 422, "reference must be a string."],
    ["room_types", "[1e2]", 422, expect.stringMatching(/^room_types\.0 must be one of Living Room, /)],
  ])("%s %s is refused as any number is", async (name, number, status, message) => {
    const body = JSON.stringify(refurnish(asset, { [name]: 0 })).replace(
      `"${name}":0`,
      `"${name}":${number}`,
    );
    expect(await refusal(body)).toMatchObject({ status, message });
  });

  test.each(["1e2", "1.0", "5"])("a whole body that is the number %s is no object", async (body) => {
    const message = "The body must be a JSON object.";
    const { body: job } = await create(refurnish(asset));
    for (const operation of ["regenerateGeneration", "cancelGeneration", "createGeneration"] as const) {
      const answer = await partner.send(operation, { id: job.job_id, body });
      expect(answer).toMatchObject({ status: 400, body: { error: { message } } });
    }
  });

  test("metadata nested very deeply is refused", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const body = JSON.stringify(refurnish(asset, { metadata: { n: 0 } })).replace('"n":0', `"n":${deep}`);
    expect(await refusal(body)).toMatchObject({
      status: expect.toSatisfy((s: number) => s === 400 || s === 422),
    });
  });
});
