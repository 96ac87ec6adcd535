import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { billingEventView, type LedgerEvent } from "../../lambdas/domain/billing/ledger.ts";
import { billingPeriod } from "../../lambdas/domain/billing/period.ts";
import { readLedger } from "../../lambdas/storage/billing/ledger.ts";
import { action } from "./command.ts";
import { InputError, Time } from "./inputs.ts";
import { requireOrganization } from "./lookup.ts";

const Input = v.object({
  org: v.string(),
  from: v.optional(Time),
  to: v.optional(Time),
  format: v.optional(v.picklist(["csv", "jsonl"], "must be csv or jsonl")),
});

/** The fields of SPEC "Billing event", in its order. */
const columns = [
  "event_id",
  "occurred_at",
  "job_id",
  "source_asset_id",
  "workflow",
  "capture_type",
  "mode",
  "room_types",
  "style_preset",
  "usage_type",
  "config_fingerprint",
  "billable",
  "unit_price_usd",
  "amount_usd",
] as const;

type Page = AsyncIterable<LedgerEvent[]>;

/** Streams the events of a range of time to standard output, one page in memory at a time. */
export const exportLedger = action(Input, async ({ org, from, to, format }, terminal) => {
  const { anchors } = await requireOrganization(org);
  const start = from ?? billingPeriod(anchors, new Date()).start;
  const end = to ?? billingPeriod(anchors, start).end;
  if (end <= start) throw new InputError(`--to must be later than --from, ${start.toISOString()}.`);
  const pages = readLedger(org, start, end);
  const text = (format ?? (terminal.json ? "jsonl" : "csv")) === "csv" ? csv(pages) : jsonl(pages);
  await pipeline(Readable.from(text), process.stdout, { end: false }).catch((error) => {
    if (error.code !== "EPIPE") throw error;
  });
});

async function* jsonl(pages: Page) {
  for await (const page of pages)
    yield page.map((event) => `${JSON.stringify(billingEventView(event))}\n`).join("");
}

/** RFC 4180. Nothing needs quotes: no value holds a comma, a quote or a line break. */
async function* csv(pages: Page) {
  yield `${columns.join(",")}\n`;
  for await (const page of pages) yield page.map((event) => `${row(event)}\n`).join("");
}

function row(event: LedgerEvent): string {
  const view = { ...billingEventView(event), room_types: event.room_types.join(";") };
  return columns.map((name) => view[name] ?? "").join(",");
}
