import { paginateScan } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { readItems } from "./batch.ts";
import { addInFlight } from "./billing/usage.ts";
import { table, tableName, transact } from "./table.ts";

/** An item of any kind, as it is stored. */
const Item = v.looseObject({ pk: v.string(), sk: v.string() });
export type StoredItem = v.InferOutput<typeof Item>;

/** An item of a restored table, and how this table has it. */
export type Compared = { item: StoredItem; kind: string; here: "same" | "different" | "missing" };

const pageSize = 100;

/** Every item of a restored table with its like in this one, a page at a time: memory does not grow with the table. */
export async function* compareWith(restored: string): AsyncGenerator<Compared> {
  const pages = paginateScan(
    { client: table, pageSize },
    { TableName: restored, Limit: pageSize, ConsistentRead: true },
  );
  for await (const { Items } of pages) {
    const items = v.parse(v.array(Item), Items ?? []);
    const here = await readTheSame(items);
    for (const item of items) {
      const like = here.get(nameOf(item));
      yield {
        item,
        kind: kindOf(item),
        here: like === undefined ? "missing" : canonical(like) === canonical(item) ? "same" : "different",
      };
    }
  }
}

const OpenJob = v.object({
  sk: v.literal("JOB"),
  organization_id: v.string(),
  status: v.picklist(["ingesting", "queued", "running"]),
});

/**
 * Copies an item into this table, unless there is one under its key; false if there is. A job that has not ended takes
 * a slot in flight, which it gives back when it ends.
 */
export async function copyMissing(item: StoredItem): Promise<boolean> {
  const job = v.safeParse(OpenJob, item);
  const { committed } = await transact({
    guards: {
      is_here: {
        Put: { TableName: tableName(), Item: item, ConditionExpression: "attribute_not_exists(pk)" },
      },
    },
    writes: job.success ? [addInFlight(job.output.organization_id, 1)] : [],
  });
  return committed;
}

/** The items of this table under the same keys, by their keys. */
async function readTheSame(items: StoredItem[]): Promise<Map<string, StoredItem>> {
  const { items: found } = await readItems(items.map(({ pk, sk }) => ({ pk, sk })));
  return new Map(v.parse(v.array(Item), found).map((item) => [nameOf(item), item]));
}

const nameOf = ({ pk, sk }: StoredItem) => JSON.stringify([pk, sk]);

/** What an item is, by the words of its key: JOB, LEDGER, USAGE, PROFILE … (lambdas/storage/keys.ts). */
function kindOf({ pk, sk }: StoredItem): string {
  const [first = "", , subject] = pk.split("#");
  const [word = ""] = sk.split("#");
  if (first !== "ORG") return first;
  return subject === undefined || subject === "JOB" ? word : subject;
}

/** The same text for equal items: names and the members of sets in order. */
const canonical = (item: StoredItem): string =>
  JSON.stringify(item, (_name, value: unknown) => {
    if (value instanceof Set) return Array.from(value, String).sort();
    const isRecord = v.is(v.record(v.string(), v.unknown()), value) && !Array.isArray(value);
    return isRecord ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  });
