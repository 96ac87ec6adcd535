import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
} from "@aws-sdk/client-dynamodb";
import * as v from "valibot";
import { type Credentials, engineCredentials } from "../endpoints.ts";
import type { Stack } from "../template/stack.ts";

const KeySchema = v.array(v.object({ AttributeName: v.string(), KeyType: v.picklist(["HASH", "RANGE"]) }));
const TableProperties = v.object({
  AttributeDefinitions: v.array(
    v.object({ AttributeName: v.string(), AttributeType: v.picklist(["S", "N", "B"]) }),
  ),
  KeySchema,
  GlobalSecondaryIndexes: v.optional(
    v.array(
      v.object({
        IndexName: v.string(),
        KeySchema,
        Projection: v.object({
          ProjectionType: v.picklist(["ALL", "KEYS_ONLY", "INCLUDE"]),
          NonKeyAttributes: v.exactOptional(v.array(v.string())),
        }),
      }),
    ),
  ),
});

const tablesOf = (stack: Stack) =>
  ["AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable"].flatMap((type) =>
    stack.resources(type, TableProperties),
  );

/** Creates the template's tables that do not exist yet. Returns whether there are any and all of them are new. */
export async function createTables(stack: Stack, url: string): Promise<boolean> {
  const client = clientOf(stack, url);
  const tables = tablesOf(stack);
  let areNew = tables.length > 0;
  for (const { name, properties } of tables) {
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = properties;
    const input: CreateTableCommandInput = {
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions,
      KeySchema,
      ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }),
    };
    await client.send(new CreateTableCommand(input)).catch((error) => {
      if (!(error instanceof ResourceInUseException)) throw error;
      areNew = false;
    });
  }
  client.destroy();
  return areNew;
}

/** Deletes the template's tables, and no other table of the engine. */
export async function deleteTables(stack: Stack, url: string): Promise<void> {
  const client = clientOf(stack, url);
  for (const { name } of tablesOf(stack))
    await client.send(new DeleteTableCommand({ TableName: name })).catch((error) => {
      if (!(error instanceof ResourceNotFoundException)) throw error;
    });
  client.destroy();
}

/** A client of the engine, or of its door. Some engines keep a table for each region. */
export const clientOf = (stack: Stack, endpoint: string, credentials: Credentials = engineCredentials) =>
  new DynamoDBClient({ endpoint, region: stack.place.region, credentials });
