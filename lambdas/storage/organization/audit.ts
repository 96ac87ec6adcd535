import { PutCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { AuditRecord } from "../../domain/organization/audit.ts";
import { keys } from "../keys.ts";
import { table, tableName, type Write } from "../table.ts";

const itemOf = (record: AuditRecord) => ({ ...keys.audit(record.at, record.audit_id), ...record });

/** Saves a record of a change, or how the change ended. An erasure removes the records of its organization. */
export async function saveAuditRecord(record: AuditRecord): Promise<void> {
  await table.send(new PutCommand({ TableName: tableName(), Item: itemOf(record) }));
}

/** The write that saves the record of a change in the change's own transaction. */
export const recordChange = (record: AuditRecord): Write => ({
  Put: { TableName: tableName(), Item: itemOf(record) },
});

/** The changes since a time, oldest first: of one organization, or all. */
export async function* listAuditRecords(
  since: Date,
  organizationId: string | null,
): AsyncGenerator<AuditRecord> {
  const { pk, sk } = keys.audit(since.toISOString(), "");
  const pages = paginateQuery(
    { client: table },
    {
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND sk >= :since",
      ...(organizationId !== null && { FilterExpression: "organization_id = :organization" }),
      ExpressionAttributeValues: {
        ":pk": pk,
        ":since": sk,
        ...(organizationId !== null && { ":organization": organizationId }),
      },
      ConsistentRead: true,
    },
  );
  for await (const { Items } of pages) yield* v.parse(v.array(AuditRecord), Items ?? []);
}
