import { paginateScan } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { env } from "../../runtime/env.ts";
import { deleteItems } from "../batch.ts";
import { keys, openIndex } from "../keys.ts";
import { organizationPrefixes } from "../object-keys.ts";
import { deleteObjects } from "../objects.ts";
import { table, tableName } from "../table.ts";

const Keys = v.array(v.object({ pk: v.string(), sk: v.string() }));

/** How many jobs and ingests of an organization are under way: those on the sweeper's list. */
export async function countOpenWork(organizationId: string): Promise<number> {
  let open = 0;
  const list = {
    TableName: tableName(),
    IndexName: openIndex.name,
    FilterExpression: "begins_with(pk, :within)",
    ExpressionAttributeValues: { ":within": `${keys.organization(organizationId).pk}#` },
  };
  for await (const { Count = 0 } of paginateScan({ client: table }, list)) open += Count;
  return open;
}

/** Deletes every picture of an organization and returns how many objects there were. */
export async function erasePictures(organizationId: string): Promise<number> {
  let deleted = 0;
  for (const prefix of organizationPrefixes)
    deleted += await deleteObjects(env("BUCKET_NAME"), `${prefix}/${organizationId}/`);
  return deleted;
}

/**
 * Deletes every item of an organization, its keys and secrets included, and returns how many there were. Scans the
 * table. The profile is deleted last: until then, an interrupted erasure can be repeated.
 */
export async function eraseItems(organizationId: string): Promise<number> {
  const profile = keys.organization(organizationId);
  let deleted = 0;
  for await (const { Items } of paginateScan({ client: table }, itemsOf(organizationId))) {
    const found = v.parse(Keys, Items ?? []).filter(({ pk, sk }) => pk !== profile.pk || sk !== profile.sk);
    await deleteItems(found);
    deleted += found.length;
  }
  await deleteItems([profile]);
  return deleted + 1;
}

const itemsOf = (organizationId: string) => ({
  TableName: tableName(),
  ConsistentRead: true,
  ProjectionExpression: "pk, sk",
  FilterExpression:
    "organization_id = :id OR sk = :id OR pk = :organization OR begins_with(pk, :within) OR pk = :secrets OR begins_with(pk, :rates)",
  ExpressionAttributeValues: {
    ":organization": keys.organization(organizationId).pk,
    ":within": `${keys.organization(organizationId).pk}#`,
    ":secrets": keys.signingSecrets(organizationId).pk,
    ":rates": keys.rateWindow(organizationId, "").pk,
    ":id": organizationId,
  },
});
