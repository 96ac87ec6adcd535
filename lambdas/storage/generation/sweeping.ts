import { paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { Generation } from "../../domain/generation/generation.ts";
import {
  awaitsIngest,
  leftoversDueAt,
  type OpenWork,
  type ScheduledWork,
} from "../../domain/generation/sweeping.ts";
import { Listing } from "../../domain/listing/listing.ts";
import { IngestJob } from "../../domain/source-asset/ingest.ts";
import { type Key, keys, openIndex } from "../keys.ts";
import { readItem, table, tableName, unlessRefused } from "../table.ts";

const IndexPage = v.array(v.object({ pk: v.string(), sk: v.string() }));

/** The keys of all items that are due, in pages of at most `pageSize`, oldest first within a shard. */
export async function* listDueKeys(now: Date, pageSize: number): AsyncGenerator<Key[]> {
  for (const shard of openIndex.shards) {
    const pages = paginateQuery(
      { client: table, pageSize },
      {
        TableName: tableName(),
        IndexName: openIndex.name,
        KeyConditionExpression: "gsi1pk = :shard AND gsi1sk <= :now",
        ExpressionAttributeValues: { ":shard": shard, ":now": now.toISOString() },
      },
    );
    for await (const { Items } of pages) yield v.parse(IndexPage, Items ?? []);
  }
}

const ListedGeneration = v.object({ ...Generation.entries, announced: v.optional(v.boolean(), false) });

/** Reads the item under a key of the index, or null if it is gone. The index lags: the item may have ended already. */
export async function findWork(key: Key): Promise<OpenWork | null> {
  if (key.sk === "JOB") {
    const found = await readItem(ListedGeneration, key);
    if (!found) return null;
    const { announced, ...job } = found;
    return { kind: "generation", job, ingest: await findAwaitedIngest(job), announced };
  }
  if (key.sk.startsWith(keys.listing("", "").sk)) {
    const listing = await readItem(Listing, key);
    return listing && { kind: "listing", listing };
  }
  const ingest = await readItem(IngestJob, key);
  return ingest && { kind: "ingest", ingest };
}

const findAwaitedIngest = async (job: Generation): Promise<IngestJob | null> =>
  job.ingest_id !== null && awaitsIngest(job)
    ? readItem(IngestJob, keys.ingest(job.organization_id, job.ingest_id))
    : null;

/** Schedules the next sweep of an item, unless its status has changed or it has left the list. */
export async function scheduleNextSweep(key: Key, work: ScheduledWork, at: Date): Promise<void> {
  const [id, status] =
    work.kind === "generation"
      ? [work.job.job_id, work.job.status]
      : [work.ingest.ingest_id, work.ingest.status];
  await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: "SET gsi1sk = :at",
        ConditionExpression: "attribute_exists(gsi1pk) AND #status = :status",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":at": openIndex.attributes(id, at).gsi1sk, ":status": status },
      }),
    ),
  );
}

/**
 * Notes that a job's completion is announced: it leaves the sweeper's list, or comes up once more when what it may have left
 * over can be cleared.
 */
export async function noteAnnounced(job: Generation): Promise<void> {
  const due = leftoversDueAt(job);
  if (due === null) return removeFromSweep(job);
  await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.generation(job.organization_id, job.job_id),
        UpdateExpression: "SET gsi1sk = :due, announced = :true",
        ConditionExpression: "attribute_exists(gsi1pk)",
        ExpressionAttributeValues: { ":due": openIndex.attributes(job.job_id, due).gsi1sk, ":true": true },
      }),
    ),
  );
}

/** Removes a job from the sweeper's list: nothing is left to do. */
export async function removeFromSweep({ organization_id, job_id }: Generation): Promise<void> {
  await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.generation(organization_id, job_id),
        UpdateExpression: "REMOVE gsi1pk, gsi1sk, announced",
        ConditionExpression: "attribute_exists(pk)",
      }),
    ),
  );
}
