import * as v from "valibot";
import { Failure, type FailureCode, isFailureCode } from "../failures.ts";
import { derivedId, JobId, SourceId, UploadId } from "../ids.ts";
import { CaptureType, IngestStatus } from "../vocabulary.ts";

const fetched = [
  v.object({ kind: v.literal("url"), url: v.string() }),
  v.object({ kind: v.literal("upload"), object_key: v.string(), upload_id: v.optional(UploadId) }),
] as const;

/**
 * Where an original picture is: a URL to fetch, or an object, stored from the request or put by the caller under the URL of
 * `upload_id`.
 */
export const Original = v.variant("kind", fetched);
export type Original = v.InferOutput<typeof Original>;

/** Where the picture of an ingest job is: still an original, or in a source asset that the mask of the job belongs to. */
export const IngestSource = v.variant("kind", [
  ...fetched,
  v.object({ kind: v.literal("asset"), source_asset_id: SourceId }),
]);
export type IngestSource = v.InferOutput<typeof IngestSource>;

const SimulatedCode = v.custom<FailureCode>((code) => typeof code === "string" && isFailureCode(code));

/**
 * A source asset ingest job as stored; `job_id` names the generation that waits for it, if any, and `mask` is where its mask is.
 * `storing` are the assets
 * for which it began to store a picture. An ingest of a sandbox may have to fail with `simulated_failure`.
 */
export const IngestJob = v.object({
  organization_id: v.string(),
  ingest_id: SourceId,
  job_id: v.nullable(JobId),
  capture_type: v.nullable(CaptureType),
  source: IngestSource,
  mask: v.optional(Original),
  simulated_failure: v.optional(SimulatedCode),
  status: IngestStatus,
  storing: v.optional(v.array(SourceId), []),
  source_asset_id: v.nullable(SourceId),
  failure: v.nullable(Failure),
  created_at: v.string(),
  completed_at: v.nullable(v.string()),
  updated_at: v.string(),
});
export type IngestJob = v.InferOutput<typeof IngestJob>;

/**
 * A source picture of an organization. `width` and `height` measure the working copy, in pixels; `pose_heading` is
 * the direction of a panorama's centre in degrees, if its metadata gives one.
 */
export const SourceAsset = v.object({
  organization_id: v.string(),
  source_asset_id: SourceId,
  content_hash: v.string(),
  object_key: v.string(),
  width: v.number(),
  height: v.number(),
  pose_heading: v.optional(v.nullable(v.number()), null),
  created_at: v.string(),
});
export type SourceAsset = v.InferOutput<typeof SourceAsset>;

/** The states of an ingest job and those that may follow each. A duplicate picture passes through them too. */
const ingestTransitions: Record<IngestStatus, readonly IngestStatus[]> = {
  queued: ["ingesting", "failed"],
  ingesting: ["ready", "failed"],
  ready: [],
  failed: [],
};

/** The states from which an ingest job may enter `status`. */
export const ingestStatusesBefore = (status: IngestStatus): IngestStatus[] =>
  v.parse(
    v.array(IngestStatus),
    Object.entries(ingestTransitions).flatMap(([from, to]) => (to.includes(status) ? [from] : [])),
  );

export const isIngestTerminal = (status: IngestStatus): boolean => ingestTransitions[status].length === 0;

/** The age at which the sweeper fails an ingest that has not ended. Its state machine gives up earlier. */
export const ingestDeadlineMinutes = 15;

/** What a new ingest job is made from. */
type NewIngestJob = Pick<
  IngestJob,
  "organization_id" | "ingest_id" | "job_id" | "capture_type" | "source" | "mask" | "simulated_failure"
>;

export const newIngestJob = (accepted: NewIngestJob, now: Date): IngestJob => ({
  ...accepted,
  status: "queued",
  storing: [],
  source_asset_id: null,
  failure: null,
  created_at: now.toISOString(),
  completed_at: null,
  updated_at: now.toISOString(),
});

/**
 * The assets of which an ingest may have stored a picture without keeping the asset: it failed after that, or a repeat found
 * other bytes at its URL.
 */
export const leftoverAssets = ({ storing, source_asset_id }: IngestJob): string[] =>
  storing.filter((id) => id !== source_asset_id);

/** The asset id of a picture: the same for the same bytes within an organization, another in every other one. */
export const sourceAssetId = (organizationId: string, contentHash: string): string =>
  derivedId("src", organizationId, contentHash);

/** An ingest job as callers see it (contract, source-asset.*). */
export const ingestView = (ingest: IngestJob) => ({
  ingest_id: ingest.ingest_id,
  status: ingest.status,
  source_asset_id: ingest.source_asset_id,
  failure: ingest.failure,
  created_at: ingest.created_at,
  completed_at: ingest.completed_at,
  updated_at: ingest.updated_at,
});
