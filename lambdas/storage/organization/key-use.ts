import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { expiryOfKey } from "../../domain/organization/api-keys.ts";
import type { ApiKey } from "../../domain/organization/organization.ts";
import { readItems } from "../batch.ts";
import { keys } from "../keys.ts";
import { table, tableName, unlessRefused, type Write } from "../table.ts";

/** Uses closer together are recorded as one: the last use is known to the hour. */
export const keyUseEveryMs = 3600 * 1000;

const keyOf = ({ organization_id, public_key_id }: ApiKey) => keys.keyUse(organization_id, public_key_id);

/** Records that a key was used, unless a use within the last hour is recorded already. */
export async function recordKeyUse(key: ApiKey, now: Date): Promise<void> {
  const { expires_at } = expiryOfKey(key);
  await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keyOf(key),
        UpdateExpression: `SET used_at = :now${expires_at === undefined ? "" : ", expires_at = :expires"}`,
        ConditionExpression: "attribute_not_exists(used_at) OR used_at <= :before",
        ExpressionAttributeValues: {
          ":now": now.toISOString(),
          ":before": new Date(now.getTime() - keyUseEveryMs).toISOString(),
          ...(expires_at !== undefined && { ":expires": expires_at }),
        },
      }),
    ),
  );
}

/** The write by which the record of a key's use goes with the key; none as long as the key has no end. */
export function endKeyUse(key: ApiKey): Write[] {
  const { expires_at } = expiryOfKey(key);
  if (expires_at === undefined) return [];
  const Update = {
    TableName: tableName(),
    Key: keyOf(key),
    UpdateExpression: "SET expires_at = :expires",
    ExpressionAttributeValues: { ":expires": expires_at },
  };
  return [{ Update }];
}

const Uses = v.array(v.object({ pk: v.string(), used_at: v.optional(v.string()) }));

/** When keys were last used, to the hour, in one read; null for one never used, or only before uses were recorded. */
export async function findKeyUses(of: readonly ApiKey[]): Promise<(string | null)[]> {
  const uses = v.parse(Uses, (await readItems(of.map(keyOf))).items);
  const byKey = new Map(uses.map(({ pk, used_at }) => [pk, used_at ?? null]));
  return of.map((key) => byKey.get(keyOf(key).pk) ?? null);
}
