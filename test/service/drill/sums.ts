import { createHash } from "node:crypto";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { table } from "../../../lambdas/storage/table.ts";

/** What a table adds up to: items, the ledger's amounts in micro-dollars, and a digest that no order of items changes. */
export type Sums = { items: number; ledgerMicroUsd: number; digest: string };

const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The sums of a table, read as a whole. */
export async function sumsOf(TableName: string): Promise<Sums> {
  const digest = Buffer.alloc(32);
  let [items, ledgerMicroUsd] = [0, 0];
  for await (const { Items = [] } of paginateScan({ client: table }, { TableName, ConsistentRead: true }))
    for (const item of Items) {
      items++;
      if (typeof item.amount_micro_usd === "number") ledgerMicroUsd += item.amount_micro_usd;
      const hash = createHash("sha256").update(JSON.stringify(item, inOrder)).digest();
      for (const [index, byte] of hash.entries()) digest[index] = (digest[index] ?? 0) ^ byte;
    }
  return { items, ledgerMicroUsd, digest: digest.toString("hex") };
}
