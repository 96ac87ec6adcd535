import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { table } from "../../lambdas/storage/table.ts";
import { startDynamoDb } from "../../local/dynamodb.ts";
import { localCredentials } from "../../local/endpoints.ts";

type Configurable = { updateHttpClientConfig?: (name: string, value: unknown) => void };
export type TestTable = { url: string; stop: () => Promise<void> };

/**
 * Starts an empty table in memory and points this process at it by the environment that functions get: call it before
 * anything is read or written. It ends with the process, or earlier by `stop`.
 */
export async function startTable(): Promise<TestTable> {
  const { url, stop } = await startDynamoDb(":memory:", undefined, () => {});
  Object.assign(process.env, {
    TABLE_NAME: "staging",
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: url,
  });
  // No function has more than a few calls under way; tests have hundreds, which wait longer than the time limits for
  // one of the pool's sockets.
  const requestHandler = table.config.requestHandler as Configurable;
  requestHandler.updateHttpClientConfig?.("connectionTimeout", undefined);
  requestHandler.updateHttpClientConfig?.("socketTimeout", undefined);
  const client = new DynamoDBClient();
  await client.send(
    new CreateTableCommand({
      TableName: "staging",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["pk", "sk", "gsi1pk", "gsi1sk"].map((AttributeName) => ({
        AttributeName,
        AttributeType: "S",
      })),
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: "open-work",
          KeySchema: [
            { AttributeName: "gsi1pk", KeyType: "HASH" },
            { AttributeName: "gsi1sk", KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "KEYS_ONLY" },
        },
      ],
    }),
  );
  client.destroy();
  return { url, stop };
}
