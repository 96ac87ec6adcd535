import { paginateScan } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { Generation } from "../../domain/generation/generation.ts";
import type { JobStatus } from "../../domain/vocabulary.ts";
import { keys } from "../keys.ts";
import { table, tableName } from "../table.ts";
import { listGenerations } from "./lists.ts";

/** Which jobs of an organization an operator looks for; null for any. Times are ISO 8601, `to` is exclusive. */
export type JobSearch = {
  organizationId: string;
  status: JobStatus | null;
  reference: string | null;
  keyId: string | null;
  from: Date | null;
  to: Date | null;
};

/** The jobs found, newest first, and the read units of DynamoDB that they cost. */
export type FoundJobs = { jobs: Generation[]; readUnits: number };

const atOnce = 200;

/** Finds at most so many jobs by the lists of their organization, of which one is by reference. For operators. */
export async function findListedJobs(
  { organizationId, keyId, ...filters }: JobSearch,
  limit: number,
): Promise<FoundJobs> {
  const found: FoundJobs = { jobs: [], readUnits: 0 };
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page = await listGenerations(
      organizationId,
      { ...filters, listing: null },
      { after, limit: atOnce },
    );
    found.readUnits += page.readUnits;
    found.jobs.push(...page.jobs.filter(({ key_id }) => keyId === null || key_id === keyId));
    after = found.jobs.length < limit ? page.last : null;
  }
  return { ...found, jobs: found.jobs.slice(0, limit) };
}

/**
 * Searches the whole table, so that it finds jobs that are in no list, too. For operators only. Reads without consistency, at
 * half the price.
 */
export async function searchJobs({
  organizationId,
  ...search
}: JobSearch): Promise<FoundJobs & { itemsRead: number }> {
  const found = { jobs: [] as Generation[], itemsRead: 0, readUnits: 0 };
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
