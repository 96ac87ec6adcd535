import type { AuditRecord } from "../../domain/organization/audit.ts";
import type { ApiKey } from "../../domain/organization/organization.ts";
import { type IdempotencyClaim, recordAccepted } from "../idempotency.ts";
import { keys } from "../keys.ts";
import { tableName, transact } from "../table.ts";
import { recordChange } from "./audit.ts";
import { apiKeyWrites } from "./organizations.ts";

/** Saves a key that a caller issues, with its idempotency record and the record of the change. */
export async function issueKey(
  { claim, response }: { claim: IdempotencyClaim; response: string },
  key: ApiKey,
  change: AuditRecord,
  now: Date,
): Promise<"issued" | "accepted_before"> {
  const outcome = await transact({
    guards: { accepted_before: recordAccepted(claim, response, now) },
    writes: [...apiKeyWrites(key), recordChange(change)],
  });
  return outcome.committed ? "issued" : outcome.refusedBy;
}

/**
 * Saves a key as revoked, with the record of the change. `needed` is another key that must not have been revoked meanwhile;
 * null if the organization needs none.
 */
export async function revokeKey(
  revoked: ApiKey,
  needed: ApiKey | null,
  change: AuditRecord,
): Promise<"revoked" | "needed_is_revoked" | "revoked_before"> {
  const TableName = tableName();
  const outcome = await transact({
    guards: {
      revoked_before: {
        Put: {
          TableName,
          Item: { ...keys.keyOfOrganization(revoked.organization_id, revoked.public_key_id), ...revoked },
          ConditionExpression: "attribute_type(revoked_at, :null)",
          ExpressionAttributeValues: { ":null": "NULL" },
        },
      },
      needed_is_revoked: needed && {
        ConditionCheck: {
          TableName,
          Key: keys.keyOfOrganization(needed.organization_id, needed.public_key_id),
          ConditionExpression: "attribute_type(revoked_at, :null)",
          ExpressionAttributeValues: { ":null": "NULL" },
        },
      },
    },
    writes: [
      {
        Put: { TableName, Item: { ...keys.apiKey(revoked.public_key_id), ...revoked } },
      },
      recordChange(change),
    ],
  });
  return outcome.committed ? "revoked" : outcome.refusedBy;
}
