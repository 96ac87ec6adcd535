import { parseArgs } from "node:util";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { newOrganization } from "../../../lambdas/domain/organization/new-organization.ts";
import { systemRandom } from "../../../lambdas/runtime/random.ts";
import { putItems } from "../../../lambdas/storage/batch.ts";
import { keys } from "../../../lambdas/storage/keys.ts";
import { createOrganization, findOrganization } from "../../../lambdas/storage/organization/organizations.ts";
import { table } from "../../../lambdas/storage/table.ts";
import { startTable } from "../../support/table.ts";
import { sumsOf } from "./sums.ts";

/**
 * `npm run test:long -- drill [--items 20000]`: fills a table, copies it as a restore to a point in time does (no local engine
 * keeps the time), damages and destroys the table, gives the service the name of the copy, and compares what both add up to. Exits
 * with 1 if they differ.
 */
const { values } = parseArgs({ options: { items: { type: "string", default: "20000" } } });
const wanted = Number(values.items);

const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const from = performance.now();
  const result = await work();
  const seconds = (performance.now() - from) / 1000;
  console.log(`${what}: ${seconds.toFixed(1)} s, ${Math.round(wanted / seconds)} items a second`);
  return result;
};

const Item = v.looseObject({ pk: v.string(), sk: v.string() });

const lost = await startTable();
const organization = newOrganization("Drill", null, new Date(), systemRandom);
const { organization_id } = organization;
await createOrganization(organization);

/** Items of the ledger, a cent and some more each. */
const ledgerItem = (nth: number) => {
  const occurred_at = new Date(Date.UTC(2026, 0, 1) + nth * 1000).toISOString();
  return {
    ...keys.ledger(organization_id, occurred_at, `evt_${String(nth).padStart(9, "0")}`),
    ...{ organization_id, occurred_at, amount_micro_usd: 10_000 + (nth % 7) },
  };
};
const inBatches = async (count: number, write: (nth: number) => Promise<unknown>) => {
  for (let from = 0; from < count; from += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - from) }, (_, nth) => write(from + nth)));
};
await timed(`${wanted} items written`, () =>
  inBatches(Math.ceil(wanted / 25), (batch) =>
    putItems(Array.from({ length: 25 }, (_, nth) => ledgerItem(batch * 25 + nth))),
  ),
);
const before = await timed("sums of the table", () => sumsOf(lost.name));

const restored = await startTable();
await timed("copied, as DynamoDB restores", async () => {
  for await (const { Items = [] } of paginateScan({ client: table }, { TableName: lost.name, Limit: 1000 })) {
    const items = Items.map((item) => v.parse(Item, item));
    await inBatches(Math.ceil(items.length / 25), (nth) => putItems(items.slice(nth * 25, nth * 25 + 25)));
  }
});
await inBatches(Math.ceil(wanted / 250), (batch) =>
  putItems(
    Array.from({ length: 25 }, (_, nth) => ({ ...ledgerItem(batch * 25 + nth), amount_micro_usd: 0 })),
  ),
);
const damaged = await sumsOf(lost.name);
if (damaged.ledgerMicroUsd === before.ledgerMicroUsd) throw new Error("The damage does not show.");
console.log(`damaged: ${JSON.stringify(damaged)}`);
await lost.stop();

const after = await timed("names swapped, sums compared", async () => {
  process.env.TABLE_NAME = restored.name;
  if (!(await findOrganization(organization_id)))
    throw new Error("The service does not find its organization.");
  return sumsOf(restored.name);
});
const isSame = JSON.stringify(before) === JSON.stringify(after);
console.log(
  `before: ${JSON.stringify(before)}\nafter:  ${JSON.stringify(after)}\n${isSame ? "The same." : "They differ."}`,
);
await restored.stop();
process.exit(isSame ? 0 : 1);
