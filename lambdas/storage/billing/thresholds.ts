import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { keys } from "../keys.ts";
import { table, tableName, unlessRefused } from "../table.ts";

/** Remembers a time in the totals of a period under a name; false if one is remembered already. */
export const rememberInPeriod = (
  organizationId: string,
  periodStart: string,
  name: string,
  now: Date,
): Promise<boolean> =>
  unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.usage(organizationId, periodStart),
        UpdateExpression: "SET #name = :now",
        ConditionExpression: "attribute_not_exists(#name)",
        ExpressionAttributeNames: { "#name": name },
        ExpressionAttributeValues: { ":now": now.toISOString() },
      }),
    ),
  );
