import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import type { ApiKey } from "../../domain/organization/organization.ts";
import { keys } from "../keys.ts";
import { readItem, table, tableName, unlessRefused } from "../table.ts";

/** Uses closer together are recorded as one: the last use is known to the hour. */
export const keyUseEveryMs = 3600 * 1000;

/** Records that a key was used, unless a use within the last hour is recorded already. */
export async function recordKeyUse({ organization_id, public_key_id }: ApiKey, now: Date): Promise<void> {
  await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.keyUse(organization_id, public_key_id),
        UpdateExpression: "SET used_at = :now",
        ConditionExpression: "attribute_not_exists(used_at) OR used_at <= :before",
        ExpressionAttributeValues: {
          ":now": now.toISOString(),
          ":before": new Date(now.getTime() - keyUseEveryMs).toISOString(),
        },
      }),
    ),
  );
}

/** When a key was last used, to the hour; null if never, or only before uses were recorded. */
export async function findKeyUse({ organization_id, public_key_id }: ApiKey): Promise<string | null> {
  const use = await readItem(v.object({ used_at: v.string() }), keys.keyUse(organization_id, public_key_id));
  return use?.used_at ?? null;
}
