import { csvLine } from "../domain/billing/csv.ts";
import type { RenderedStatement } from "./table.ts";

/**
 * What a line has. Units and amounts that only explain the total have columns of their own, so that whoever adds up a column adds
 * nothing twice. Later columns stand at the end.
 */
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
  "value_units",
  "value_usd",
  "tax_percent",
  "corrects",
  "closed_at",
  "due_on",
  "listing",
] as const;
type Column = (typeof columns)[number];
type Line = Partial<Record<Column, string | number | null>> & { line: string };

/**
 * A statement as CSV, with all that its other forms say. The last line, `total`, is the sum of the others.
 */
export function statementCsv(statement: RenderedStatement): string {
  const { number, state, organization, billing_period, currency, closed_at, invoice } = statement;
  const common = {
    number,
    state,
    organization_id: organization.organization_id,
    organization_name: organization.name,
    period_start: billing_period.start_at,
    period_end: billing_period.end_at,
    currency,
    closed_at,
    due_on: invoice?.due_on ?? null,
  };
  const lines = [
    ...sums(statement),
    ...references(statement),
    ...listings(statement),
    ...notes(statement),
    ...tax(statement),
    { line: "total", amount_usd: statement.total_usd },
  ];
  const rows = lines.map((line): Line => ({ ...common, ...line }));
  return [columns, ...rows.map((row) => columns.map((name) => row[name] ?? null))].map(csvLine).join("");
}

/** Says of a period with a change of plan that the fee of the last one counts in full. */
const feeOf = (plans: RenderedStatement["plans"]): string => {
  const name = plans.at(-1)?.name ?? "";
  return plans.length > 1 ? `${name}: for the whole period` : name;
};

function sums(statement: RenderedStatement): Line[] {
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
    ...(adjustments ?? []).map(({ job_id, event_id: _, period_start: __, ...same }) => ({
      line: "adjustment",
      description: job_id,
      ...same,
    })),
    ...(others === 0
      ? []
      : [{ line: "adjustment", description: "adjustments not listed", amount_usd: others / 1e6 }]),
  ];
}

function tax({ invoice }: RenderedStatement): Line[] {
  if (invoice === null) return [];
  const { net_usd, tax_usd, gross_usd, tax_percent, reverse_charge } = invoice;
  const description = reverse_charge ? "reverse charge: the customer accounts for the tax" : "";
  return [
    { line: "net", description: "total in whole cents", value_usd: net_usd },
    { line: "tax", description, tax_percent, value_usd: tax_usd },
    { line: "gross", description: "net and tax", value_usd: gross_usd },
  ];
}

const references = ({ charges_by_reference: charges }: RenderedStatement): Line[] => [
  ...(charges?.references ?? []).map(({ reference, units, amount_usd }) => ({
    line: "reference",
    description: reference === null ? "charges without a reference" : "charges of a reference",
    reference,
    value_units: units,
    value_usd: amount_usd,
  })),
  ...(charges && charges.others.units > 0
    ? [
        {
          line: "reference",
          description: "charges of all other references",
          value_units: charges.others.units,
          value_usd: charges.others.amount_usd,
        },
      ]
    : []),
];

const listings = ({ charges_by_listing: charges }: RenderedStatement): Line[] => [
  ...(charges?.listings ?? []).map(({ listing, units, amount_usd }) => ({
    line: "listing",
    description: "charges of a listing",
    listing,
    value_units: units,
    value_usd: amount_usd,
  })),
  ...(charges && charges.others.units > 0
    ? [
        {
          line: "listing",
          description: "charges of all other listings",
          value_units: charges.others.units,
          value_usd: charges.others.amount_usd,
        },
      ]
    : []),
];

function notes({ plans, replaces, invoice, ledger }: RenderedStatement): Line[] {
  return [
    ...plans.map((plan) => ({
      line: "plan",
      description: plan.name,
      occurred_at: plan.from,
      unit_price_usd: plan.unit_price_usd,
      value_units: plan.included_units,
      value_usd: plan.base_fee_usd,
    })),
    ...(replaces === null
      ? []
      : [
          {
            line: "replaces",
            description: replaces.number,
            occurred_at: replaces.voided_at,
            value_usd: replaces.total_usd,
            reason: replaces.reason,
          },
        ]),
    ...(invoice === null
      ? []
      : [
          { line: "issuer", description: partyText(invoice.issuer) },
          { line: "customer", description: partyText(invoice.customer) },
        ]),
    ...(invoice?.payment ? [{ line: "payment", description: invoice.payment }] : []),
    { line: "ledger_sha256", description: ledger.sha256, value_units: ledger.events },
  ];
}

const partyText = ({ name, address, tax_id }: NonNullable<RenderedStatement["invoice"]>["issuer"]) =>
  [name, address, ...(tax_id === null ? [] : [`Tax ID ${tax_id}`])].join("\n");
