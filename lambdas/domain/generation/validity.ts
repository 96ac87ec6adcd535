import type { CaptureType, JobMode, Mode, Workflow } from "../vocabulary.ts";

/** How a field stands in a request: `ignored` is allowed and without effect. */
export const rules = ["required", "optional", "ignored", "refused"] as const;
type Rule = (typeof rules)[number];

export type Row = {
  workflow: Workflow;
  capture_type: CaptureType;
  room_types: Rule;
  style_preset: Rule;
  mask: Rule;
} & ({ mode: readonly Mode[] } | { mode: "refused"; job_mode: JobMode | null });

const nothing = {
  mode: "refused",
  job_mode: null,
  room_types: "refused",
  style_preset: "refused",
  mask: "refused",
} as const;

/**
 * What goes together in a request: the contract's field validity matrix. A row holds for the modes that it lists; if a
 * request names none, the job has `job_mode`. The refusals of a create and the types of clients are made from it.
 */
export const validity = [
  {
    workflow: "staging",
    capture_type: "photo",
    mode: ["refurnish", "renovate"],
    room_types: "required",
    style_preset: "optional",
    mask: "optional",
  },
  {
    workflow: "staging",
    capture_type: "photo",
    mode: ["clean"],
    room_types: "ignored",
    style_preset: "ignored",
    mask: "optional",
  },
  {
    workflow: "staging",
    capture_type: "panorama360",
    mode: "refused",
    job_mode: "panorama360",
    room_types: "refused",
    style_preset: "required",
    mask: "refused",
  },
  {
    workflow: "staging",
    capture_type: "floorplan",
    mode: "refused",
    job_mode: "floorplan",
    room_types: "refused",
    style_preset: "optional",
    mask: "refused",
  },
  { workflow: "pro_capture", capture_type: "photo", ...nothing },
  { workflow: "pro_capture", capture_type: "panorama360", ...nothing },
  { workflow: "pro_capture", capture_type: "floorplan", ...nothing },
] as const satisfies readonly Row[];
