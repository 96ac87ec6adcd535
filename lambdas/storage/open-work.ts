import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { Generation, jobDeadlineMinutes } from "../domain/generation.ts";
import { IngestJob, ingestDeadlineMinutes } from "../domain/ingest.ts";
import { type Key, openIndex } from "./keys.ts";
import { readItem, table, tableName } from "./table.ts";

/** An unfinished job or ingest job. */
export type OpenItem =
  | { kind: "generation"; key: Key; generation: Generation }
  | { kind: "ingest"; key: Key; ingest: IngestJob };

const IndexEntry = v.object({ pk: v.string(), sk: v.string() });

/** Every unfinished item whose time to be looked at has come, oldest first within a shard. */
export async function* dueItems(now: Date): AsyncGenerator<OpenItem> {
  for (const shard of openIndex.shards)
    for await (const { Items } of paginateQuery(
      { client: table },
      {
        TableName: tableName(),
        IndexName: openIndex.name,
        KeyConditionExpression: "gsi1pk = :shard AND gsi1sk <= :now",
        ExpressionAttributeValues: { ":shard": shard, ":now": now.toISOString() },
      },
    ))
      for (const { pk, sk } of v.parse(v.array(IndexEntry), Items ?? [])) yield* openItem({ pk, sk });
}

async function* openItem(key: Key): AsyncGenerator<OpenItem> {
  if (key.sk === "JOB") {
    const generation = await readItem(Generation, key);
    if (generation) yield { kind: "generation", key, generation };
  } else {
    const ingest = await readItem(IngestJob, key);
    if (ingest) yield { kind: "ingest", key, ingest };
  }
}

/** Looks at an item again at its deadline, unless it has ended meanwhile. */
export async function lookAgainAtDeadline(item: OpenItem): Promise<void> {
  const [id, createdAt, minutes] =
    item.kind === "generation"
      ? [item.generation.job_id, item.generation.created_at, jobDeadlineMinutes]
      : [item.ingest.ingest_id, item.ingest.created_at, ingestDeadlineMinutes];
  const { gsi1sk } = openIndex.attributes(id, new Date(Date.parse(createdAt) + minutes * 60_000));
  try {
    await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: item.key,
        UpdateExpression: "SET gsi1sk = :deadline",
        ConditionExpression: "attribute_exists(gsi1pk)",
        ExpressionAttributeValues: { ":deadline": gsi1sk },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
