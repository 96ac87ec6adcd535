import * as v from "valibot";
import { env } from "../runtime/env.ts";
import { type Approval, approvals, type MaskRequirement, maskRequirements } from "./policy.ts";

/** How strict a stage is: of which models outputs need an edit mask, and whether candidates show the room, so that it can drift. */
export interface ApprovalSettings {
  approval: Approval;
  masks: MaskRequirement;
  judgesDrift: boolean;
}

/** The settings of this function's stage; throws an Error if the stack did not set them. */
export const approvalSettings = (): ApprovalSettings => ({
  approval: v.parse(v.picklist(approvals), env("APPROVAL")),
  masks: v.parse(v.picklist(maskRequirements), env("REQUIRE_MASK")),
  judgesDrift: env("JUDGE_DRIFT") === "true",
});
