import { IdempotencyConfig, makeIdempotent } from "@aws-lambda-powertools/idempotency";
import { DynamoDBPersistenceLayer } from "@aws-lambda-powertools/idempotency/dynamodb";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { RateLimiterDynamo } from "rate-limiter-flexible";

const idempotencyTable = "powertools-idempotency";

const storeClient = new DynamoDB();
await storeClient.createTable({
  TableName: idempotencyTable,
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
});

/**
 * An idempotent, limited create as the documentation of Powertools and of rate-limiter-flexible shows each: the limits of
 * the organization and of its key, then the handler, made idempotent by the organization and its Idempotency-Key.
 */
export async function openCreate({ perMinute, createJob }) {
  const limiter = (keyPrefix) =>
    new Promise((resolve) => {
      const options = { storeClient, tableName: keyPrefix, keyPrefix, points: perMinute, duration: 60 };
      const created = new RateLimiterDynamo(options, () => resolve(created));
    });
  const [ofOrganization, ofKey] = [await limiter("organization"), await limiter("key")];

  const handler = makeIdempotent((event) => createJob(event.body), {
    persistenceStore: new DynamoDBPersistenceLayer({ tableName: idempotencyTable }),
    config: new IdempotencyConfig({
      eventKeyJmesPath: "[organizationId, idempotencyKey]",
      payloadValidationJmesPath: "body",
      expiresAfterSeconds: 24 * 3600,
      throwOnNoIdempotencyKey: true,
    }),
  });
  return async (event, context) => {
    await Promise.all([ofOrganization.consume(event.organizationId), ofKey.consume(event.keyId)]);
    return handler(event, context);
  };
}
