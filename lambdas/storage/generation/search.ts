import { paginateScan } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { Generation } from "../../domain/generation/generation.ts";
import type { JobStatus } from "../../domain/vocabulary.ts";
import { keys } from "../keys.ts";
import { table, tableName } from "../table.ts";

/** Which jobs of an organization an operator looks for; null for any. Times are ISO 8601, `to` is exclusive. */
export type JobSearch = {
  organizationId: string;
  status: JobStatus | null;
  reference: string | null;
  keyId: string | null;
  from: Date | null;
  to: Date | null;
};

/** The jobs found, newest first, and what the search read: items of the whole table, and read units of DynamoDB. */
export type FoundJobs = { jobs: Generation[]; itemsRead: number; readUnits: number };

/**
 * Searches the whole table, so that it finds jobs that are in no list, too. For operators only. Reads without consistency, at
 * half the price.
 */
export async function searchJobs({ organizationId, ...search }: JobSearch): Promise<FoundJobs> {
  const found: FoundJobs = { jobs: [], itemsRead: 0, readUnits: 0 };
  const { pk, sk } = keys.generation(organizationId, "");
  const wanted = conditionsOf(search);
  const conditions = wanted.map(({ attribute, is }, i) => `#${attribute} ${is} :v${i}`);
  const pages = paginateScan(
    { client: table },
    {
      TableName: tableName(),
      FilterExpression: ["begins_with(pk, :within)", "sk = :job", ...conditions].join(" AND "),
      ...(wanted.length > 0 && {
        ExpressionAttributeNames: Object.fromEntries(
          wanted.map(({ attribute }) => [`#${attribute}`, attribute]),
        ),
      }),
      ExpressionAttributeValues: {
        ":within": pk,
        ":job": sk,
        ...Object.fromEntries(wanted.map(({ value }, i) => [`:v${i}`, value])),
      },
      ReturnConsumedCapacity: "TOTAL",
    },
  );
  for await (const { Items, ScannedCount = 0, ConsumedCapacity } of pages) {
    found.jobs.push(...v.parse(v.array(Generation), Items ?? []));
    found.itemsRead += ScannedCount;
    found.readUnits += ConsumedCapacity?.CapacityUnits ?? 0;
  }
  found.jobs.sort((a, b) => b.created_at.localeCompare(a.created_at));
  return found;
}

const conditionsOf = ({ status, reference, keyId, from, to }: Omit<JobSearch, "organizationId">) =>
  [
    { attribute: "status", is: "=", value: status },
    { attribute: "reference", is: "=", value: reference },
    { attribute: "key_id", is: "=", value: keyId },
    { attribute: "created_at", is: ">=", value: from?.toISOString() ?? null },
    { attribute: "created_at", is: "<", value: to?.toISOString() ?? null },
  ].filter(({ value }) => value !== null);
