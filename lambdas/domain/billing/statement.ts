import * as v from "valibot";
import { derivedText } from "../ids.ts";
import type { Organization } from "../organization/organization.ts";
import { AdjustmentNote, LedgerEvent, usd } from "./ledger.ts";
import type { BillingPeriod } from "./period.ts";
import { lastPlan, planViews } from "./plans.ts";
import type { PeriodUsage, UsageTotals } from "./usage.ts";

/** A job ends within an hour and is written within a minute. Two hours after a period, nothing more is added to it. */
const closingMs = 2 * 60 * 60 * 1000;

/**
 * Whether a period can be closed: it has been over for two hours, and no job holds a unit of it that it may still
 * consume.
 */
export const isClosable = (
  { end }: BillingPeriod,
  { consumed, committed }: UsageTotals,
  now: Date,
): boolean => now.getTime() >= end.getTime() + closingMs && consumed === committed;

/** How many adjustments a statement lists. It counts and adds up all of them. */
const listedAdjustments = 500;

const PricedUnits = v.object({ unitPrice: v.number(), units: v.number(), amount: v.number() });
type PricedUnits = v.InferOutput<typeof PricedUnits>;
const AdjustedCharge = v.object({
  ...v.pick(LedgerEvent, ["event_id", "occurred_at", "job_id", "amount_micro_usd"]).entries,
  ...AdjustmentNote.entries,
});
type AdjustedCharge = v.InferOutput<typeof AdjustedCharge>;

/** What a ledger adds up to, or the part of it that was read; amounts are integer micro-USD. */
export const LedgerTally = v.object({
  events: v.number(),
  charged: v.number(),
  adjusted: v.number(),
  prices: v.array(PricedUnits),
  adjustments: v.array(AdjustedCharge),
  adjustmentCount: v.number(),
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

/** A statement that an operator took back: the one that replaces it names it. */
export const VoidedStatement = v.object({
  number: v.string(),
  closed_at: v.string(),
  total_usd: v.number(),
  voided_at: v.string(),
  reason: v.string(),
});
export type VoidedStatement = v.InferOutput<typeof VoidedStatement>;

/**
 * The number of the statement that follows those taken back: the same for the same organization and period, and of all
 * but the first with `-2`, `-3` … at its end.
 */
export function statementNumber(
  organizationId: string,
  { start }: BillingPeriod,
  voided: readonly VoidedStatement[],
): string {
  const number = `ST-${start.toISOString().slice(0, 10)}-${derivedText(organizationId, start.toISOString()).slice(0, 10)}`;
  return voided.length === 0 ? number : `${number}-${voided.length + 1}`;
}

type StatementParts = {
  organization: Pick<Organization, "organization_id" | "name">;
  period: BillingPeriod;
  usage: PeriodUsage;
  /** Null if the ledger is too long to be read in a request. */
  tally: WholeLedger | null;
  closedAt: Date | null;
  /** The statements of the period that were taken back, oldest first. */
  voided: readonly VoidedStatement[];
};

/** The statement of a billing period: what was used and what it costs. An open one says what it would be now. */
export function statementView({ organization, period, usage, tally, closedAt, voided }: StatementParts) {
  const { totals } = usage;
  const plan = lastPlan(usage);
  const included = plan?.included_units ?? 0;
  const baseFee = plan?.base_fee_micro_usd ?? 0;
  const charged = tally ? tally.charged : totals.charged_micro_usd;
  const adjusted = tally ? tally.adjusted : totals.amount_micro_usd - totals.charged_micro_usd;
  return {
    number: statementNumber(organization.organization_id, period, voided),
    state: closedAt === null ? ("open" as const) : ("closed" as const),
    closed_at: closedAt?.toISOString() ?? null,
    replaces: voided.at(-1) ?? null,
    organization: { organization_id: organization.organization_id, name: organization.name },
    billing_period: { start_at: period.start.toISOString(), end_at: period.end.toISOString() },
    currency: "USD" as const,
    plans: planViews(usage),
    plans_recorded: usage.recorded,
    units: {
      included,
      consumed: totals.consumed,
      overage: Math.max(0, totals.consumed - included),
    },
    base_fee_usd: usd(baseFee),
    charges: tally?.prices.toSorted((a, b) => a.unitPrice - b.unitPrice).map(chargeView) ?? null,
    charges_usd: usd(charged),
    adjustments: tally?.adjustments.map(adjustmentView) ?? null,
    adjustment_count: tally?.adjustmentCount ?? null,
    adjustments_usd: usd(adjusted),
    total_usd: usd(baseFee + charged + adjusted),
    ledger: { events: tally?.events ?? null, sha256: tally?.sha256 ?? null },
  };
}

/** What lists show of a statement, as it is stored or drawn up. */
export const ListedStatement = v.object({
  number: v.string(),
  state: v.picklist(["open", "closed"]),
  closed_at: v.nullable(v.string()),
  billing_period: v.object({ start_at: v.string(), end_at: v.string() }),
  currency: v.literal("USD"),
  total_usd: v.number(),
});
export type ListedStatement = v.InferOutput<typeof ListedStatement>;

const chargeView = ({ unitPrice, units, amount }: PricedUnits) => ({
  unit_price_usd: usd(unitPrice),
  units,
  amount_usd: usd(amount),
});

const adjustmentView = ({ amount_micro_usd, reference, ...same }: AdjustedCharge) => ({
  event_id: same.event_id,
  occurred_at: same.occurred_at,
  job_id: same.job_id,
  amount_usd: usd(amount_micro_usd),
  reference: reference === "" ? null : reference,
  reason: same.reason,
  period_start: same.period_start,
});
