import * as v from "valibot";
import { Failure, failure } from "../failures.ts";
import { pick } from "../fields.ts";
import { DisclosureId, derivedId, JobId, OutputId, SourceId } from "../ids.ts";
import { ListingName } from "../listing/listing.ts";
import {
  CaptureType,
  Disclosure,
  JobMode,
  JobStatus,
  RoomType,
  StylePreset,
  Workflow,
} from "../vocabulary.ts";
import { storedFields } from "./caller-fields.ts";
import type { Configuration } from "./configuration.ts";

/**
 * An approved picture of a job, as stored: with its object key instead of a signed URL. If it has a public page,
 * `disclosure_id` names that page, and the page's address is drawn into the picture.
 */
export const StoredOutput = v.object({
  output_id: OutputId,
  rank: v.pipe(v.number(), v.integer(), v.minValue(1)),
  is_primary: v.boolean(),
  object_key: v.string(),
  /** Where its edit mask is, if it has one. Outputs from before 1.3.0 have none. */
  mask_key: v.optional(v.string()),
  cached: v.boolean(),
  disclosure_id: v.optional(DisclosureId),
  /** Whether it has signed content credentials. Outputs from before 1.2.0 do not say: they have none. */
  signed: v.optional(v.boolean()),
  created_at: v.string(),
});
export type StoredOutput = v.InferOutput<typeof StoredOutput>;

/** A candidate that approval refused, for the operator. */
export const Rejection = v.object({
  attempt: v.string(),
  candidate_id: v.string(),
  reason: v.string(),
  /** True if the candidate was approved all the same. */
  suspected: v.optional(v.boolean()),
});
export type Rejection = v.InferOutput<typeof Rejection>;

/**
 * The mask of what may be removed from a job's picture, by the SHA-256 of its bytes in hex: null until it is stored beside the
 * source.
 */
export const StoredMask = v.object({ content_hash: v.nullable(v.string()) });
export type StoredMask = v.InferOutput<typeof StoredMask>;

/** What callers see of a job, as it is stored. All times are ISO 8601 in UTC. Jobs from before 1.1.0 have no `disclosure`. */
const seen = {
  job_id: JobId,
  parent_job_id: v.nullable(JobId),
  source_asset_id: v.nullable(SourceId),
  status: JobStatus,
  workflow: Workflow,
  capture_type: CaptureType,
  mode: v.nullable(JobMode),
  room_types: v.array(RoomType),
  style_preset: v.nullable(StylePreset),
  include_alternates: v.boolean(),
  disclosure: v.optional(Disclosure, "none"),
  listing: v.optional(v.nullable(ListingName), null),
  ...storedFields,
  failure: v.nullable(Failure),
  created_at: v.string(),
  completed_at: v.nullable(v.string()),
  updated_at: v.string(),
};

/**
 * What they do not see: the outputs are shown with signed URLs instead. `sandbox` is copied from the organization. `key_id` is
 * the key that made the job, `webhook_key_id` the one that named its `webhook_url`, which a regeneration inherits with it; jobs
 * from before 1.3.0 have neither.
 */
const unseen = {
  organization_id: v.string(),
  ingest_id: v.nullable(SourceId),
  key_id: v.optional(v.nullable(v.string()), null),
  mask: v.optional(v.nullable(StoredMask), null),
  proposed_mask_key: v.optional(v.string()),
  webhook_url: v.nullable(v.string()),
  webhook_key_id: v.optional(v.nullable(v.string()), null),
  reserved_period: v.nullable(v.string()),
  reserved_price_micro_usd: v.optional(v.nullable(v.number()), null),
  sandbox: v.optional(v.boolean(), false),
  config_fingerprint: v.nullable(v.string()),
  outputs: v.array(StoredOutput),
  rejections: v.optional(v.array(Rejection), []),
};

/** A generation job as stored. */
export const Generation = v.object({ ...seen, ...unseen });
export type Generation = v.InferOutput<typeof Generation>;

/** The fields of a job that callers see as they are stored. */
export const seenFields = (job: Generation) => pick(job, seen);

/** The states of a job and those that may follow each (contract, generation-states.*). */
const jobTransitions: Record<JobStatus, readonly JobStatus[]> = {
  ingesting: ["queued", "failed"],
  queued: ["running", "failed"],
  running: ["succeeded", "failed"],
  succeeded: [],
  failed: [],
};

/** The states from which a job may enter `status`. */
export const jobStatusesBefore = (status: JobStatus): JobStatus[] =>
  v.parse(
    v.array(JobStatus),
    Object.entries(jobTransitions).flatMap(([from, to]) => (to.includes(status) ? [from] : [])),
  );

export const isTerminal = (status: JobStatus): boolean => jobTransitions[status].length === 0;

/** The age at which the sweeper fails a job that has not ended. The pipeline's own time limits add up to less. */
export const jobDeadlineMinutes = 60;

/** What a job has that a new one is not given. */
type Progress =
  | "status"
  | "config_fingerprint"
  | "proposed_mask_key"
  | "failure"
  | "outputs"
  | "rejections"
  | "created_at"
  | "completed_at"
  | "updated_at";
/** What a new job is made from. */
export type NewGeneration = Omit<Generation, Progress>;

/** A job as it is accepted: `queued` with its source asset, also before its mask is read; `ingesting` without one. */
export const newGeneration = (accepted: NewGeneration, now: Date): Generation => ({
  ...accepted,
  status: accepted.source_asset_id === null ? "ingesting" : "queued",
  config_fingerprint: null,
  failure: null,
  outputs: [],
  rejections: [],
  created_at: now.toISOString(),
  completed_at: null,
  updated_at: now.toISOString(),
});

/** The configuration of a job, from which its fingerprint and its regenerations are made. */
export const configurationOf = ({
  workflow,
  capture_type,
  mode,
  room_types,
  style_preset,
}: Generation): Configuration => ({
  workflow,
  capture_type,
  mode,
  room_types,
  style_preset,
});

/** The id of a job's output: the same whenever the output is made. */
export const outputIdOf = (jobId: string, rank: number): string => derivedId("out", jobId, String(rank));

/**
 * The ids of the outputs that a job that has ended may have stored without referring to them: it failed after its approval,
 * or one of several runs of that approved more. What a job stores before it runs is none.
 */
export function leftoverOutputs({
  job_id,
  config_fingerprint,
  include_alternates,
  outputs,
}: Generation): string[] {
  if (config_fingerprint === null) return [];
  const ids = [1, ...(include_alternates ? [2] : [])].map((rank) => outputIdOf(job_id, rank));
  return ids.filter((id) => !outputs.some(({ output_id }) => output_id === id));
}

/** The outputs that a job exposes: the primary and, if asked for, the alternate (contract, service.12). */
export const exposedOutputs = (
  approved: readonly StoredOutput[],
  includeAlternates: boolean,
): StoredOutput[] => approved.toSorted((a, b) => a.rank - b.rank).slice(0, includeAlternates ? 2 : 1);

/** A job that had not ended, as its caller's cancel ends it. */
export const cancelledJob = (job: Generation, now: Date) => ({
  ...job,
  status: "failed" as const,
  failure: failure("cancelled", "The job was cancelled."),
  outputs: [],
  completed_at: now.toISOString(),
  updated_at: now.toISOString(),
});

/** Whether a job was ended by its caller, and not by its pipeline. */
export const isCancelled = (job: Generation): boolean => job.failure?.code === "cancelled";
