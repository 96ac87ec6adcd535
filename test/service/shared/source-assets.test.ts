import { afterAll, describe, expect, test } from "vitest";
import { Form } from "../../support/form.ts";
import { responseValidator } from "../../support/openapi.ts";
import { ingested, startPictures } from "./journey.ts";
import { newPartner } from "./service.ts";

const pictures = await startPictures();
afterAll(() => pictures.close());

describe("a source asset", () => {
  // @contract service.6 service.7 source-asset.status source-asset.source_asset_id source-asset.completed_at
  // @contract source-asset.8 ingest-states.1 post-source-assets.7 get-source-asset.2
  test("goes from queued to ready and yields its id, which is the same for the same picture by file or URL", async () => {
    const partner = await newPartner();
    const byFile = await ingested(partner, new Form([["file", pictures.room]]));
    const byUrl = await ingested(partner, { source_url: `${pictures.url}/room.jpg` });
    for (const { body, seen } of [byFile, byUrl]) {
      expect(["queued", "ingesting", "ready"].filter((status) => seen.includes(status))).toEqual(seen);
      expect(body).toMatchObject({ status: "ready", failure: null });
      expect(body.source_asset_id).toMatch(/^src_[A-Za-z0-9]+$/);
      expect(responseValidator("getSourceAsset", 200)(body)).toBeNull();
    }
    expect(byUrl.body.source_asset_id).toBe(byFile.body.source_asset_id);
    expect(byUrl.body.ingest_id).not.toBe(byFile.body.ingest_id);
    const stranger = await ingested(await newPartner(), new Form([["file", pictures.room]]));
    expect(stranger.body.source_asset_id).not.toBe(byFile.body.source_asset_id);
  });

  // @contract service.7 source-asset.status source-asset.failure ingest-states.1
  test.each<[string, () => object, string]>([
    [
      "a file that is no picture",
      () => new Form([["file", Buffer.from("no picture")]]),
      "unsupported_image_format",
    ],
    ["a URL that is not there", () => ({ source_url: `${pictures.url}/none.jpg` }), "source_url_http_error"],
  ])("of %s fails with its reason", async (_case, body, code) => {
    const { body: ingest } = await ingested(await newPartner(), body());
    expect(ingest).toMatchObject({
      status: "failed",
      source_asset_id: null,
      failure: { code, retryable: false },
    });
    expect(ingest.failure.message).toEqual(expect.any(String));
    expect(responseValidator("getSourceAsset", 200)(ingest)).toBeNull();
  });
});
