import * as v from "valibot";
import type { AuditRecord } from "../../domain/organization/audit.ts";
import type { ApiKey } from "../../domain/organization/organization.ts";
import { type IdempotencyClaim, recordAccepted } from "../idempotency.ts";
import { keys } from "../keys.ts";
import { readItem, tableName, transact, type Write } from "../table.ts";
import { apiKeyWrites, listApiKeys } from "./api-keys.ts";
import { recordChange } from "./audit.ts";
import { endKeyUse } from "./key-use.ts";

/** The keys of an organization, and how many it had issued before they were read. */
export type KeysToIssue = { all: ApiKey[]; issued: number };

const Issued = v.object({ issued: v.number() });

/** What issuing a key depends on. The number is read first: `issueKey` then notices every key that is not in the list. */
export async function findKeysToIssue(organizationId: string, now: Date): Promise<KeysToIssue> {
  const { issued } = (await readItem(Issued, keys.issuedKeys(organizationId))) ?? { issued: 0 };
  return { all: await listApiKeys(organizationId, now), issued };
}

const isNotRevoked = {
  ConditionExpression: "attribute_type(revoked_at, :null)",
  ExpressionAttributeValues: { ":null": "NULL" },
};

type Issue = {
  key: ApiKey;
  /** The key that issues it. */
  issuerId: string;
  claim: IdempotencyClaim;
  response: string;
  change: AuditRecord;
  now: Date;
};

/**
 * Saves a key that a caller issues, with its idempotency record and the record of the change; unless the organization has
 * issued another since `issued` was read, or the issuer is revoked: after that, nothing more comes of it.
 */
export async function issueKey(
  { key, issuerId, claim, response, change, now }: Issue,
  issued: number,
): Promise<"issued" | "accepted_before" | "issuer_is_revoked" | "another_was_issued"> {
  const outcome = await transact({
    guards: {
      accepted_before: recordAccepted(claim, response, now),
      issuer_is_revoked: {
        ConditionCheck: { TableName: tableName(), Key: keys.apiKey(issuerId), ...isNotRevoked },
      },
      another_was_issued: countIssue(key.organization_id, issued),
    },
    writes: [...apiKeyWrites(key), recordChange(change)],
  });
  return outcome.committed ? "issued" : outcome.refusedBy;
}

const countIssue = (organizationId: string, issued: number): Write => ({
  Update: {
    TableName: tableName(),
    Key: keys.issuedKeys(organizationId),
    UpdateExpression: "SET issued = :next",
    ConditionExpression: issued === 0 ? "attribute_not_exists(issued)" : "issued = :issued",
    ExpressionAttributeValues: { ":next": issued + 1, ...(issued > 0 && { ":issued": issued }) },
  },
});

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
  const [found, { Put }] = apiKeyWrites(revoked);
  const outcome = await transact({
    guards: {
      revoked_before: { Put: { ...Put, ...isNotRevoked } },
      needed_is_revoked: needed && {
        ConditionCheck: {
          TableName,
          Key: keys.keyOfOrganization(needed.organization_id, needed.public_key_id),
          ...isNotRevoked,
        },
      },
    },
    writes: [found, ...endKeyUse(revoked), recordChange(change)],
  });
  return outcome.committed ? "revoked" : outcome.refusedBy;
}
