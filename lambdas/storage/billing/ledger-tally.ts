import { createHash } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { createSHA256 } from "hash-wasm";
import * as v from "valibot";
import type { BillingPeriod } from "../../domain/billing/period.ts";
import {
  emptyTally,
  LedgerTally,
  ledgerLine,
  tallyEvent,
  type WholeLedger,
} from "../../domain/billing/tally.ts";
import { keys } from "../keys.ts";
import { readItem, table, tableName, unlessRefused } from "../table.ts";
import { LedgerPlace, readLedger } from "./ledger.ts";

const pageSize = 1000;

/** Adds up the ledger of a period, a page in memory at a time. */
export async function tallyLedger(
  organizationId: string,
  { start, end }: BillingPeriod,
): Promise<WholeLedger> {
  const tally = emptyTally();
  const hash = createHash("sha256");
  for await (const page of readLedger(organizationId, start, end, { pageSize })) {
    for (const event of page) tallyEvent(tally, event);
    hash.update(page.map(ledgerLine).join(""));
  }
  return { ...tally, sha256: hash.digest("hex") };
}

/** How far a ledger has been added up: what came to here, the last event, and the state of the hash after it. */
const LedgerProgress = v.object({
  tally: LedgerTally,
  last: LedgerPlace,
  hash_state: v.instance(Uint8Array),
});
export type LedgerProgress = v.InferOutput<typeof LedgerProgress>;

export const findProgress = (organizationId: string, { start }: BillingPeriod) =>
  readItem(LedgerProgress, keys.ledgerProgress(organizationId, start.toISOString()));

type Part = { whole: WholeLedger; progress?: never } | { whole?: never; progress: LedgerProgress };

/**
 * Adds up the next part of a ledger to which nothing is added any more, of about `most` events, from the end of
 * `before`. The hash is hash-wasm's: Node.js's cannot be kept and continued.
 */
export async function tallyPart(
  organizationId: string,
  { start, end }: BillingPeriod,
  before: LedgerProgress | null,
  most: number,
): Promise<Part> {
  const hash = (await createSHA256()).init();
  const { tally, last: after } = continued(before, (state) => hash.load(state));
  let read = 0;
  for await (const page of readLedger(organizationId, start, end, {
    pageSize: Math.min(pageSize, most),
    after,
  })) {
    for (const event of page) tallyEvent(tally, event);
    hash.update(page.map(ledgerLine).join(""));
    read += page.length;
    const last = page.at(-1);
    if (last && read >= most) return { progress: { tally, last, hash_state: Uint8Array.from(hash.save()) } };
  }
  return { whole: { ...tally, sha256: hash.digest() } };
}

/** Another version of hash-wasm may refuse a state that an earlier one has kept: then all is read again. */
function continued(before: LedgerProgress | null, load: (state: Uint8Array) => unknown) {
  const fresh = { tally: emptyTally(), last: null };
  if (!before) return fresh;
  try {
    load(before.hash_state);
    return before;
  } catch {
    return fresh;
  }
}

/** Longer than anyone waits between two requests for the same statement. */
const keptSeconds = 30 * 24 * 3600;

/** Keeps how far a ledger has been added up, unless another request has come as far or further. */
export const keepProgress = (
  organizationId: string,
  { start }: BillingPeriod,
  progress: LedgerProgress,
  now: Date,
): Promise<boolean> =>
  unlessRefused(() =>
    table.send(
      new PutCommand({
        TableName: tableName(),
        Item: {
          ...keys.ledgerProgress(organizationId, start.toISOString()),
          ...progress,
          expires_at: Math.floor(now.getTime() / 1000) + keptSeconds,
        },
        ConditionExpression: "attribute_not_exists(pk) OR tally.events < :events",
        ExpressionAttributeValues: { ":events": progress.tally.events },
      }),
    ),
  );
