import { setTimeout as pause } from "node:timers/promises";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { newOrganization } from "../../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../../lambdas/runtime/random.ts";
import { putItems } from "../../../lambdas/storage/batch.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { createOrganization, findOrganization } from "../../../lambdas/storage/organization/organizations.ts";
import { table } from "../../../lambdas/storage/table.ts";
import { startTable } from "../../support/table.ts";
import { keepHistory, restoreToSecond } from "./history.ts";
import { type Sums, sumsOf } from "./sums.ts";

/** A table that the service has for its own, and what becomes of it. */
export type DrillTable = {
  name: string;
  /** Of the changes that the engine keeps, or null. */
  stream: string | null;
  organizationId: string;
  sums: () => Promise<Sums>;
  /** Sets so many amounts to nothing. */
  damage: (amounts: number) => Promise<void>;
  /** Makes the service read this table in place of a lost one, which it finds its organization in. */
  takeOver: (lost: DrillTable) => Promise<Sums>;
  destroy: () => Promise<void>;
};

/** An empty table, which becomes the service's. */
async function emptyTable(organizationId = "", keepsHistory = false): Promise<DrillTable> {
  const { name, stop } = await startTable();
  const sums = () => sumsOf(name);
  return {
    name,
    stream: keepsHistory ? await keepHistory(name) : null,
    organizationId,
    sums,
    damage: (amounts) => {
      process.env.TABLE_NAME = name;
      return writeLedger(organizationId, amounts, () => 0);
    },
    takeOver: async (lost) => {
      process.env.TABLE_NAME = name;
      if (!(await findOrganization(lost.organizationId)))
        throw new Error("The service does not find its organization.");
      return sums();
    },
    destroy: stop,
  };
}

/** A table with an organization and so many events in its ledger, of a cent and some more each. */
export async function filledTable(items: number, keepsHistory: boolean): Promise<DrillTable> {
  const organization = newOrganization("Drill", null, new Date(), systemRandom);
  const filled = await emptyTable(organization.organization_id, keepsHistory);
  await createOrganization(organization);
  await writeLedger(organization.organization_id, items, (nth) => 10_000 + (nth % 7));
  return filled;
}

const Item = v.looseObject({ pk: v.string(), sk: v.string() });
type Item = v.InferOutput<typeof Item>;

/** Items that a call of DynamoDB writes, and calls at once. */
const [inACall, atOnce] = [25, 20];

const putAll = (items: Item[]) =>
  Promise.all(
    Array.from({ length: Math.ceil(items.length / inACall) }, (_, call) =>
      putItems(items.slice(call * inACall, (call + 1) * inACall)),
    ),
  );

/** The same items in a table of its own. */
export async function copyOf(from: DrillTable): Promise<DrillTable> {
  const copy = await emptyTable();
  const pages = paginateScan({ client: table }, { TableName: from.name, Limit: inACall * atOnce });
  for await (const { Items = [] } of pages) await putAll(v.parse(v.array(Item), Items));
  return copy;
}

/** What a table was at the end of a second, in a table of its own. Throws if the engine keeps no history of it. */
export async function tableAt(lost: DrillTable, second: number): Promise<DrillTable> {
  if (lost.stream === null) throw new Error("The engine keeps no history of this table.");
  const restored = await emptyTable();
  await restoreToSecond(lost.stream, second, restored.name);
  return restored;
}

async function writeLedger(
  organization_id: string,
  count: number,
  amount: (nth: number) => number,
): Promise<void> {
  const itemOf = (nth: number): Item => {
    const occurred_at = new Date(Date.UTC(2026, 0, 1) + nth * 1000).toISOString();
    return {
      ...keys.ledger(organization_id, occurred_at, `evt_${String(nth).padStart(9, "0")}`),
      ...{ organization_id, occurred_at, amount_micro_usd: amount(nth) },
    };
  };
  for (let from = 0; from < count; from += inACall * atOnce)
    await putAll(
      Array.from({ length: Math.min(inACall * atOnce, count - from) }, (_, nth) => itemOf(from + nth)),
    );
}

/** Waits until this second of the epoch has ended, and returns it. */
export async function endOfSecond(): Promise<number> {
  const now = Date.now();
  await pause(1001 - (now % 1000));
  return Math.floor(now / 1000);
}
