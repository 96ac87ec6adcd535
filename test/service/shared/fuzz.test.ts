import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Form } from "../../support/form.ts";
import { requestValidator, responseValidator, validatorOf } from "../../support/openapi.ts";
import { unlimited } from "../../support/partner.ts";
import type { Known } from "./hostile-json.ts";
import { type Hostile, hostileRequests } from "./hostile-requests.ts";
import { holdModel, http, newPartner, releaseModel } from "./service.ts";

/** `npm run test:long -- fuzz` makes 10,000; FUZZ_SEED repeats a run. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 75);
const seed = Number(process.env.FUZZ_SEED ?? 4711);

let known: Known;
beforeAll(async () => {
  await holdModel();
  const partner = await newPartner(unlimited);
  const asset = await partner.addAsset();
  const job = (fields: object) =>
    partner.sendOk("createGeneration", { body: { source_asset_id: asset, ...fields } });
  const jobs = await Promise.all([
    job({ workflow: "staging", capture_type: "photo", mode: "refurnish", room_types: ["Kitchen"] }),
    job({ workflow: "staging", capture_type: "panorama360", style_preset: "boho" }),
    job({ workflow: "staging", capture_type: "floorplan" }),
    job({ workflow: "pro_capture", capture_type: "photo" }),
  ]);
  const source_url = "https://pictures.example.com/a.jpg";
  const ingest = await partner.sendOk("createSourceAsset", { body: { source_url } });
  known = {
    authorization: `Bearer ${partner.apiKey}`,
    assets: [asset],
    jobs: jobs.map(({ job_id }) => job_id),
    ingests: [ingest.ingest_id],
  };
});
afterAll(releaseModel);

const errorOnly = validatorOf({ $ref: "#/components/schemas/Error" });
const noSuchEndpoint = "There is no such endpoint: check the method and the path.";

/** What is wrong with the answer to a request, or nothing. */
async function problemsOf({ operationId, path, ...request }: Hostile, statuses: Record<string, number>) {
  const { status, headers, body } = await http(path, request);
  statuses[status] = (statuses[status] ?? 0) + 1;
  // A path that a client normalises, such as "listings/./close", is another endpoint's.
  const isOther = status === 405 || body.error?.message === noSuchEndpoint;
  const check = isOther ? errorOnly : responseValidator(operationId, status);
  const isJson = typeof request.body === "object" && !(request.body instanceof Form);
  const wasNew = status === 200 && headers["idempotent-replayed"] === undefined;
  return [
    status >= 500 && `status ${status}`,
    check(body),
    headers["cache-control"] !== "no-store" && "no Cache-Control: no-store",
    !headers["x-request-id"] && "no x-request-id",
    status === 429 && headers["retry-after"] !== String(body.error.retry_after) && "Retry-After differs",
    isJson && wasNew && requestValidator(operationId)(request.body),
  ].filter(Boolean);
}

// @contract service.15 errors.13
test(`${requests} random requests, valid and hostile: no 5xx, every body fits the document, every response is no-store`, {
  timeout: 60_000 + requests * 100,
}, async () => {
  const statuses: Record<string, number> = {};
  const started = performance.now();
  await fc.assert(
    fc.asyncProperty(hostileRequests(known), async (request) => {
      expect(await problemsOf(request, statuses)).toEqual([]);
    }),
    { numRuns: requests, seed, endOnFailure: true },
  );
  const seconds = (performance.now() - started) / 1000;
  console.log(`${requests} requests in ${seconds.toFixed(1)} s, by status: ${JSON.stringify(statuses)}`);
  for (const status of ["200", "400", "401", "404", "422"]) expect(Object.keys(statuses)).toContain(status);
});
