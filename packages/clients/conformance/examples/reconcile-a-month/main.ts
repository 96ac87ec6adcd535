// STAGING_BASE_URL=… STAGING_API_KEY=… npx node packages/clients/conformance/examples/reconcile-a-month/main.ts 2026-11
// Adds up a month's billing events, prints what each of your references cost, and compares the sums and the checksum with
// the month's statement. Exits with 1 if they differ.
import { createHash } from "node:crypto";
import { type BillingEvent, imageStaging } from "@image-staging/client";

const [month = ""] = process.argv.slice(2);
const { STAGING_BASE_URL: baseUrl, STAGING_API_KEY: apiKey } = process.env;
if (!/^\d{4}-\d{2}$/.test(month) || !baseUrl || !apiKey) {
  console.error("Set STAGING_BASE_URL and STAGING_API_KEY, and name a month, such as 2026-11.");
  process.exit(2);
}
const staging = imageStaging({ baseUrl, apiKey });

/** Whole millionths of a dollar add up without rounding. */
const micros = (usd: number) => Math.round(usd * 1_000_000);
const dollars = (amount: number) => (amount / 1_000_000).toFixed(2);
const sumOf = (events: BillingEvent[]) => events.reduce((sum, { amount_usd }) => sum + micros(amount_usd), 0);

const statement = await staging.billing.statement(`${month}-01`);
const { start_at, end_at } = statement.billing_period;
const query = { occurred_from: start_at, occurred_to: end_at, limit: 200 };
const events: BillingEvent[] = [];
for await (const event of staging.billing.events(query)) events.push(event);

const byReference = Object.entries(Object.groupBy(events, ({ reference }) => reference ?? "(no reference)"));
for (const [reference, own = []] of byReference)
  console.log(
    `${reference.padEnd(40)} ${String(own.length).padStart(4)} events ${dollars(sumOf(own)).padStart(10)} USD`,
  );

const isAdjustment = ({ usage_type }: BillingEvent) => usage_type === "adjustment";
const lines = events
  .toReversed()
  .map((event) =>
    [event.event_id, event.occurred_at, event.job_id, event.usage_type, event.amount_usd].join(","),
  );
const sha256 = createHash("sha256")
  .update(lines.map((line) => `${line}\n`).join(""))
  .digest("hex");
const compared: [string, unknown, unknown][] = [
  ["charges", sumOf(events.filter((event) => !isAdjustment(event))), micros(statement.charges_usd)],
  ["adjustments", sumOf(events.filter(isAdjustment)), micros(statement.adjustments_usd)],
  ["number of events", events.length, statement.ledger.events],
  ["checksum", sha256, statement.ledger.sha256],
];
const different = compared.filter(([, own, theirs]) => theirs !== null && own !== theirs);
for (const [what, own, theirs] of different)
  console.error(`${what}: ${own} here, ${theirs} in the statement`);
console.log(
  `${statement.number}, ${statement.state}: ${statement.total_usd.toFixed(2)} USD with the base fee`,
);
process.exitCode = different.length > 0 ? 1 : 0;
