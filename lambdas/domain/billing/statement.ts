import * as v from "valibot";
import { derivedText } from "../ids.ts";
import type { Organization } from "../organization/organization.ts";
import { invoiceOf } from "./invoice.ts";
import type { Issuer } from "./issuer.ts";
import { usd } from "./ledger.ts";
import type { BillingPeriod } from "./period.ts";
import { lastPlan, planViews } from "./plans.ts";
import type { ReferenceCharges } from "./reference-charges.ts";
import type { AdjustedCharge, PricedUnits, WholeLedger } from "./tally.ts";
import type { PeriodUsage, UsageTotals } from "./usage.ts";

/** A job ends within an hour and is written within a minute. Two hours after a period, nothing more is added to it. */
const closingMs = 2 * 60 * 60 * 1000;

/** From when on a period can be closed. */
export const closableFrom = ({ end }: BillingPeriod): Date => new Date(end.getTime() + closingMs);

/**
 * Whether a period can be closed: it has been over for two hours, and no job holds a unit of it that it may still
 * consume.
 */
export const isClosable = (period: BillingPeriod, { consumed, committed }: UsageTotals, now: Date): boolean =>
  now >= closableFrom(period) && consumed === committed;

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
  organization: Pick<Organization, "organization_id" | "name" | "billing" | "sandbox">;
  period: BillingPeriod;
  usage: PeriodUsage;
  /** Null if the ledger is too long to be read in a request. */
  tally: WholeLedger | null;
  closedAt: Date | null;
  /** The statements of the period that were taken back, oldest first. */
  voided: readonly VoidedStatement[];
  /** The numbers of the statements that adjustments correct, by the start of their period. */
  corrected: ReadonlyMap<string, string>;
  /** Who makes out invoices, or null if nobody does. */
  issuer: Issuer | null;
};

/** The statement of a billing period: what was used and what it costs. An open one says what it would be now. */
export function statementView({
  organization,
  period,
  usage,
  tally,
  closedAt,
  voided,
  corrected,
  issuer,
}: StatementParts) {
  const { totals } = usage;
  const plan = lastPlan(usage);
  const included = plan?.included_units ?? 0;
  const baseFee = plan?.base_fee_micro_usd ?? 0;
  const charged = tally ? tally.charged : totals.charged_micro_usd;
  const adjusted = tally ? tally.adjusted : totals.amount_micro_usd - totals.charged_micro_usd;
  const total = baseFee + charged + adjusted;
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
    charges_by_reference: tally?.references ? referencesView(tally.references) : null,
    charges_by_listing: tally?.listings?.listed.length ? listingsView(tally.listings) : null,
    adjustments: tally?.adjustments.map((adjustment) => adjustmentView(adjustment, corrected)) ?? null,
    adjustment_count: tally?.adjustmentCount ?? null,
    adjustments_usd: usd(adjusted),
    total_usd: usd(total),
    invoice: invoiceOf({ organization, issuer, total, closedAt }),
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

const referencesView = ({ listed, others }: ReferenceCharges) => ({
  references: listed.map(({ reference, units, amount }) => ({ reference, units, amount_usd: usd(amount) })),
  others: { units: others.units, amount_usd: usd(others.amount) },
});

const listingsView = ({ listed, others }: ReferenceCharges) => ({
  listings: listed.map(({ reference: listing, units, amount }) => ({
    listing,
    units,
    amount_usd: usd(amount),
  })),
  others: { units: others.units, amount_usd: usd(others.amount) },
});

const adjustmentView = (
  { amount_micro_usd, reference, ...same }: AdjustedCharge,
  corrected: ReadonlyMap<string, string>,
) => ({
  event_id: same.event_id,
  occurred_at: same.occurred_at,
  job_id: same.job_id,
  amount_usd: usd(amount_micro_usd),
  reference: reference === "" ? null : reference,
  reason: same.reason,
  period_start: same.period_start,
  corrects: same.period_start === null ? null : (corrected.get(same.period_start) ?? null),
});
