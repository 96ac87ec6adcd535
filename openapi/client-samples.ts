import type { OperationId } from "../lambdas/api/contract/operations.ts";

/** Each operation by the TypeScript client, once `staging` is one. test/unit/clients/samples.test.ts runs them. */
export const clientSamples: Record<OperationId, string> = {
  createUpload: `const picture = await openAsBlob("panorama.jpg"); // from node:fs
const upload = await staging.uploads.create({ content_length: picture.size });
await staging.uploads.put(upload, picture);`,
  createSourceAsset: `const picture = await openAsBlob("living-room.jpg"); // from node:fs
const { source_asset_id } = await staging.sourceAssets.create({ file: picture }).wait();`,
  getSourceAsset: `const ingest = await staging.sourceAssets.get("src_01JD6M3V9QK8T2X4Y6Z8A0B1C2");`,
  createGeneration: `const picture = await openAsBlob("living-room.jpg"); // from node:fs
const job = await staging.generations
  .create({
    file: picture,
    workflow: "staging",
    capture_type: "photo",
    mode: "refurnish",
    room_types: ["Living Room"],
    reference: "listing-4711",
  })
  .wait();
for (const output of job.outputs) await staging.download(output);`,
  getGeneration: `const job = await staging.generations.get("job_01JD6M4B7N9P2R5S8T0V3W6X9Z");`,
  listGenerations: `for await (const job of staging.generations.list({ reference: "listing-4711" }))
  console.log(job.job_id, job.status);`,
  regenerateGeneration: `const job = await staging.generations
  .regenerate("job_01JD6M4B7N9P2R5S8T0V3W6X9Z", { style_preset: "japandia" })
  .wait();`,
  cancelGeneration: `const job = await staging.generations.cancel("job_01JD6M4B7N9P2R5S8T0V3W6X9Z");`,
  getUsageSummary: `const { usage, rate_limits } = await staging.usage.summary();`,
  listBillingEvents: `for await (const event of staging.billing.events({ occurred_from: "2026-11-01T00:00:00Z" }))
  console.log(event.event_id, event.amount_usd);`,
  getStatement: `const statement = await staging.billing.statement("2026-11-01");`,
};
