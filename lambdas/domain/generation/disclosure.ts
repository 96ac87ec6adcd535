import * as v from "valibot";
import { DisclosureId, JobId } from "../ids.ts";
import { CaptureType, JobMode, Workflow } from "../vocabulary.ts";
import type { Generation, StoredOutput } from "./generation.ts";

/**
 * The public page of one output, as stored: everything that it shows, so that who reads it needs no access to jobs. A
 * revoked page is answered as one that never was.
 */
export const DisclosurePage = v.object({
  disclosure_id: DisclosureId,
  organization_id: v.string(),
  job_id: JobId,
  workflow: Workflow,
  capture_type: CaptureType,
  mode: v.nullable(JobMode),
  original_key: v.string(),
  altered_key: v.string(),
  altered_at: v.string(),
  revoked_at: v.nullable(v.string()),
  /** Whether a simulated model made the picture. A page of 1.1.0 does not say. */
  sandbox: v.exactOptional(v.boolean()),
});
export type DisclosurePage = v.InferOutput<typeof DisclosurePage>;

/**
 * The page of an output that has one, as its job ends with it; null for an output without a page, or of an earlier job.
 * `previews` are the keys of what it shows.
 */
export function pageOf(
  { organization_id, job_id, workflow, capture_type, mode, sandbox }: Generation,
  { disclosure_id, cached, created_at }: StoredOutput,
  previews: Pick<DisclosurePage, "original_key" | "altered_key">,
): DisclosurePage | null {
  if (disclosure_id === undefined || cached) return null;
  return {
    disclosure_id,
    organization_id,
    job_id,
    workflow,
    capture_type,
    mode,
    ...previews,
    altered_at: created_at,
    revoked_at: null,
    sandbox,
  };
}

/** What a page says of its picture: the words of the label, and what was altered. */
export type Alteration = { label: string; description: string };

const descriptions: Record<JobMode, string> = {
  refurnish:
    "Furniture and decoration were added, replaced or removed digitally. The room itself is the same.",
  renovate:
    "Surfaces and fixtures were changed, and furniture was added, replaced or removed digitally. The room has not been renovated and does not look like this.",
  clean: "Furniture and objects were removed digitally.",
  panorama360:
    "Furniture and decoration were added, replaced or removed digitally. The room itself is the same.",
  floorplan: "Furniture and colours were drawn into the plan digitally.",
};

/** The words for an output of a workflow and mode. */
export const alterationOf = ({ workflow, mode }: Pick<DisclosurePage, "workflow" | "mode">): Alteration =>
  workflow === "pro_capture" || mode === null
    ? {
        label: "Digitally enhanced",
        description:
          "Light, colour and sharpness were corrected digitally, and verticals set upright if they leaned, which crops the picture. Nothing was added to the room or removed from it.",
      }
    : { label: "Virtually staged", description: descriptions[mode] };

/** The address of a public page, below the API's own: it is drawn into pictures, so it must stay. */
export const disclosureUrl = (baseUrl: string, disclosureId: string): string =>
  `${baseUrl.replace(/\/$/, "")}/d/${disclosureId}`;
