import type { OperationId } from "../lambdas/api/contract/operations.ts";

/** Each operation by the Python client, once `staging` is one. clients/python/tests/test_samples.py runs them. */
export const pythonSamples: Record<OperationId, string> = {
  createUpload: `picture = Path("panorama.jpg")  # from pathlib
upload = staging.uploads.create(content_length=picture.stat().st_size)
staging.uploads.put(upload, picture)`,
  createSourceAsset: `ingest = staging.source_assets.create_and_wait(file=Path("living-room.jpg"))  # from pathlib
print(ingest["source_asset_id"])`,
  getSourceAsset: `ingest = staging.source_assets.get("src_01JD6M3V9QK8T2X4Y6Z8A0B1C2")`,
  createGeneration: `job = staging.generations.create_and_wait(
    file=Path("living-room.jpg"),  # from pathlib
    workflow="staging",
    capture_type="photo",
    mode="refurnish",
    room_types=["Living Room"],
    reference="listing-4711",
)
pictures = [staging.download(output) for output in job["outputs"]]`,
  getGeneration: `job = staging.generations.get("job_01JD6M4B7N9P2R5S8T0V3W6X9Z")`,
  listGenerations: `for job in staging.generations.list(reference="listing-4711"):
    print(job["job_id"], job["status"])`,
  regenerateGeneration: `job = staging.generations.regenerate_and_wait("job_01JD6M4B7N9P2R5S8T0V3W6X9Z", style_preset="japandia")`,
  cancelGeneration: `job = staging.generations.cancel("job_01JD6M4B7N9P2R5S8T0V3W6X9Z")`,
  getUsageSummary: `summary = staging.usage.summary()
print(summary["usage"], summary["rate_limits"])`,
  listBillingEvents: `for event in staging.billing.events(occurred_from="2026-11-01T00:00:00Z"):
    print(event["event_id"], event["amount_usd"])`,
  getStatement: `statement = staging.billing.statement("2026-11-01")`,
};
