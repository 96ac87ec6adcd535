import type { BillingEventsPage } from "../../../lambdas/api/contract/published/resources/billing-event.ts";
import type {
  GenerationJob,
  GenerationsPage,
} from "../../../lambdas/api/contract/published/resources/generation-job.ts";
import type { SourceAssetIngestJob } from "../../../lambdas/api/contract/published/resources/source-asset-ingest-job.ts";
import type { Upload } from "../../../lambdas/api/contract/published/resources/upload.ts";
import type { UsageSummary } from "../../../lambdas/api/contract/published/resources/usage-summary.ts";
import type { Statement } from "../../../lambdas/domain/billing/statement-schema.ts";

const ingest = { ingest_id: "src_01JD6M3V9QK8T2X4Y6Z8A0B1C2", created_at: "2026-11-21T09:00:00.000Z" };
const source_asset_id = "src_7M2K9QX4T8V1B5N3C6Z0R2D4F8";

export const createUpload = { content_length: 41_930_112, content_type: "image/jpeg" };

export const createdUpload: Upload = {
  upload_id: "upl_01JD6M2Y7C4E1G8J5L9N3Q6S0U",
  method: "PUT",
  url: "https://pictures.example.com/uploads/upl_01JD6M2Y7C4E1G8J5L9N3Q6S0U?X-Amz-Signature=7e20",
  headers: { "Content-Length": "41930112", "Content-Type": "image/jpeg" },
  expires_at: "2026-11-21T09:14:58.000Z",
};

export const queuedIngest: SourceAssetIngestJob = {
  ...ingest,
  status: "queued",
  source_asset_id: null,
  failure: null,
  completed_at: null,
  updated_at: ingest.created_at,
};

export const readyIngest: SourceAssetIngestJob = {
  ...queuedIngest,
  status: "ready",
  source_asset_id,
  completed_at: "2026-11-21T09:00:02.418Z",
  updated_at: "2026-11-21T09:00:02.418Z",
};

export const failedIngest: SourceAssetIngestJob = {
  ...queuedIngest,
  status: "failed",
  failure: {
    code: "source_url_http_error",
    message: "The URL was answered with status 404.",
    retryable: false,
  },
  completed_at: "2026-11-21T09:00:01.102Z",
  updated_at: "2026-11-21T09:00:01.102Z",
};

export const queuedJob: GenerationJob = {
  job_id: "job_01JD6M4B7N9P2R5S8T0V3W6X9Z",
  parent_job_id: null,
  source_asset_id,
  status: "queued",
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room", "Dining Room"],
  style_preset: "scandi",
  include_alternates: false,
  disclosure: "label_and_page",
  disclosure_url: null,
  reference: "listing-4711",
  metadata: { floor: 2, agent: "m.weber" },
  failure: null,
  outputs: [],
  original: null,
  created_at: "2026-11-21T09:00:05.000Z",
  completed_at: null,
  updated_at: "2026-11-21T09:00:05.000Z",
};

export const ingestingJob: GenerationJob = {
  ...queuedJob,
  source_asset_id: null,
  status: "ingesting",
  mode: "clean",
  room_types: [],
  style_preset: null,
};

export const succeededJob: GenerationJob = {
  ...queuedJob,
  status: "succeeded",
  outputs: [
    {
      output_id: "out_3F8K2M7Q9X1V5B4N6C0Z8R2T4D",
      rank: 1,
      is_primary: true,
      image_url:
        "https://pictures.example.com/outputs/out_3F8K2M7Q9X1V5B4N6C0Z8R2T4D.jpg?X-Amz-Signature=4b1d",
      expires_at: "2026-11-21T09:16:10.000Z",
      cached: false,
      created_at: "2026-11-21T09:00:48.310Z",
    },
  ],
  original: {
    image_url: "https://pictures.example.com/sources/src_4N8T1V5X9Z2B6D0F3H7K1M5P9R.jpg?X-Amz-Signature=9c07",
    expires_at: "2026-11-21T09:16:10.000Z",
  },
  disclosure_url: "https://api.example.com/d/7q3m9x2v5b8n4c6z1k0r8t2w4d",
  completed_at: "2026-11-21T09:00:49.027Z",
  updated_at: "2026-11-21T09:00:49.027Z",
};

export const failedJob: GenerationJob = {
  ...queuedJob,
  status: "failed",
  failure: {
    code: "no_approved_output",
    message: "No picture passed approval. Regenerating may give one that does.",
    retryable: true,
  },
  completed_at: "2026-11-21T09:01:12.554Z",
  updated_at: "2026-11-21T09:01:12.554Z",
};

export const cancelledJob: GenerationJob = {
  ...queuedJob,
  status: "failed",
  failure: { code: "cancelled", message: "The job was cancelled.", retryable: false },
  completed_at: "2026-11-21T09:00:09.000Z",
  updated_at: "2026-11-21T09:00:09.000Z",
};

export const regeneratedJob: GenerationJob = {
  ...queuedJob,
  job_id: "job_01JD6M9C4D7F0G3H6J9K2M5N8P",
  parent_job_id: queuedJob.job_id,
  style_preset: "japandia",
};

export const usageSummary: UsageSummary = {
  access: { enabled: true, status: "active", plan: "standard" },
  billing_period: { start_at: "2026-11-01T00:00:00.000Z", end_at: "2026-12-01T00:00:00.000Z" },
  plans: [
    {
      from: "2026-11-01T00:00:00.000Z",
      name: "standard",
      included_units: 100,
      unit_price_usd: 0.25,
      overage_allowed: true,
      base_fee_usd: 0,
      spend_cap_usd: null,
    },
  ],
  plans_recorded: true,
  usage: { included: 100, consumed: 112, overage: 12, remaining: 0, projected_overage_amount_usd: 3 },
  jobs: {
    total: 121,
    succeeded: 117,
    failed: 3,
    outputs_returned: 131,
    regenerate_count: 14,
    cache_hit_count: 5,
  },
  rate_limits: {
    create_generation_per_minute: 60,
    regenerate_generation_per_minute: 30,
    get_generation_per_minute: 600,
    usage_summary_per_minute: 60,
    billing_events_per_minute: 60,
    source_url_fetch_per_minute: 60,
    max_concurrent_jobs: 50,
  },
};

export const billingEventsPage: BillingEventsPage = {
  items: [
    {
      event_id: "use_5T9X2B7M4K1Q8V6N3C0Z2R4D8F",
      occurred_at: "2026-11-21T09:00:49.027Z",
      job_id: succeededJob.job_id,
      source_asset_id,
      workflow: "staging",
      capture_type: "photo",
      mode: "refurnish",
      room_types: ["Living Room", "Dining Room"],
      style_preset: "scandi",
      usage_type: "generation",
      config_fingerprint: "cfg_9b74c9897bac770ffc029102a200c5de5a1b0c2f1f0e6f2f0c1d7b6e4a3f2d10",
      billable: true,
      unit_price_usd: 0.25,
      amount_usd: 0.25,
      reference: "listing-4711",
      adjustment: null,
    },
  ],
  next_cursor: "MjAyNi0xMS0yMVQwOTowMDo0OS4wMjdaI3VzZV81VDlY.q3Jx0m6wC1tLh2cT8nF4vA",
};

export const generationsPage: GenerationsPage = {
  items: [queuedJob, succeededJob],
  next_cursor:
    "MjAyNi0xMS0yMVQwOTowMDo0OS4wMjdaI2pvYl8wMUpENk0zVjlRSzhUMlg0WTZaOEEwQjFDMg.q3Jx0m6wC1tLh2cT8nF4vA",
};

export const closedStatement: Statement = {
  number: "ST-2026-10-01-5T9X2B7M4K",
  state: "closed",
  closed_at: "2026-11-01T02:00:00.000Z",
  organization: { organization_id: "org_01JD6M3V9QK8T2X4Y6Z8A0B1C2", name: "Acme Homes" },
  billing_period: { start_at: "2026-10-01T00:00:00.000Z", end_at: "2026-11-01T00:00:00.000Z" },
  currency: "USD",
  plans: [
    {
      from: "2026-10-01T00:00:00.000Z",
      name: "standard",
      included_units: 100,
      unit_price_usd: 0.25,
      overage_allowed: true,
      base_fee_usd: 49,
      spend_cap_usd: 100,
    },
  ],
  plans_recorded: true,
  units: { included: 100, consumed: 112, overage: 12 },
  base_fee_usd: 49,
  charges: [{ unit_price_usd: 0.25, units: 12, amount_usd: 3 }],
  charges_usd: 3,
  adjustments: [
    {
      event_id: "use_2B7M4K1Q8V6N3C0Z2R4D8F5T9X",
      occurred_at: "2026-10-28T15:04:05.000Z",
      job_id: succeededJob.job_id,
      amount_usd: -0.25,
      reference: "TICKET-42",
      reason: "The picture was blurred.",
      period_start: null,
    },
  ],
  adjustment_count: 1,
  adjustments_usd: -0.25,
  total_usd: 51.75,
  ledger: { events: 118, sha256: "9b74c9897bac770ffc029102a200c5de5a1b0c2f1f0e6f2f0c1d7b6e4a3f2d10" },
};

export const openStatement: Statement = {
  ...closedStatement,
  number: "ST-2026-11-01-K1Q8V6N3C0",
  state: "open",
  closed_at: null,
  billing_period: { start_at: "2026-11-01T00:00:00.000Z", end_at: "2026-12-01T00:00:00.000Z" },
  charges: [],
  charges_usd: 0,
  units: { included: 100, consumed: 40, overage: 0 },
  adjustments: [],
  adjustment_count: 0,
  adjustments_usd: 0,
  total_usd: 49,
};

/** A job from a source asset. */
export const createFromAsset = {
  source_asset_id,
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room", "Dining Room"],
  style_preset: "scandi",
  reference: "listing-4711",
  metadata: { floor: 2, agent: "m.weber" },
};

export const createFromUrl = {
  source_url: "https://pictures.example.com/4711/living-room.jpg",
  workflow: "staging",
  capture_type: "photo",
  mode: "clean",
  reference: "listing-4711",
  metadata: { floor: 2, agent: "m.weber" },
};

export const createFromUpload = {
  upload_id: createdUpload.upload_id,
  workflow: "staging",
  capture_type: "panorama360",
  style_preset: "japandia",
};

export const createPanorama = {
  source_asset_id,
  workflow: "staging",
  capture_type: "panorama360",
  style_preset: "scandi",
  include_alternates: true,
  webhook: { url: "https://partner.example.com/hooks/staging" },
};
