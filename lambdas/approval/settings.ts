import * as v from "valibot";
import { env } from "../runtime/env.ts";
import { type Approval, approvals } from "./policy.ts";

/** How strict a stage is: whether outputs need an edit mask, and whether candidates show the room, so that it can drift. */
export interface ApprovalSettings {
  approval: Approval;
  requiresMask: boolean;
  judgesDrift: boolean;
}

/** The settings of this function's stage; throws an Error if the stack did not set them. */
export const approvalSettings = (): ApprovalSettings => ({
  approval: v.parse(v.picklist(approvals), env("APPROVAL")),
  requiresMask: env("REQUIRE_MASK") === "true",
  judgesDrift: env("JUDGE_DRIFT") === "true",
});
