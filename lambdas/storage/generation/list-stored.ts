import { paginateScan } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { Generation } from "../../domain/generation/generation.ts";
import { putItems, readItems } from "../batch.ts";
import { keys } from "../keys.ts";
import { table, tableName } from "../table.ts";
import { listKeysOf } from "./lists.ts";

/** How far the table is read: its items, the jobs among them, and the entries that were missing in the lists. */
export type ListingProgress = { itemsRead: number; jobs: number; added: number };

const Listed = v.array(
  v.pick(Generation, ["organization_id", "job_id", "reference", "listing", "created_at"]),
);

/**
 * Puts every stored job into its lists that is not there yet, a page of the table at a time, and says after each how
 * far it is. It can be interrupted and repeated.
 */
export async function* listStoredJobs(): AsyncGenerator<ListingProgress> {
  const progress: ListingProgress = { itemsRead: 0, jobs: 0, added: 0 };
  const pages = paginateScan(
    { client: table },
    {
      TableName: tableName(),
      FilterExpression: "sk = :job AND attribute_exists(job_id)",
      ProjectionExpression: "organization_id, job_id, #reference, listing, created_at",
      ExpressionAttributeNames: { "#reference": "reference" },
      ExpressionAttributeValues: { ":job": keys.generation("", "").sk },
      ConsistentRead: true,
    },
  );
  for await (const { Items, ScannedCount = 0 } of pages) {
    const jobs = v.parse(Listed, Items ?? []);
    const entries = jobs.flatMap(listKeysOf);
    const { items } = await readItems(entries);
    const known = new Set(items.map(({ pk, sk }) => `${pk} ${sk}`));
    const missing = entries.filter(({ pk, sk }) => !known.has(`${pk} ${sk}`));
    await putItems(missing);
    progress.itemsRead += ScannedCount;
    progress.jobs += jobs.length;
    progress.added += missing.length;
    yield { ...progress };
  }
}
