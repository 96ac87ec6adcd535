import { type OperationId, operations } from "../../../lambdas/api/contract/operations.ts";
import type { ErrorName } from "./errors.ts";
import * as examples from "./examples.ts";
import type { FormName, SchemaName } from "./schemas.ts";

type Examples = Record<string, unknown>;

/** What the document says of an operation besides its definition in lambdas/api/contract. */
type Description = {
  tag: "Source assets" | "Generations" | "Usage and billing";
  summary: string;
  description: string;
  request?: { schema: SchemaName; required: boolean; examples: Examples };
  form?: { schema: FormName; examples: Examples };
  response: { schema: SchemaName; description: string; examples: Examples };
  errors: ErrorName[];
};

const always: ErrorName[] = [
  "unauthorized",
  "access_suspended",
  "not_approved",
  "limit_per_minute",
  "internal_error",
];
const writes: ErrorName[] = [
  ...always,
  "malformed_json",
  "unsupported_type",
  "idempotency_key_missing",
  "idempotency_conflict",
  "request_too_large",
];
const creates: ErrorName[] = [
  ...writes,
  "allowance_used_up",
  "spend_cap_reached",
  "in_flight_cap",
  "field_not_allowed",
  "room_family",
  "unknown_value",
  "unknown_ending",
];

const descriptions: Record<OperationId, Description> = {
  createUpload: {
    tag: "Source assets",
    summary: "Create an upload",
    description:
      "Gives a signed URL to which one picture of up to 50 MiB can be put, and the `upload_id` to use it with. Put exactly as many bytes as you named, and as the type that you named: the URL takes nothing else.",
    request: {
      schema: "CreateUploadRequest",
      required: true,
      examples: { panorama: examples.createUpload, length_only: { content_length: 8_231_507 } },
    },
    response: {
      schema: "Upload",
      description: "Where to put the picture, and how.",
      examples: { created: examples.createdUpload },
    },
    errors: [...writes, "length_out_of_range"],
  },
  createSourceAsset: {
    tag: "Source assets",
    summary: "Create a source asset ingest job",
    description:
      "Brings one picture, by URL, by upload or as a file. Exactly one of `file`, `source_url` and `upload_id` must be given. The picture is fetched, checked and stored asynchronously.",
    request: {
      schema: "CreateSourceAssetRequest",
      required: true,
      examples: {
        by_url: { source_url: examples.createFromUrl.source_url },
        by_upload: { upload_id: examples.createdUpload.upload_id },
      },
    },
    form: { schema: "CreateSourceAssetForm", examples: { by_file: { file: "(the bytes of the picture)" } } },
    response: {
      schema: "SourceAssetIngestJob",
      description: "The ingest job.",
      examples: { queued: examples.queuedIngest },
    },
    errors: [
      ...writes,
      "malformed_multipart",
      "one_picture",
      "refused_url",
      "unusable_upload",
      "file_too_large",
    ],
  },
  getSourceAsset: {
    tag: "Source assets",
    summary: "Get a source asset ingest job",
    description: "Poll until `ready`, which yields the `source_asset_id`, or `failed`.",
    response: {
      schema: "SourceAssetIngestJob",
      description: "The ingest job as it is now.",
      examples: { ready: examples.readyIngest, failed: examples.failedIngest },
    },
    errors: [...always, "ingest_not_found"],
  },
  createGeneration: {
    tag: "Generations",
    summary: "Create a generation job",
    description:
      "Creates a job from a source asset, or from a picture that it brings itself. Exactly one of `file`, `source_url`, `source_asset_id` and `upload_id` must be given. In a form, `room_types` may be repeated, a JSON array or a comma-separated list; `metadata` and `webhook` are JSON objects.",
    request: {
      schema: "CreateGenerationRequest",
      required: true,
      examples: {
        from_source_asset: examples.createFromAsset,
        from_url: examples.createFromUrl,
        from_upload: examples.createFromUpload,
        panorama: examples.createPanorama,
      },
    },
    form: {
      schema: "CreateGenerationForm",
      examples: {
        from_file: { file: "(the bytes of the picture)", workflow: "pro_capture", capture_type: "photo" },
      },
    },
    response: {
      schema: "GenerationJob",
      description: "The new job.",
      examples: { queued: examples.queuedJob, ingesting: examples.ingestingJob },
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
    ],
  },
  listGenerations: {
    tag: "Generations",
    summary: "List generation jobs",
    description:
      "Your organization's jobs, newest first, page by page, each as `GET /api/v1/generations/{job_id}` returns it. Filters combine. A page may hold fewer jobs than `limit`, or none, where many were examined for their `status` or where they would not fit into one answer: follow `next_cursor` until it is null.",
    response: {
      schema: "GenerationsPage",
      description: "One page.",
      examples: {
        more_to_come: examples.generationsPage,
        last_page: { items: [examples.failedJob], next_cursor: null },
      },
    },
    errors: [...always, "cursor_of_another_list", "limit_out_of_range", "times_out_of_order"],
  },
  getGeneration: {
    tag: "Generations",
    summary: "Get a generation job",
    description: "For polling, for recovery after a lost webhook, and for fresh output URLs.",
    response: {
      schema: "GenerationJob",
      description: "The job as it is now.",
      examples: { succeeded: examples.succeededJob, failed: examples.failedJob, queued: examples.queuedJob },
    },
    errors: [...always, "generation_not_found"],
  },
  regenerateGeneration: {
    tag: "Generations",
    summary: "Regenerate a generation job",
    description:
      "Creates a new job from the parent's source asset, without using outputs approved before. The body may be empty: then nothing is changed.",
    request: {
      schema: "RegenerateRequest",
      required: false,
      examples: { another_style: { style_preset: "japandia" }, unchanged: {} },
    },
    response: {
      schema: "GenerationJob",
      description: "The new job; `parent_job_id` is the job of the path.",
      examples: { queued: examples.regeneratedJob },
    },
    errors: [
      ...creates,
      "unsupported_override",
      "generation_not_found",
      "style_required",
      "parent_without_source",
    ],
  },
  cancelGeneration: {
    tag: "Generations",
    summary: "Cancel a generation job",
    description:
      "Ends a job that has not ended: it is `failed` with `failure.code` `cancelled`, its slot is free at once, nothing is charged, and `generation.failed` is sent. A job that has ended is returned unchanged: the answer says how. The body may be empty.",
    request: { schema: "CancelRequest", required: false, examples: { empty: {} } },
    response: {
      schema: "GenerationJob",
      description: "The job as it is now.",
      examples: { cancelled: examples.cancelledJob, ended_before: examples.succeededJob },
    },
    errors: [...writes, "generation_not_found", "unknown_field"],
  },
  getUsageSummary: {
    tag: "Usage and billing",
    summary: "Get the usage of the billing period",
    description:
      "Access, usage and job counts of a billing period, by the plan that it had, and the limits in force now.",
    response: {
      schema: "UsageSummary",
      description: "The usage so far.",
      examples: { over_the_allowance: examples.usageSummary },
    },
    errors: [...always, "no_such_period"],
  },
  listBillingEvents: {
    tag: "Usage and billing",
    summary: "List billing events",
    description:
      "The ledger of API-originated billing events, newest first, page by page. Reconcile by `event_id`, `job_id` and `config_fingerprint`. A cursor continues only the list of its own filters.",
    response: {
      schema: "BillingEventsPage",
      description: "One page.",
      examples: {
        more_to_come: examples.billingEventsPage,
        last_page: { ...examples.billingEventsPage, next_cursor: null },
      },
    },
    errors: [...always, "foreign_cursor", "limit_out_of_range"],
  },
  getStatement: {
    tag: "Usage and billing",
    summary: "Get the statement of a billing period",
    description:
      "What a billing period costs, by its first day: the plans, the base fee, the units, the charges and the adjustments apart, the total, and a hash of the ledger. While the period is open, what it would be now. It closes two hours after its end or later, when no job holds a unit of it and it is read: from then on the answer is the same, byte for byte. A period with over 50,000 jobs is added up over several requests: ask until it is closed.",
    response: {
      schema: "Statement",
      description: "The statement.",
      examples: { closed: examples.closedStatement, open: examples.openStatement },
    },
    errors: [...always, "statement_not_found"],
  },
};

const withQuery: ErrorName[] = ["unknown_query_parameter"];

/** Every operation with its description, in the order of the contract. */
export const documentedOperations = operations.map((operation) => {
  const { errors, ...description } = descriptions[operation.operationId];
  return { operation, ...description, errors: [...errors, ...("query" in operation ? withQuery : [])] };
});
export type Documented = (typeof documentedOperations)[number];
