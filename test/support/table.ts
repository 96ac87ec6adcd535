import { randomUUID } from "node:crypto";
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { startDynamoDb } from "@image-staging/local-cloud/dynamodb/engine";
import { engineCredentials } from "@image-staging/local-cloud/endpoints";
import { silent } from "@image-staging/local-cloud/terminal";
import * as v from "valibot";
import type { Key } from "../../lambdas/storage/keys.ts";
import { readItem, table } from "../../lambdas/storage/table.ts";
import { handedOver } from "../../lib/outputs.ts";

/** The item under a key as it is stored, or null. */
export const storedItem = (key: Key) => readItem(v.looseObject({}), key);

type Configurable = { updateHttpClientConfig?: (name: string, value: unknown) => void };
export type TestTable = { name: string; url: string; stop: () => Promise<void> };

/** What the tests were started with: `startTable` changes the variable. */
const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;

/** One engine a worker, since the client of the code under test keeps the address it is first used with. */
let started: ReturnType<typeof startDynamoDb> | undefined;

/**
 * Makes an empty table and points this process at it by the environment that functions get: call it before anything is
 * read or written. The table lies in memory, in an engine that ends with the process, or in the engine
 * that AWS_ENDPOINT_URL_DYNAMODB names. `stop` deletes it.
 */
export async function startTable(): Promise<TestTable> {
  started ??= startDynamoDb(":memory:", { endpoint, log: () => {}, terminal: silent });
  const engine = await started;
  const name = `staging-${randomUUID()}`;
  Object.assign(process.env, {
    ...handedOver,
    TABLE_NAME: name,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: engineCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: engineCredentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: engine.url,
  });
  // No function has more than a few calls under way; tests have hundreds, which wait longer than the time limits for
  // one of the pool's sockets.
  const requestHandler = table.config.requestHandler as Configurable;
  requestHandler.updateHttpClientConfig?.("connectionTimeout", undefined);
  requestHandler.updateHttpClientConfig?.("socketTimeout", undefined);
  const client = new DynamoDBClient();
  await client.send(
    new CreateTableCommand({
      TableName: name,
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
  const stop = async () => {
    await client.send(new DeleteTableCommand({ TableName: name }));
    client.destroy();
  };
  return { name, url: engine.url, stop };
}
