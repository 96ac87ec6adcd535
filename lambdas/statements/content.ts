import type { Statement } from "../domain/billing/statement-schema.ts";
import { counted, oneLine } from "../domain/plain-text.ts";
import { count, day, dollars, lastDay, moment, money } from "./figures.ts";
import {
  invoiceNote,
  invoiceRemark,
  invoiceRows,
  parties,
  referencesTable,
  titleOf,
} from "./invoice-content.ts";
import type { RenderedStatement, Table } from "./table.ts";

/** What a statement says as a page, however it is drawn. */
export type StatementContent = {
  service: string;
  title: string;
  /** Why it is not the last word, or null. */
  warning: string | null;
  details: [name: string, value: string][];
  tables: Table[];
  ledger: string;
  sha256: string | null;
  remark: string;
};

/** The words and figures of a statement's page: the same for every format that is made to be read. */
export function statementContent(statement: RenderedStatement): StatementContent {
  const { organization, billing_period: period, ledger, invoice } = statement;
  return {
    service: "Image Staging Generation API",
    title: titleOf(statement),
    warning: warnings[statement.state],
    details: [
      ...parties(statement),
      ["Organization", oneLine(organization.name)],
      ["Organization id", organization.organization_id],
      ["Billing period", `${day(period.start_at)} to ${lastDay(period.end_at)} (UTC)`],
      ["Status", statement.closed_at === null ? "Open" : `Closed ${moment(statement.closed_at)}`],
      ["Currency", statement.currency],
      ...corrected(statement),
      ...replacedBy(statement),
    ],
    tables: [
      plansTable(statement),
      sumsTable(statement),
      ...referencesTable(statement),
      ...adjustmentsTable(statement),
    ],
    ledger:
      ledger.events === null
        ? "The ledger is too long to be counted here."
        : `The ledger of the period has ${counted(ledger.events, "billing event")}. SHA-256:`,
    sha256: ledger.sha256,
    remark: invoice === null ? statementRemark : invoiceRemark,
  };
}

const statementRemark =
  "Amounts are exact to the millionth of a dollar and do not include tax. This is a statement, not an invoice.";

const warnings: Record<RenderedStatement["state"], string | null> = {
  open: "open: not final",
  closed: null,
  void: "void: taken back",
};

/** The statements that its adjustments correct, which a credit note must name. */
const corrected = ({ adjustments }: RenderedStatement): [string, string][] => {
  const numbers = new Set(adjustments?.flatMap(({ corrects }) => corrects ?? []));
  return numbers.size === 0 ? [] : [["Corrects", [...numbers].join("\n")]];
};

const replacedBy = ({ replaces }: RenderedStatement): [string, string][] =>
  replaces === null
    ? []
    : [
        [
          `Replaces ${replaces.number}`,
          `Closed ${moment(replaces.closed_at)}, ${dollars(replaces.total_usd)} in total, taken back ${moment(replaces.voided_at)}: ${oneLine(replaces.reason)}`,
        ],
      ];

const notRecorded =
  "The period is older than the record of its plan: this is the plan that was in force when the statement was drawn up.";

/** What a change of plan within the period charges, or null if there was none. */
const changed = (plans: Statement["plans"]): string | null =>
  plans.length < 2
    ? null
    : `The plan changed within the period. The base fee and the included units are those of the last plan, ${plans.at(-1)?.name ?? "none"}, for the whole period: nothing is divided by days. Each unit has the price of its time.`;

const plansTable = ({ plans, plans_recorded }: RenderedStatement): Table => ({
  caption: "Plan",
  columns: [
    { name: "Plan", share: 22 },
    { name: "From", share: 30 },
    { name: "Included units", share: 15, isNumber: true },
    { name: "Price of a further unit, USD", share: 20, isNumber: true },
    { name: "Base fee, USD", share: 13, isNumber: true },
  ],
  rows: plans.map((plan) => [
    oneLine(plan.name ?? "no plan"),
    moment(plan.from),
    count(plan.included_units),
    money(plan.unit_price_usd),
    money(plan.base_fee_usd),
  ]),
  note: plans_recorded ? changed(plans) : notRecorded,
});

function sumsTable(statement: RenderedStatement): Table {
  const { units, charges, invoice } = statement;
  const priced = charges?.reduce((sum, charge) => sum + charge.units, 0) ?? null;
  return {
    caption: "Amounts in US dollars",
    columns: [
      { name: "Item", share: 46 },
      { name: "Units", share: 18, isNumber: true },
      { name: "Unit price", share: 18, isNumber: true },
      { name: "Amount", share: 18, isNumber: true },
    ],
    rows: [
      ["Base fee", "", "", money(statement.base_fee_usd)],
      priced === null
        ? ["Units", count(units.consumed), "", money(statement.charges_usd)]
        : ["Units without charge", count(units.consumed - priced), money(0), money(0)],
      ...(charges ?? []).map((charge) => [
        "Charged units",
        count(charge.units),
        money(charge.unit_price_usd),
        money(charge.amount_usd),
      ]),
      ["Adjustments", "", "", money(statement.adjustments_usd)],
      [invoice === null ? "Total" : "Total without tax, exact", "", "", money(statement.total_usd)],
      ...invoiceRows(invoice),
    ],
    hasTotal: true,
    note: `${counted(units.consumed, "unit")} ${wereOf(units.consumed)} used of ${count(units.included)} included; ${count(units.overage)} ${wereOf(units.overage)} beyond them.${invoiceNote(invoice)}`,
  };
}

const wereOf = (units: number) => (units === 1 ? "was" : "were");

function adjustmentsTable({ adjustments, adjustment_count }: RenderedStatement): Table[] {
  if (!adjustments || adjustments.length === 0) return [];
  const others = (adjustment_count ?? 0) - adjustments.length;
  return [
    {
      caption: "Adjustments in US dollars",
      columns: [
        { name: "Booked", share: 16 },
        { name: "Job", share: 33 },
        { name: "Reference", share: 15 },
        { name: "Reason", share: 24 },
        { name: "Amount", share: 12, isNumber: true },
      ],
      rows: adjustments.map((adjustment) => [
        moment(adjustment.occurred_at),
        adjustment.job_id,
        oneLine(adjustment.reference ?? ""),
        `${oneLine(adjustment.reason ?? "")}${correction(adjustment)}`.trim(),
        money(adjustment.amount_usd),
      ]),
      isDense: true,
      note: others > 0 ? `${count(others)} more ${others === 1 ? "is" : "are"} in the ledger.` : null,
    },
  ];
}

type Adjustment = NonNullable<Statement["adjustments"]>[number];

const correction = ({ period_start, corrects }: Adjustment): string =>
  period_start === null
    ? ""
    : `\n(corrects ${corrects === null ? "" : `${corrects}, `}the period from ${day(period_start)})`;
