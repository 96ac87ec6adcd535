import { csvLine } from "./csv.ts";
import { billingEventView, type LedgerEvent } from "./ledger.ts";

/** The fields of the billing event in their order, its adjustment's flat. Later ones are the last columns of each export. */
export const eventColumns = [
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
  "reference",
  "adjustment_reference",
  "adjustment_reason",
  "adjustment_period_start",
] as const;

/** The values of an event by its columns. */
export function eventValues(event: LedgerEvent) {
  const { adjustment, ...view } = billingEventView(event);
  const values = {
    ...view,
    room_types: event.room_types.join(";"),
    adjustment_reference: adjustment?.reference,
    adjustment_reason: adjustment?.reason,
    adjustment_period_start: adjustment?.period_start,
  };
  return eventColumns.map((name) => values[name]);
}

/**
 * Events as CSV with the tax of each at a rate in percent, or without if no tax is charged on invoices (null). A tax is exact to
 * the millionth of a dollar; an invoice taxes the sum once, in whole cents.
 */
export const eventsCsv = (events: readonly LedgerEvent[], taxPercent: number | null): string =>
  [
    [...eventColumns, "tax_percent", "tax_usd", "listing"],
    ...events.map((event) => [...eventValues(event), taxPercent, taxOf(event, taxPercent), event.listing]),
  ]
    .map(csvLine)
    .join("");

const taxOf = ({ amount_micro_usd }: LedgerEvent, percent: number | null): number | null =>
  percent === null ? null : Math.round((amount_micro_usd * Math.round(percent * 100)) / 10_000) / 1e6;
