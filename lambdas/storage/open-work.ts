import { paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { Generation } from "../domain/generation.ts";
import { IngestJob } from "../domain/ingest.ts";
import { ingestDeadline, jobDeadline, type OpenWork } from "../domain/open-work.ts";
import { unlessRefused } from "./conditional.ts";
import { type Key, openIndex } from "./keys.ts";
import { readItem, table, tableName } from "./table.ts";

const IndexPage = v.array(v.object({ pk: v.string(), sk: v.string() }));

/** The keys of all work whose time to be looked at has come, in pages of that size, oldest first within a shard. */
export async function* dueKeys(now: Date, pageSize: number): AsyncGenerator<Key[]> {
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

/** The work under a key of the index as it is now: the index lags, so it may have ended. Null where it is gone. */
export async function findWork(key: Key): Promise<OpenWork | null> {
  if (key.sk === "JOB") {
    const job = await readItem(Generation, key);
    return job && { kind: "generation", job };
  }
  const ingest = await readItem(IngestJob, key);
  return ingest && { kind: "ingest", ingest };
}

/** Looks at work again at its deadline, unless it has ended meanwhile. */
export async function lookAgainAtDeadline(key: Key, work: OpenWork): Promise<void> {
  const { gsi1sk } =
    work.kind === "generation"
      ? openIndex.attributes(work.job.job_id, jobDeadline(work.job))
      : openIndex.attributes(work.ingest.ingest_id, ingestDeadline(work.ingest));
  await unlessRefused(() =>
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        UpdateExpression: "SET gsi1sk = :deadline",
        ConditionExpression: "attribute_exists(gsi1pk)",
        ExpressionAttributeValues: { ":deadline": gsi1sk },
      }),
    ),
  );
}
