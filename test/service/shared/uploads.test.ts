import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { Form } from "../../support/form.ts";
import type { Partner } from "../../support/partner.ts";
import { created, endOfJob, ingested, startPictures } from "./journey.ts";
import { newPartner } from "./service.ts";

const pictures = await startPictures();
afterAll(() => pictures.close());
const partner = await newPartner();

const newUpload = (body: object, owner: Partner = partner) => owner.sendOk("createUpload", { body });
const put = async (
  { url }: { url: string },
  body: Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(url, { method: "PUT", body, headers });
  return { status: response.status, text: await response.text() };
};
const room = Buffer.from(pictures.room);
const ofRoom = { content_length: room.length, content_type: "image/jpeg" };

describe("a picture put under the URL of an upload", () => {
  // @contract added.6
  test("becomes the same source asset as by file", async () => {
    const upload = await newUpload(ofRoom);
    expect(await put(upload, room, upload.headers)).toMatchObject({ status: 200 });
    const { body } = await ingested(partner, { upload_id: upload.upload_id });
    expect(body).toMatchObject({ status: "ready", failure: null });
    const byFile = await ingested(partner, new Form([["file", room]]));
    expect(body.source_asset_id).toBe(byFile.body.source_asset_id);
  });

  // @contract added.6
  test("is staged", async () => {
    const upload = await newUpload({ content_length: room.length });
    expect(await put(upload, room)).toMatchObject({ status: 200 });
    const { job_id, status } = await created(partner, {
      upload_id: upload.upload_id,
      workflow: "pro_capture",
      capture_type: "photo",
    });
    expect(status).toBe("ingesting");
    const { body } = await endOfJob(partner, job_id);
    expect(body).toMatchObject({ status: "succeeded", source_asset_id: expect.stringMatching(/^src_/) });
    const output = await fetch(body.outputs[0].image_url);
    expect(output.headers.get("content-type")).toBe("image/jpeg");
  });

  test("may be put again until it is used", async () => {
    const upload = await newUpload({ content_length: room.length });
    const blank = Buffer.alloc(room.length);
    for (const body of [blank, room]) expect(await put(upload, body)).toMatchObject({ status: 200 });
    expect((await ingested(partner, { upload_id: upload.upload_id })).body.status).toBe("ready");
  });
});

// @contract added.4
describe("the URL of an upload takes nothing else", () => {
  const refusal = { status: 403, text: expect.stringContaining("SignatureDoesNotMatch") };
  test.each<[string, Buffer<ArrayBuffer>, Record<string, string>]>([
    ["one byte less", room.subarray(1), { "Content-Type": "image/jpeg" }],
    ["one byte more", Buffer.concat([room, Buffer.alloc(1)]), { "Content-Type": "image/jpeg" }],
    ["another type", room, { "Content-Type": "image/png" }],
    ["no type", room, {}],
  ])("%s", async (_what, body, headers) => {
    const upload = await newUpload(ofRoom);
    expect(await put(upload, body, headers)).toEqual(refusal);
    const { body: ingest } = await ingested(partner, { upload_id: upload.upload_id });
    expect(ingest.failure.code).toBe("upload_missing");
  });

  test("another object, method or time", async () => {
    const { url } = await newUpload(ofRoom);
    const headers = { "Content-Type": "image/jpeg" };
    const other = url.replace(/upl_\w+/, "upl_1");
    expect(await put({ url: other }, room, headers)).toEqual(refusal);
    expect(await put({ url: url.replace("X-Amz-Expires=900", "X-Amz-Expires=9000") }, room, headers)).toEqual(
      refusal,
    );
    expect((await fetch(url)).status).toBe(403);
  });
});

describe("if nothing was put", () => {
  const reason = {
    code: "upload_missing",
    message: expect.stringContaining("Nothing was put"),
    retryable: false,
  };

  // @contract added.9
  test("the ingest fails", async () => {
    const { upload_id } = await newUpload(ofRoom);
    const { body } = await ingested(partner, { upload_id });
    expect(body).toMatchObject({ status: "failed", source_asset_id: null, failure: reason });
  });

  // @contract added.9
  test("the job that brought it fails, and gives its slot back", async () => {
    const own = await newPartner({ max_concurrent_jobs: 1 });
    const body = { workflow: "pro_capture", capture_type: "photo" };
    for (const attempt of [1, 2]) {
      const { upload_id } = await newUpload(ofRoom, own);
      const { job_id } = await created(own, { ...body, upload_id, reference: `attempt ${attempt}` });
      const { body: job } = await endOfJob(own, job_id);
      expect(job).toMatchObject({ status: "failed", source_asset_id: null, failure: reason });
    }
  });
});

// @contract added.8
test("an upload is used once, however many requests name it at the same time, and its request can be repeated", async () => {
  const { upload_id } = await newUpload(ofRoom);
  const requests = Array.from({ length: 8 }, () => ({
    body: { upload_id },
    headers: { "Idempotency-Key": randomUUID() },
  }));
  const send = (request: (typeof requests)[number]) => partner.send("createSourceAsset", request);
  const replies = await Promise.all(requests.map(send));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(422)]);
  const winner = replies.findIndex(({ status }) => status === 200);
  const again = await Promise.all(requests.map(send));
  expect(again.map(({ status }) => status)).toEqual(replies.map(({ status }) => status));
  expect(again[winner]?.text).toBe(replies[winner]?.text);
});
