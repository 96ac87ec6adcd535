import { createHash } from "node:crypto";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { table } from "../../../lambdas/storage/table.ts";

/** What a table adds up to: items, the ledger's amounts in micro-dollars, and a digest that no order of items changes. */
export type Sums = { items: number; ledgerMicroUsd: number; digest: string };

const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Each item of a table: its key, what it adds to the ledger in micro-dollars, and a digest of all that it says. */
export async function* itemsOf(TableName: string) {
  for await (const { Items = [] } of paginateScan({ client: table }, { TableName, ConsistentRead: true }))
    for (const item of Items)
      yield {
        key: `${item.pk} ${item.sk}`,
        amount: typeof item.amount_micro_usd === "number" ? item.amount_micro_usd : 0,
        digest: createHash("sha256").update(JSON.stringify(item, inOrder)).digest(),
      };
}

/** The sums of a table, read as a whole. */
export async function sumsOf(TableName: string): Promise<Sums> {
  const sum = Buffer.alloc(32);
  let [items, ledgerMicroUsd] = [0, 0];
  for await (const { amount, digest } of itemsOf(TableName)) {
    items++;
    ledgerMicroUsd += amount;
    for (const [index, byte] of digest.entries()) sum[index] = (sum[index] ?? 0) ^ byte;
  }
  return { items, ledgerMicroUsd, digest: sum.toString("hex") };
}
