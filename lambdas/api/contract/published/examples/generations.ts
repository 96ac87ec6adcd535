import type * as v from "valibot";
import { pluck } from "../../../../domain/fields.ts";
import type { CreateGeneration } from "../../generations/create.ts";
import { callerFields } from "../caller-fields.ts";
import type { GenerationJob, GenerationsPage } from "../resources/generation-job.ts";
import { createdUpload, source_asset_id } from "./source-assets.ts";

const kept = pluck(callerFields, "example");

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
  listing: "elm-street-5",
  ...kept,
  failure: null,
  outputs: [],
  original: null,
  proposed_mask: null,
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
      mask_url:
        "https://pictures.example.com/outputs/out_3F8K2M7Q9X1V5B4N6C0Z8R2T4D-mask.png?X-Amz-Signature=61c0",
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

export const declinedJob: GenerationJob = {
  ...queuedJob,
  status: "failed",
  failure: {
    code: "no_approved_output",
    message: "The room is furnished. Send a mask of what may be removed: the proposed one is a start.",
    retryable: false,
  },
  proposed_mask: {
    image_url:
      "https://pictures.example.com/outputs/job_01JD6M4B7N9P2R5S8T0V3W6X9Z/proposed-mask.png?X-Amz-Signature=d2a7",
    expires_at: "2026-11-21T09:16:12.000Z",
  },
  completed_at: "2026-11-21T09:00:11.554Z",
  updated_at: "2026-11-21T09:00:11.554Z",
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

export const generationsPage: GenerationsPage = {
  items: [queuedJob, succeededJob],
  next_cursor:
    "MjAyNi0xMS0yMVQwOTowMDo0OS4wMjdaI2pvYl8wMUpENk0zVjlRSzhUMlg0WTZaOEEwQjFDMg.q3Jx0m6wC1tLh2cT8nF4vA",
};

type Request = v.InferInput<typeof CreateGeneration.body>;

/** A job from a source asset. */
export const createFromAsset = {
  source_asset_id,
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Living Room", "Dining Room"],
  style_preset: "scandi",
  listing: "elm-street-5",
  ...kept,
} satisfies Request;

export const createFromUrl = {
  source_url: "https://pictures.example.com/4711/living-room.jpg",
  workflow: "staging",
  capture_type: "photo",
  mode: "clean",
  ...kept,
} satisfies Request;

export const createMasked = {
  source_url: "https://pictures.example.com/4711/bedroom.jpg",
  mask_url: "https://pictures.example.com/4711/bedroom-mask.png",
  workflow: "staging",
  capture_type: "photo",
  mode: "refurnish",
  room_types: ["Bedroom"],
} satisfies Request;

export const createFromUpload = {
  upload_id: createdUpload.upload_id,
  workflow: "staging",
  capture_type: "panorama360",
  style_preset: "japandia",
} satisfies Request;

export const createPanorama = {
  source_asset_id,
  workflow: "staging",
  capture_type: "panorama360",
  style_preset: "scandi",
  include_alternates: true,
  webhook: { url: "https://partner.example.com/hooks/staging" },
} satisfies Request;
