import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { ApiKey, Organization } from "../domain/organization.ts";
import { keys } from "./keys.ts";
import { readItem, table, tableName, transact } from "./table.ts";

export const findApiKey = (publicKeyId: string) => readItem(ApiKey, keys.apiKey(publicKeyId));

export const findOrganization = (organizationId: string) =>
  readItem(Organization, keys.organization(organizationId));

/** Saves a new organization; false where its id is taken. */
export async function createOrganization(organization: Organization): Promise<boolean> {
  const Item = { ...keys.organization(organization.organization_id), ...organization };
  const outcome = await transact([
    { Put: { TableName: tableName(), Item, ConditionExpression: "attribute_not_exists(pk)" } },
  ]);
  return outcome.committed;
}

/** Replaces an organization's profile. */
export async function saveOrganization(organization: Organization): Promise<void> {
  const Item = { ...keys.organization(organization.organization_id), ...organization };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
}

/** Saves a key, findable by its public id and listed under its organization. */
export async function saveApiKey(key: ApiKey): Promise<void> {
  await transact([
    { Put: { TableName: tableName(), Item: { ...keys.apiKey(key.public_key_id), ...key } } },
    {
      Put: {
        TableName: tableName(),
        Item: { ...keys.keyOfOrganization(key.organization_id, key.public_key_id), ...key },
      },
    },
  ]);
}
