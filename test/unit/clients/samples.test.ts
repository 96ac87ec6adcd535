import { expect, test } from "vitest";
import { imageStaging } from "../../../clients/typescript/src/index.ts";
import { operations } from "../../../lambdas/api/contract/operations.ts";
import { clientSamples } from "../../../openapi/client-samples.ts";

/** What any sample gets: a job, an ingest, an upload and a page in one. */
const answer = {
  ...{ job_id: "job_1", ingest_id: "src_1", source_asset_id: "src_9", status: "succeeded", failure: null },
  ...{ upload_id: "upl_1", url: "https://store.example.com/1", headers: {} },
  ...{ outputs: [{ image_url: "https://store.example.com/2" }], items: [{}], next_cursor: null },
};

test.each(operations)(
  "the document's TypeScript sample of $operationId calls it",
  async ({ operationId, method, path }) => {
    const calls: string[] = [];
    const staging = imageStaging({
      baseUrl: "https://api.example.com",
      apiKey: "k",
      fetch: async (url, init) => {
        calls.push(`${init?.method} ${new URL(String(url)).pathname}`);
        return Response.json(operationId === "createSourceAsset" ? { ...answer, status: "ready" } : answer);
      },
    });
    const run = new Function(
      "staging",
      "openAsBlob",
      "console",
      `return (async () => { ${clientSamples[operationId]} })();`,
    );
    await run(staging, async () => new Blob(["picture"]), { log: () => {} });
    const called = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    expect(calls).toEqual(expect.arrayContaining([expect.stringMatching(called)]));
  },
);
