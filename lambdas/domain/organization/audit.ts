import * as v from "valibot";

/**
 * One change that an operator made, as stored. `changes` are the sentences that announced it, with values before and
 * after; no secret is among them. `unfinished` is a change that did not report its end, because its program died.
 */
export const AuditRecord = v.object({
  audit_id: v.string(),
  at: v.string(),
  by: v.string(),
  command: v.string(),
  organization_id: v.nullable(v.string()),
  changes: v.array(v.string()),
  outcome: v.picklist(["unfinished", "done", "failed"]),
});
export type AuditRecord = v.InferOutput<typeof AuditRecord>;
