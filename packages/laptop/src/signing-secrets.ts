import { type DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import * as v from "valibot";
import type { KnownSecret } from "./webhook-verdict.ts";

/** As lambdas/storage/keys.ts has it: the inbox stands for every receiver of this laptop, so it knows their secrets. */
const prefix = "SIGNING#";

const Text = v.object({ S: v.string() });
const Item = v.object({ pk: Text, current: Text, previous: v.optional(v.unknown()) });
const Rotated = v.object({ M: v.object({ secret: Text }) });

/** The signing secrets of every organization in the local table, those that were rotated out lately too. */
export async function readSigningSecrets(client: DynamoDBClient, TableName: string): Promise<KnownSecret[]> {
  const pages = paginateScan(
    { client },
    {
      TableName,
      FilterExpression: "begins_with(pk, :prefix)",
      ExpressionAttributeValues: { ":prefix": { S: prefix } },
    },
  );
  const found: KnownSecret[] = [];
  for await (const { Items = [] } of pages) found.push(...Items.flatMap(secretsOf));
  return found;
}

function secretsOf(item: unknown): KnownSecret[] {
  const { pk, current, previous } = v.parse(Item, item);
  const organization_id = pk.S.slice(prefix.length);
  const rotated = v.safeParse(Rotated, previous);
  const secrets = rotated.success ? [current.S, rotated.output.M.secret.S] : [current.S];
  return secrets.map((secret) => ({ organization_id, secret }));
}
