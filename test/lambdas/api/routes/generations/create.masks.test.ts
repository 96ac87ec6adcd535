import { drawMask } from "@image-staging/inference-contract/sample-pictures";
import { afterAll, describe, expect, test } from "vitest";
import { startApi } from "../../../../support/api.ts";
import { Form, type Parts } from "../../../../support/form.ts";
import { proCapture, refurnish } from "../../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const asset = await partner.addAsset();
const [mask, otherMask] = [await drawMask(30, 20), await drawMask(30, 21)];
const mask_url = "https://pictures.example.com/mask.png";
const MiB = 2 ** 20;

const formOf = (fields: object): Parts =>
  Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? value : String(value)]);
const create = (body: object, headers = {}) => partner.send("createGeneration", { body, headers });
const masked = (bytes: Buffer, fields: object = refurnish(asset)) =>
  new Form([["mask", bytes], ...formOf(fields)]);

// @contract added.57
describe("a mask is refused at once", () => {
  test.each([
    [
      "of pro_capture",
      () => create(proCapture(asset, { mask_url })),
      422,
      "mask is not allowed for pro_capture",
    ],
    [
      "of a panorama",
      () =>
        create({
          source_asset_id: asset,
          workflow: "staging",
          capture_type: "panorama360",
          style_preset: "boho",
          mask_url,
        }),
      422,
      "mask is not allowed for staging with capture_type panorama360",
    ],
    [
      "by a URL that is refused",
      () => create(refurnish(asset, { mask_url: "http://a.example.com/" })),
      422,
      "mask_url is refused",
    ],
    [
      "that is no picture",
      () => create(masked(Buffer.from("%PDF-1.7"))),
      422,
      "mask is not a JPEG, PNG or WebP picture: it is a PDF",
    ],
    ["that is empty", () => create(masked(Buffer.alloc(0))), 400, "The mask is empty."],
    [
      "that is a text",
      () => create(refurnish(asset, { mask: "white" })),
      400,
      "Send mask as a part with a file name",
    ],
    [
      "next to a mask_url",
      () => create(masked(mask, refurnish(asset, { mask_url }))),
      400,
      "Send mask or mask_url, not both.",
    ],
    [
      "that is too large for a form",
      () => create(masked(Buffer.alloc(4 * MiB + 1))),
      422,
      "send a larger mask, up to 20 MiB, by mask_url",
    ],
    [
      "that is too large together with the file",
      () =>
        create(
          new Form([
            ["file", Buffer.alloc(4 * MiB - 10)],
            ["mask", mask],
            ...formOf({ workflow: "staging" }),
          ]),
        ),
      422,
      "file and mask together must have at most 4194304 bytes (4 MiB)",
    ],
    [
      "of a source asset",
      () =>
        partner.send("createSourceAsset", {
          body: new Form([
            ["file", mask],
            ["mask", mask],
          ]),
        }),
      422,
      "mask is not a field of this request.",
    ],
  ] as const)("%s", async (_, send, status, words) => {
    const reply = await send();
    expect([reply.status, reply.body.error.message]).toEqual([status, expect.stringContaining(words)]);
  });
});

// @contract added.57
describe("the mask is a part of what makes two requests the same", () => {
  test.each([
    ["another mask", masked(otherMask)],
    ["no mask", refurnish(asset)],
    ["a mask by URL", refurnish(asset, { mask_url })],
  ])("%s under the same Idempotency-Key is a conflict", async (name, other) => {
    const headers = { "Idempotency-Key": `mask ${name}` };
    const first = await create(masked(mask), headers);
    expect(first.status).toBe(200);
    expect((await create(other, headers)).body.error.code).toBe("idempotency_conflict");
    const repeated = await create(masked(mask), headers);
    expect([repeated.status, repeated.body]).toEqual([200, first.body]);
  });
});

test("a job with a mask that is not read yet cannot be regenerated", async () => {
  const { body } = await create(masked(mask));
  const reply = await partner.send("regenerateGeneration", { id: body.job_id, body: {} });
  expect([reply.status, reply.body.error.message]).toEqual([422, expect.stringContaining("no usable mask")]);
});
