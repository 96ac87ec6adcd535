import * as v from "valibot";
import { AdjustmentNote, LedgerEvent, usd } from "./ledger.ts";
import { addCharge, noReferenceCharges, ReferenceCharges } from "./reference-charges.ts";

/** How many adjustments a statement lists. It counts and adds up all of them. */
const listedAdjustments = 500;

const PricedUnits = v.object({ unitPrice: v.number(), units: v.number(), amount: v.number() });
export type PricedUnits = v.InferOutput<typeof PricedUnits>;
const AdjustedCharge = v.object({
  ...v.pick(LedgerEvent, ["event_id", "occurred_at", "job_id", "amount_micro_usd"]).entries,
  ...AdjustmentNote.entries,
});
export type AdjustedCharge = v.InferOutput<typeof AdjustedCharge>;

/** What a ledger adds up to, or the part of it that was read; amounts are integer micro-USD. */
export const LedgerTally = v.object({
  events: v.number(),
  charged: v.number(),
  adjusted: v.number(),
  prices: v.array(PricedUnits),
  adjustments: v.array(AdjustedCharge),
  adjustmentCount: v.number(),
  /** Null if an earlier version began to add up the ledger. */
  references: v.optional(v.nullable(ReferenceCharges), null),
  /** The same by listing, in the place of a reference. */
  listings: v.optional(v.nullable(ReferenceCharges), null),
});
export type LedgerTally = v.InferOutput<typeof LedgerTally>;

/** What the whole ledger of a period adds up to, with the SHA-256 of `ledgerLine` of each event. */
export type WholeLedger = LedgerTally & { sha256: string };

/** A tally without an event, to which `tallyEvent` adds. */
export const emptyTally = (): LedgerTally => ({
  events: 0,
  charged: 0,
  adjusted: 0,
  prices: [],
  adjustments: [],
  adjustmentCount: 0,
  references: noReferenceCharges(),
  listings: noReferenceCharges(),
});

/** Adds an event to a tally, in place: a ledger may have a million. */
export function tallyEvent(tally: LedgerTally, event: LedgerEvent): void {
  const { amount_micro_usd: amount, unit_price_micro_usd: unitPrice } = event;
  tally.events++;
  if (event.usage_type === "adjustment") {
    tally.adjusted += amount;
    tally.adjustmentCount++;
    if (tally.adjustments.length < listedAdjustments) tally.adjustments.push(adjustedCharge(event));
  } else if (amount !== 0) {
    tally.charged += amount;
    if (tally.references) addCharge(tally.references, event.caller_reference, amount);
    if (tally.listings && event.listing !== null) addCharge(tally.listings, event.listing, amount);
    const known = tally.prices.find((price) => price.unitPrice === unitPrice);
    if (known) {
      known.units++;
      known.amount += amount;
    } else tally.prices.push({ unitPrice, units: 1, amount });
  }
}

const adjustedCharge = ({
  event_id,
  occurred_at,
  job_id,
  amount_micro_usd,
  adjustment,
}: LedgerEvent): AdjustedCharge => ({
  event_id,
  occurred_at,
  job_id,
  amount_micro_usd,
  reference: adjustment?.reference ?? "",
  reason: adjustment?.reason ?? null,
  period_start: adjustment?.period_start ?? null,
});

/**
 * What the hash of a ledger is made of: five columns of the export, whatever columns come later. Each ends with a line
 * feed.
 */
export const ledgerLine = ({
  event_id,
  occurred_at,
  job_id,
  usage_type,
  amount_micro_usd,
}: LedgerEvent): string => `${event_id},${occurred_at},${job_id},${usage_type},${usd(amount_micro_usd)}\n`;
