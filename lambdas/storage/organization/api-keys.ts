import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { expiryOfKey, keyKeptUntil } from "../../domain/organization/api-keys.ts";
import { ApiKey } from "../../domain/organization/organization.ts";
import { keys } from "../keys.ts";
import { listUnder, readItem, table, tableName, transact, type Write } from "../table.ts";
import { endKeyUse } from "./key-use.ts";

export const findApiKey = (publicKeyId: string) => readItem(ApiKey, keys.apiKey(publicKeyId));

/** The writes that save a key as it is now, findable by its public id and listed under its organization. */
export function apiKeyWrites(key: ApiKey): [found: PutWrite, listed: PutWrite] {
  const { organization_id, public_key_id } = key;
  const put = (at: object): PutWrite => ({
    Put: { TableName: tableName(), Item: { ...at, ...key, ...expiryOfKey(key) } },
  });
  return [put(keys.apiKey(public_key_id)), put(keys.keyOfOrganization(organization_id, public_key_id))];
}
type PutWrite = { Put: NonNullable<Write["Put"]> };

export async function saveApiKey(key: ApiKey): Promise<void> {
  await transact({ guards: {}, writes: [...apiKeyWrites(key), ...endKeyUse(key)] });
}

/** DynamoDB deletes some days later than it may. */
const isKept = (now: Date) => (key: ApiKey) => keyKeptUntil(key) > now.getTime();

/** The key of an organization, unless it is gone, or is another organization's; else null. */
export async function findListedKey(
  organizationId: string,
  keyId: string,
  now: Date,
): Promise<ApiKey | null> {
  const key = await readItem(ApiKey, keys.keyOfOrganization(organizationId, keyId));
  return key !== null && isKept(now)(key) ? key : null;
}

/** The keys of an organization, oldest first, with those that have ended in the last 90 days. */
export const listApiKeys = async (organizationId: string, now: Date): Promise<ApiKey[]> =>
  (await listUnder(ApiKey, keys.keyOfOrganization(organizationId, ""))).filter(isKept(now));

/** `last` is the id of the key that the next page follows, or null on the last page. */
type KeyPage = { page: ApiKey[]; last: string | null };

/** One page of them, after a key (exclusive). It may hold fewer than `limit`, or none, if some are not deleted yet. */
export async function pageOfApiKeys(
  organizationId: string,
  { after, limit }: { after: string | null; limit: number },
  now: Date,
): Promise<KeyPage> {
  const { pk, sk } = keys.keyOfOrganization(organizationId, "");
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :start)",
      ExpressionAttributeValues: { ":pk": pk, ":start": sk },
      Limit: limit + 1,
      ConsistentRead: true,
      ...(after !== null && { ExclusiveStartKey: keys.keyOfOrganization(organizationId, after) }),
    }),
  );
  const found = v.parse(v.array(ApiKey), Items);
  const page = found.slice(0, limit);
  return {
    page: page.filter(isKept(now)),
    last: found.length > limit ? (page.at(-1)?.public_key_id ?? null) : null,
  };
}
