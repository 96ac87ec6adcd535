import { imageStaging } from "@image-staging/client";
import { operations } from "service/lambdas/api/contract/operations.ts";
import { expect, test } from "vitest";
import { sampleOf } from "../src/code-samples.ts";

/** What any sample gets: a job, an ingest, an upload, a summary and a page in one. */
const answer = {
  job_id: "job_1",
  ingest_id: "src_1",
  source_asset_id: "src_9",
  status: "succeeded",
  failure: null,
  upload_id: "upl_1",
  url: "https://store.example.com/1",
  headers: {},
  billing_period: { start_at: "2026-11-01T00:00:00.000Z" },
  outputs: [{ image_url: "https://store.example.com/2" }],
  receivers: [],
  counts: {},
  default_url: null,
  items: [{ billing_period: { start_at: "2026-11-01T00:00:00.000Z" }, attempts: [] }],
  next_cursor: null,
  combinations: [],
  room_types: [{ room_type: "Pool", declined: "A pool is not furnished." }],
};

test.each(operations)(
  "the document's TypeScript sample of $operationId calls it",
  async ({ operationId, method, path }) => {
    const calls: string[] = [];
    const ready = { ...answer, status: "ready" };
    const staging = imageStaging({
      baseUrl: "https://api.example.com",
      apiKey: "k",
      fetch: async (url, init) => {
        calls.push(`${init?.method} ${new URL(String(url)).pathname}`);
        return Response.json(operationId.includes("SourceAsset") ? ready : answer);
      },
    });
    // What the samples before it on its page have made.
    const given = {
      staging,
      openAsBlob: async () => new Blob(["picture"]),
      console: { log: () => {} },
      job: answer,
      listing: "elm-street-5",
      key: { key_id: "01JD6M3V9QK8T2X4Y6Z8A0B1C2" },
      test: { webhook_id: "msg_1" },
      ingest: answer,
      regenerated: answer,
      summary: answer,
    };
    const code = sampleOf(operationId, "ts")
      .replace(/^import .*$/gm, "")
      .replace(/: BillingEvent\[\]/, "");
    const run = new Function(...Object.keys(given), `return (async () => { ${code} })();`);
    await run(...Object.values(given));
    const called = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    expect(calls).toEqual(expect.arrayContaining([expect.stringMatching(called)]));
  },
);
