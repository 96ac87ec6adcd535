import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { Generation } from "../../domain/generation/generation.ts";
import type { JobStatus } from "../../domain/vocabulary.ts";
import { readItems } from "../batch.ts";
import { type Key, keys } from "../keys.ts";
import { table, tableName, type Write } from "../table.ts";

type Listed = Pick<Generation, "organization_id" | "job_id" | "reference" | "listing" | "created_at">;

/** Where a job is in the lists: in the list of all jobs and, if it has them, in its reference's and its listing's. */
export const listKeysOf = ({ organization_id, job_id, reference, listing, created_at }: Listed): Key[] => [
  keys.listedJob(organization_id, created_at, job_id),
  ...(reference === null ? [] : [keys.referencedJob(organization_id, reference, created_at, job_id)]),
  ...(listing === null ? [] : [keys.jobOfListing(organization_id, listing, created_at, job_id)]),
];

/** The writes that put a new job into its lists. They hold nothing that changes: no later write touches them. */
export const listGeneration = (job: Listed): Write[] =>
  listKeysOf(job).map((Item) => ({ Put: { TableName: tableName(), Item } }));

/** Which jobs a caller asks for; null for any. `to` is exclusive. */
export type JobFilters = {
  status: JobStatus | null;
  reference: string | null;
  listing: string | null;
  from: Date | null;
  to: Date | null;
};

/** Jobs, the position that the next page follows (null on the last page), and the read units of DynamoDB that they cost. */
export type JobsPage = { jobs: Generation[]; last: string | null; readUnits: number };

/** A page examines jobs until it has cost so much. A job without long metadata costs one unit. */
const mostReadUnits = 1000;
const mostAtOnce = 200;

/**
 * One page of an organization's jobs, newest first, after a position (exclusive): the jobs as they are now. It may hold
 * fewer than `limit`, even none, if many had to be examined for their status.
 */
export async function listGenerations(
  organizationId: string,
  filters: JobFilters,
  { after, limit }: { after: string | null; limit: number },
): Promise<JobsPage> {
  const found: Generation[] = [];
  let [last, examined, readUnits] = [after, 0, 0];
  while (Math.max(readUnits, examined) < mostReadUnits) {
    const wanted = limit - found.length;
    const count = isExamined(filters) ? countToExamine(wanted, found.length, examined) : wanted;
    const entries = await listEntries(organizationId, filters, last, count + 1);
    readUnits += entries.readUnits;
    const { items, readUnits: ofItems } = await readItems(
      entries.listed.slice(0, count).map(({ jobId }) => keys.generation(organizationId, jobId)),
    );
    readUnits += ofItems;
    const jobs = new Map(v.parse(v.array(Generation), items).map((job) => [job.job_id, job]));
    for (const [index, { sk, jobId }] of entries.listed.slice(0, count).entries()) {
      [last, examined] = [sk, examined + 1];
      const job = jobs.get(jobId);
      if (job && fits(job, filters)) found.push(job);
      if (found.length === limit)
        return { jobs: found, last: index + 1 < entries.listed.length ? last : null, readUnits };
    }
    if (entries.listed.length <= count) return { jobs: found, last: null, readUnits };
  }
  return { jobs: found, last, readUnits };
}

/** Whether jobs must be read to know which ones fit: their list says only one of reference and listing. */
const isExamined = ({ status, reference, listing }: JobFilters): boolean =>
  status !== null || (reference !== null && listing !== null);

const fits = (job: Generation, { status, reference }: JobFilters): boolean =>
  (status === null || job.status === status) && (reference === null || job.reference === reference);

/** Every job of an organization that was created since a time, newest first. For operators. */
export async function* listGenerationsSince(organizationId: string, from: Date): AsyncGenerator<Generation> {
  const filters = { status: null, reference: null, listing: null, from, to: null };
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const { jobs, last } = await listGenerations(organizationId, filters, { after, limit: mostAtOnce });
    yield* jobs;
    after = last;
  }
}

/** The position of a job in its lists. */
export const positionOf = ({ created_at, job_id }: Generation): string => `${created_at}#${job_id}`;

const fewest = 25;

/** How many jobs to examine for those that are wanted still, by the share of those examined that were found. */
function countToExamine(wanted: number, found: number, examined: number): number {
  const share = examined === 0 ? 1 : Math.max(found / examined, 1 / mostAtOnce);
  return Math.min(mostAtOnce, Math.max(fewest, Math.ceil(wanted / share)));
}

/** The partition of the shortest list that has all jobs that fit. */
function listOf(organizationId: string, { reference, listing }: JobFilters): string {
  if (listing !== null) return keys.jobOfListing(organizationId, listing, "", "").pk;
  if (reference !== null) return keys.referencedJob(organizationId, reference, "", "").pk;
  return keys.listedJob(organizationId, "", "").pk;
}

const Entries = v.array(v.object({ sk: v.string() }));

/** Entries of a list after a position, newest first, each with the id of its job. */
async function listEntries(organizationId: string, filters: JobFilters, after: string | null, Limit: number) {
  const [start, end] = [filters.from?.toISOString() ?? "0", filters.to?.toISOString() ?? "A"];
  const pk = listOf(organizationId, filters);
  const { Items, ConsumedCapacity } = await table.send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: "pk = :pk AND sk BETWEEN :start AND :end",
      ExpressionAttributeValues: { ":pk": pk, ":start": start, ":end": end },
      ProjectionExpression: "sk",
      ScanIndexForward: false,
      Limit,
      ConsistentRead: true,
      ReturnConsumedCapacity: "TOTAL",
      ...(after !== null && { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );
  const found = v.parse(Entries, Items ?? []);
  return {
    listed: found.map(({ sk }) => ({ sk, jobId: sk.slice(sk.indexOf("#") + 1) })),
    readUnits: ConsumedCapacity?.CapacityUnits ?? 0,
  };
}
