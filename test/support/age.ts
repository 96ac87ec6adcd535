import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { type Key, openIndex } from "../../lambdas/storage/keys.ts";
import { table, tableName } from "../../lambdas/storage/table.ts";

/** Makes work look as if it had been created so many minutes ago, and due to be swept. */
export async function age(key: Key, id: string, minutes: number): Promise<void> {
  const created = new Date(Date.now() - minutes * 60_000);
  const { gsi1sk } = openIndex.attributes(id, created);
  await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key,
      UpdateExpression: "SET created_at = :created, gsi1sk = :due",
      ConditionExpression: "attribute_exists(gsi1pk)",
      ExpressionAttributeValues: { ":created": created.toISOString(), ":due": gsi1sk },
    }),
  );
}
