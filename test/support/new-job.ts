import { ulid } from "ulid";
import { keptFields } from "../../lambdas/domain/generation/caller-fields.ts";
import { type Generation, newGeneration } from "../../lambdas/domain/generation/generation.ts";

/** The output of a job at a rank, with changes. */
export const newOutput = (rank: number, changes: Partial<Generation["outputs"][number]> = {}) => ({
  output_id: `out_${rank}`,
  rank,
  is_primary: rank === 1,
  object_key: `outputs/${rank}.jpg`,
  cached: false,
  created_at: new Date().toISOString(),
  ...changes,
});

/** A queued job of the smallest configuration, with changes. It is not stored. */
export function newJob(organizationId: string, changes: Partial<Generation> = {}): Generation {
  const accepted = {
    organization_id: organizationId,
    job_id: `job_${ulid()}`,
    parent_job_id: null,
    ingest_id: null,
    source_asset_id: `src_${ulid()}`,
    workflow: "pro_capture" as const,
    capture_type: "photo" as const,
    mode: null,
    room_types: [],
    style_preset: null,
    include_alternates: false,
    disclosure: "none" as const,
    listing: null,
    ...keptFields({}),
    key_id: null,
    mask: null,
    webhook_url: null,
    webhook_key_id: null,
    reserved_period: null,
    reserved_price_micro_usd: null,
    sandbox: false,
  };
  return { ...newGeneration(accepted, new Date()), ...changes };
}
