import { capabilities } from "../../../../domain/generation/capabilities.ts";
import type { ErrorName } from "../errors.ts";
import {
  cancelledJob,
  createFromAsset,
  createFromUpload,
  createFromUrl,
  createMasked,
  createPanorama,
  declinedJob,
  failedJob,
  generationsPage,
  ingestingJob,
  queuedJob,
  regeneratedJob,
  succeededJob,
} from "../examples/generations.ts";
import { always, type Publications, writes } from "../operation.ts";
import { Capabilities } from "../resources/capabilities.ts";
import { GenerationJob, GenerationsPage } from "../resources/generation-job.ts";

/** The errors of a request that makes a job. */
const creates: ErrorName[] = [
  ...writes,
  "allowance_used_up",
  "spend_cap_reached",
  "in_flight_cap",
  "listing_closed",
  "field_not_allowed",
  "room_family",
  "unknown_value",
  "unknown_ending",
];

export const generations = {
  createGeneration: {
    tag: "Generations",
    summary: "Create a generation job",
    description:
      "Creates a job from a source asset, or from a picture that it brings itself. Exactly one of `file`, `source_url`, `source_asset_id` and `upload_id` must be given. In a form, `room_types` may be repeated, a JSON array or a comma-separated list; `metadata` and `webhook` are JSON objects. A photo to stage may have a `mask` in a form, with any of the four, or a `mask_url`.",
    request: {
      required: true,
      examples: {
        from_source_asset: createFromAsset,
        from_url: createFromUrl,
        from_upload: createFromUpload,
        masked: createMasked,
        panorama: createPanorama,
      },
    },
    form: {
      schema: "CreateGenerationForm",
      examples: {
        from_file: { file: "(the bytes of the picture)", workflow: "pro_capture", capture_type: "photo" },
      },
    },
    response: {
      schema: GenerationJob,
      description: "The new job.",
      examples: { queued: queuedJob, ingesting: ingestingJob },
    },
    errors: [
      ...creates,
      "malformed_multipart",
      "one_source",
      "field_required",
      "refused_url",
      "unknown_source_asset",
      "unusable_upload",
      "file_too_large",
      "unusable_mask",
      "two_masks",
    ],
  },
  listGenerations: {
    tag: "Generations",
    since: "1.1.0",
    summary: "List generation jobs",
    description:
      "Your organization's jobs, newest first, page by page, each as `GET /api/v1/generations/{job_id}` returns it. Filters combine. A page may hold fewer jobs than `limit`, or none, if many were examined for their `status` or if they would not fit into one answer: follow `next_cursor` until it is null.",
    response: {
      schema: GenerationsPage,
      description: "One page.",
      examples: {
        more_to_come: generationsPage,
        last_page: { items: [failedJob], next_cursor: null },
      },
    },
    errors: [...always, "cursor_of_another_list", "limit_out_of_range", "times_out_of_order"],
  },
  getGeneration: {
    tag: "Generations",
    summary: "Get a generation job",
    description: "For polling, for recovery after a lost webhook, and for fresh output URLs.",
    response: {
      schema: GenerationJob,
      description: "The job as it is now.",
      examples: { succeeded: succeededJob, failed: failedJob, declined: declinedJob, queued: queuedJob },
    },
    errors: [...always, "generation_not_found"],
  },
  regenerateGeneration: {
    tag: "Generations",
    summary: "Regenerate a generation job",
    description:
      "Creates a new job from the parent's source asset, without using outputs approved before. The body may be empty: then nothing is changed.",
    request: {
      required: false,
      examples: { another_style: { style_preset: "japandia" }, unchanged: {} },
    },
    response: {
      schema: GenerationJob,
      description: "The new job; `parent_job_id` is the job of the path.",
      examples: { queued: regeneratedJob },
    },
    errors: [
      ...creates,
      "unsupported_override",
      "generation_not_found",
      "style_required",
      "parent_without_source",
      "parent_without_mask",
    ],
  },
  cancelGeneration: {
    tag: "Generations",
    since: "1.1.0",
    summary: "Cancel a generation job",
    description:
      "Ends a job that has not ended: it is `failed` with `failure.code` `cancelled`, its slot is free at once, nothing is charged, and `generation.failed` is sent. A job that has ended is returned unchanged: the answer says how. The body may be empty.",
    request: { required: false, examples: { empty: {} } },
    response: {
      schema: GenerationJob,
      description: "The job as it is now.",
      examples: { cancelled: cancelledJob, ended_before: succeededJob },
    },
    errors: [...writes, "generation_not_found", "unknown_field"],
  },
  getCapabilities: {
    tag: "Generations",
    since: "1.2.0",
    summary: "Get what can be made",
    description:
      "What a request may combine, what of it the service's model declines before it has seen the picture, and the limits of pictures and fields: what a form is built from. A sandbox's model declines nothing. It changes with the service and its model: read it once a day.",
    response: {
      schema: Capabilities,
      description: "What can be made.",
      examples: {
        without_clean: capabilities(
          {
            modes: { clean: "Clearing a room takes a trained model, and this service runs without one." },
            roomTypes: { Pool: "A pool is not furnished, so there is nothing to stage." },
          },
          { refurnish: "optional", renovate: "optional", clean: "unused" },
        ),
      },
    },
    errors: always,
  },
} satisfies Partial<Publications>;
