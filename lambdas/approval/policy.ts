import { type Asked, modelFor } from "../domain/generation/models.ts";
import type { CaptureType, Workflow } from "../domain/vocabulary.ts";

/** How sure a stage must be: "strict" also refuses what is only suspected. */
export const approvals = ["balanced", "strict"] as const;
export type Approval = (typeof approvals)[number];

/** Of whose candidates an edit mask is required: of all; of floor plans alone, whose model always gives one; of none. */
export const maskRequirements = ["true", "plans", "false"] as const;
export type MaskRequirement = (typeof maskRequirements)[number];

/** Whether a candidate without an edit mask is refused. The simulated model, which answers sandboxes, gives none. */
export function requiresMask(job: Asked, required: MaskRequirement): boolean {
  const model = modelFor(job);
  return required === "true" ? model !== "simulated" : required === model;
}

/** The least of each measure of a candidate. */
export interface ApprovalPolicy {
  minSpread: number;
  minDifference: number;
  minStructure: number;
  minScore: number;
}

/**
 * Thresholds from measurements on real pictures of each capture type and variations of them. Spread: a grey or nearly
 * black picture has at most 0.01. Difference: a copy saved as JPEG of quality 30 and up differs by at most 0.023,
 * removing one small object by 0.08. Structure: a mirrored copy or another picture keeps at most 0.27, replacing half
 * of the picture leaves 0.40 to 0.67, a strong restyling with furniture about 0.70, a regrading 0.98.
 */
const staging: ApprovalPolicy = { minSpread: 0.02, minDifference: 0.04, minStructure: 0.35, minScore: 0.5 };

/** The walls of a plan must not move, however it is coloured. */
const stagingFloorplan: ApprovalPolicy = { ...staging, minStructure: 0.5 };

/** An enhancement may be slight (a good copy differs by at most 0.009) and must not change what is shown. */
const proCapture: ApprovalPolicy = { ...staging, minDifference: 0.01, minStructure: 0.6 };

/** What a candidate of a workflow and capture type must reach. */
export function approvalPolicy(workflow: Workflow, captureType: CaptureType): ApprovalPolicy {
  if (workflow === "pro_capture") return proCapture;
  return captureType === "floorplan" ? stagingFloorplan : staging;
}
