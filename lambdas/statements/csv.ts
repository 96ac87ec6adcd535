import { csvLine } from "../domain/billing/csv.ts";
import type { RenderedStatement } from "./table.ts";

const columns = [
  "number",
  "state",
  "organization_id",
  "organization_name",
  "period_start",
  "period_end",
  "line",
  "description",
  "occurred_at",
  "units",
  "unit_price_usd",
  "amount_usd",
  "currency",
  "reference",
  "reason",
] as const;
type Line = Partial<Record<(typeof columns)[number], string | number | null>> & { line: string };

/** A statement as CSV, one line a sum; the line `total` is the sum of the others. */
export function statementCsv(statement: RenderedStatement): string {
  const { number, state, organization, billing_period, currency } = statement;
  const common = {
    number,
    state,
    organization_id: organization.organization_id,
    organization_name: organization.name,
    period_start: billing_period.start_at,
    period_end: billing_period.end_at,
    currency,
  };
  const rows = linesOf(statement).map((line) => ({ ...common, ...line }));
  return [columns, ...rows.map((row) => columns.map((name) => row[name] ?? null))].map(csvLine).join("");
}

/** Says of a period with a change of plan that the fee of the last one counts in full. */
const feeOf = (plans: RenderedStatement["plans"]): string => {
  const name = plans.at(-1)?.name ?? "";
  return plans.length > 1 ? `${name}: for the whole period` : name;
};

function linesOf(statement: RenderedStatement): Line[] {
  const { plans, units, charges, adjustments } = statement;
  const listed = adjustments?.reduce((sum, { amount_usd }) => sum + Math.round(amount_usd * 1e6), 0) ?? 0;
  const others = Math.round(statement.adjustments_usd * 1e6) - listed;
  return [
    { line: "base_fee", description: feeOf(plans), amount_usd: statement.base_fee_usd },
    {
      line: "free_units",
      description: "included units",
      units: units.consumed - (charges?.reduce((sum, charge) => sum + charge.units, 0) ?? 0),
      amount_usd: 0,
    },
    ...(charges ?? []).map((charge) => ({
      line: "charge",
      description: "units beyond those included",
      ...charge,
    })),
    ...(charges ? [] : [{ line: "charge", description: "all charges", amount_usd: statement.charges_usd }]),
    ...(adjustments ?? []).map(({ amount_usd, occurred_at, job_id, reference, reason }) => ({
      line: "adjustment",
      description: job_id,
      occurred_at,
      amount_usd,
      reference,
      reason,
    })),
    ...(others === 0
      ? []
      : [{ line: "adjustment", description: "adjustments not listed", amount_usd: others / 1e6 }]),
    { line: "total", amount_usd: statement.total_usd },
  ];
}
