import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { keys } from "../../../../../lambdas/storage/keys.ts";
import { findIngest } from "../../../../../lambdas/storage/source-asset/ingests.ts";
import { startApi } from "../../../../support/api.ts";
import { Form } from "../../../../support/form.ts";
import { responseValidator } from "../../../../support/openapi.ts";
import type { Partner } from "../../../../support/partner.ts";
import { refurnish } from "../../../../support/requests.ts";
import { storedItem } from "../../../../support/table.ts";

const api = await startApi();
afterAll(() => api.stop());
afterEach(() => {
  vi.useRealTimers();
});
const partner = await api.newPartner();

const mebibytes = 1024 * 1024;
const newUpload = (owner = partner, body: object = { content_length: 5 }) =>
  owner.sendOk("createUpload", { body });
const useFor = {
  "a source asset": (owner: Partner, upload_id: string) =>
    owner.send("createSourceAsset", { body: { upload_id } }),
  "a generation": (owner: Partner, upload_id: string) =>
    owner.send("createGeneration", { body: { upload_id, workflow: "pro_capture", capture_type: "photo" } }),
};
const uses = Object.entries(useFor);
const at = (minutes: number) => vi.setSystemTime(Date.parse("2026-11-21T09:00:00.400Z") + minutes * 60_000);
const stopTime = () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at(0);
};

describe("an upload", () => {
  // @contract added.3
  test("has an id and a URL for 15 minutes, signed for its length and type", async () => {
    stopTime();
    const { status, body } = await partner.send("createUpload", {
      body: { content_length: 41_930_112, content_type: "image/jpeg" },
    });
    expect(status).toBe(200);
    expect(responseValidator("createUpload", 200)(body)).toBeNull();
    expect(body).toEqual({
      upload_id: expect.stringMatching(/^upl_[A-Za-z0-9]+$/),
      method: "PUT",
      url: expect.any(String),
      headers: { "Content-Length": "41930112", "Content-Type": "image/jpeg" },
      expires_at: "2026-11-21T09:15:00.000Z",
    });
    const url = new URL(body.url);
    expect(url.pathname).toBe(`/pictures/uploads/${partner.organizationId}/${body.upload_id}`);
    expect(url.searchParams.get("X-Amz-Expires")).toBe("900");
    expect(url.searchParams.get("X-Amz-SignedHeaders")).toBe("content-length;content-type;host");
  });

  // @contract added.3
  test("without a type is signed for its length alone", async () => {
    const { url, headers } = await newUpload();
    expect(headers).toEqual({ "Content-Length": "5" });
    expect(new URL(url).searchParams.get("X-Amz-SignedHeaders")).toBe("content-length;host");
  });

  // @contract added.5
  test("is the same again under the same Idempotency-Key, and another request under it is refused", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const send = (content_length: number) =>
      partner.send("createUpload", { body: { content_length }, headers });
    const [first, again, other] = [await send(5), await send(5), await send(6)];
    expect(again.text).toBe(first.text);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect([other.status, other.body.error.code]).toEqual([409, "idempotency_conflict"]);
  });

  test("needs an Idempotency-Key", async () => {
    const request = { body: { content_length: 5 }, headers: { "Idempotency-Key": undefined } };
    expect((await partner.send("createUpload", request)).status).toBe(400);
  });

  test.each(["1.0", "100.0", "1e2", "5.24288e7"])(
    "may have %s bytes, which is a whole number",
    async (number) => {
      const answer = await partner.send("createUpload", { body: `{"content_length":${number}}` });
      expect(answer).toMatchObject({
        status: 200,
        body: { headers: { "Content-Length": String(Number(number)) } },
      });
    },
  );

  test.each([
    ["1e30", "content_length must be at most 52428800 (50 MiB)."],
    ["1e400", "content_length must be at most 52428800 (50 MiB)."],
    ["52428801.0", "content_length must be at most 52428800 (50 MiB)."],
    ["-0", "content_length must be at least 1."],
    ["1.50", "content_length must be a whole number."],
  ])("must not have %s bytes", async (number, message) => {
    const answer = await partner.send("createUpload", { body: `{"content_length":${number}}` });
    expect(answer).toMatchObject({ status: 422, body: { error: { message } } });
  });

  // @contract added.4
  test.each([1, 50 * mebibytes])("may have %i bytes", async (content_length) => {
    expect((await partner.send("createUpload", { body: { content_length } })).status).toBe(200);
  });

  // @contract added.4
  test.each<[object, string]>([
    [{ content_length: 0 }, "content_length must be at least 1."],
    [{ content_length: -1 }, "content_length must be at least 1."],
    [{ content_length: 50 * mebibytes + 1 }, "content_length must be at most 52428800 (50 MiB)."],
    [{ content_length: 1.5 }, "content_length must be a whole number."],
    [{ content_length: 1e30 }, "content_length must be at most 52428800 (50 MiB)."],
    [{ content_length: "5" }, "content_length must be a number."],
    [{ content_length: null }, "content_length must be a number."],
    [{}, "content_length is required."],
    [
      { content_length: 5, content_type: "image/gif" },
      "content_type must be one of image/jpeg, image/png, image/webp.",
    ],
    [{ content_length: 5, name: "a.jpg" }, "name is not a field of this request."],
  ])("of %j is refused", async (body, message) => {
    const reply = await partner.send("createUpload", { body });
    expect([reply.status, reply.body.error.code, reply.body.error.message]).toEqual([
      422,
      "validation_error",
      message,
    ]);
  });

  test("is not made from a form", async () => {
    const body = new Form([["content_length", "5"]]);
    expect((await partner.send("createUpload", { body })).status).toBe(400);
  });
});

describe("an upload that is used", () => {
  // @contract added.6
  test("for a source asset is what its ingest reads", async () => {
    api.stateMachines.resetHistory();
    const { upload_id } = await newUpload();
    const { status, body } = await useFor["a source asset"](partner, upload_id);
    expect([status, body.status]).toEqual([200, "queued"]);
    expect(await findIngest(partner.organizationId, body.ingest_id)).toMatchObject({
      source: { kind: "upload", object_key: `uploads/${partner.organizationId}/${upload_id}`, upload_id },
    });
    expect(api.started()).toHaveLength(1);
  });

  // @contract added.6
  test("for a generation makes it `ingesting`, with an ingest that reads the upload", async () => {
    api.stateMachines.resetHistory();
    const { upload_id } = await newUpload();
    const { status, body } = await useFor["a generation"](partner, upload_id);
    expect([status, body.status, body.source_asset_id]).toEqual([200, "ingesting", null]);
    const { ingest_id } = JSON.parse(api.started()[0]?.input ?? "{}");
    expect(await findIngest(partner.organizationId, ingest_id)).toMatchObject({
      job_id: body.job_id,
      source: { object_key: `uploads/${partner.organizationId}/${upload_id}` },
    });
  });

  test("may be named in a form without a file", async () => {
    const { upload_id } = await newUpload();
    expect(
      (await partner.send("createSourceAsset", { body: new Form([["upload_id", upload_id]]) })).status,
    ).toBe(200);
  });

  test.each(uses)("for %s can be used for nothing else", async (_what, use) => {
    for (const [, another] of uses) {
      const { upload_id } = await newUpload();
      expect((await use(partner, upload_id)).status).toBe(200);
      expect((await another(partner, upload_id)).status).toBe(422);
    }
  });

  // @contract added.8
  test("stays used once, however many requests name it at the same time", async () => {
    const { upload_id } = await newUpload();
    api.stateMachines.resetHistory();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => uses[index % 2]?.[1](partner, upload_id)),
    );
    const statuses = replies.map((reply) => reply?.status);
    expect(statuses.toSorted()).toEqual([200, ...Array(19).fill(422)]);
    expect(api.started()).toHaveLength(1);
  });

  test("is answered again the same to the same request, also at the same time", async () => {
    const { upload_id } = await newUpload();
    const request = { body: { upload_id }, headers: { "Idempotency-Key": randomUUID() } };
    const send = () => partner.send("createSourceAsset", request);
    const replies = [...(await Promise.all(Array.from({ length: 10 }, send))), await send()];
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
  });

  // @contract added.8
  test("by a request that is refused for another reason is not used", async () => {
    const own = await api.newPartner({ limits: { max_concurrent_jobs: 1 } });
    await own.sendOk("createGeneration", { body: refurnish(await own.addAsset()) });
    const { upload_id } = await newUpload(own);
    expect((await useFor["a generation"](own, upload_id)).status).toBe(429);
    expect((await useFor["a source asset"](own, upload_id)).status).toBe(200);
  });

  test("can be used for an hour", async () => {
    stopTime();
    const { upload_id } = await newUpload();
    at(59.9);
    expect((await useFor["a source asset"](partner, upload_id)).status).toBe(200);
  });
});

// @contract added.7
describe("an upload that cannot be used has one answer: it", () => {
  const unusable: [string, () => Promise<string>][] = [
    ["is unknown", async () => "upl_01JD6M2Y7C4E1G8J5L9N3Q6S0U"],
    ["is another organization's", async () => (await newUpload(await api.newPartner())).upload_id],
    [
      "is an hour old",
      async () => {
        stopTime();
        const { upload_id } = await newUpload();
        at(60);
        return upload_id;
      },
    ],
    [
      "was used before",
      async () => {
        const { upload_id } = await newUpload();
        await useFor["a source asset"](partner, upload_id);
        return upload_id;
      },
    ],
  ];
  const cases = unusable.flatMap(([why, make]) => uses.map(([what, use]) => [why, what, make, use] as const));

  test.each(cases)("%s, for %s", async (_why, _what, make, use) => {
    const { status, body } = await use(partner, await make());
    expect(status).toBe(422);
    expect(body.error).toEqual({
      code: "validation_error",
      message:
        "upload_id is not the id of an upload of this organization that can be used: it is unknown, older than an hour, or was used before. Create a new upload.",
      retryable: false,
      retry_after: null,
    });
  });

  test("and a name that is no id is refused as such", async () => {
    const { status, body } = await useFor["a source asset"](partner, "src_1");
    expect(status).toBe(422);
    expect(body.error.message).toBe("upload_id must be an upload id such as upl_01J9ZK3V7Q.");
  });
});

// @contract added.6
test.each<[string, object]>([
  ["createSourceAsset", { upload_id: "upl_1", source_url: "https://pictures.example.com/a.jpg" }],
  ["createGeneration", refurnish("src_1", { upload_id: "upl_1" })],
])("%s takes an upload or another source, not both", async (operationId, body) => {
  const reply = await partner.send(operationId as "createGeneration", { body });
  expect([reply.status, reply.body.error.code]).toEqual([400, "bad_request"]);
  expect(reply.body.error.message).toContain("exactly one");
});

test("an upload's item and object are of its organization, and the item expires", async () => {
  stopTime();
  const { upload_id } = await newUpload();
  const Key = keys.upload(partner.organizationId, upload_id);
  expect(Key.pk).toBe(`ORG#${partner.organizationId}#UPLOAD#${upload_id}`);
  expect(await storedItem(Key)).toMatchObject({
    organization_id: partner.organizationId,
    expires_at: Date.parse("2026-11-21T10:00:00Z") / 1000,
  });
});
