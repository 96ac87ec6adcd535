import * as v from "valibot";

/**
 * One change that an operator made, an API key, or the service by itself, as stored. `changes` are the sentences that announced it, with values before and
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

/** The record of a change that a caller made by an operation of the API: `by` names the key. */
export const changeByKey = (
  { keyId, organizationId }: { keyId: string; organizationId: string },
  { method, path }: { method: string; path: string },
  changes: string[],
  { id, now }: { id: string; now: Date },
): AuditRecord => ({
  audit_id: id,
  at: now.toISOString(),
  by: `key ${keyId}`,
  command: `${method} ${path}`,
  organization_id: organizationId,
  changes,
  outcome: "done",
});

/** The record of a change that the service makes when it is due. */
export const changeBySchedule = (
  organizationId: string,
  changes: string[],
  { id, now }: { id: string; now: Date },
): AuditRecord => ({
  audit_id: id,
  at: now.toISOString(),
  by: "schedule",
  command: "sweep",
  organization_id: organizationId,
  changes,
  outcome: "done",
});
