import type { Invoice } from "../domain/billing/invoice.ts";
import { oneLine } from "../domain/plain-text.ts";
import { count, day, dollars, money } from "./figures.ts";
import type { RenderedStatement, Table } from "./table.ts";

/** What a page says if its statement is an invoice, and nothing or the statement's words if it is not. */

/** A total below zero is a credit note; what is still open is a draft. */
export function titleOf({ invoice, state }: Pick<RenderedStatement, "invoice" | "state">): string {
  if (invoice === null) return "Statement";
  const kind = invoice.gross_usd < 0 ? "Credit note" : "Invoice";
  return state === "open" ? `Draft ${kind.toLowerCase()}` : kind;
}

/** Who makes it out, to whom, what is to be paid until when, and how: pairs, as they stand next to each other. */
export function parties({ invoice, closed_at, number, total_usd }: RenderedStatement): [string, string][] {
  const named: [string, string] = ["Number", number];
  if (invoice === null) return [named, ["Total", dollars(total_usd)]];
  const { issuer, customer, due_on, payment, gross_usd } = invoice;
  return [
    ["From", partyText(issuer)],
    ["Bill to", partyText(customer)],
    [dueOf(invoice), dollars(Math.abs(gross_usd))],
    ["Due", due_on === null ? dueWithoutDay(invoice, closed_at) : day(due_on)],
    ["Date", closed_at === null ? "when the period closes" : day(closed_at)],
    named,
    ...(payment === null || gross_usd <= 0
      ? []
      : [["How to pay", `${linesOf(payment)}\nPlease state ${number}.`] satisfies [string, string]]),
  ];
}

const dueOf = ({ gross_usd }: Invoice) => (gross_usd < 0 ? "Credit" : "Amount due");

/** A text of several lines, without other control characters. */
const linesOf = (text: string): string => text.split("\n").map(oneLine).join("\n");

const partyText = ({ name, address, tax_id }: Invoice["issuer"]): string =>
  [oneLine(name), linesOf(address), ...(tax_id === null ? [] : [`Tax ID ${oneLine(tax_id)}`])].join("\n");

const dueWithoutDay = ({ gross_usd }: Invoice, closedAt: string | null): string =>
  closedAt === null && gross_usd > 0 ? "when the period closes" : "nothing to pay";

/** The rows below the exact total, in whole cents; the last one is what is to be paid. */
export const invoiceRows = (invoice: Invoice | null): string[][] =>
  invoice === null
    ? []
    : [
        ["Net, in whole cents", "", "", money(invoice.net_usd)],
        [`Tax, ${invoice.tax_percent} %`, "", "", money(invoice.tax_usd)],
        [dueOf(invoice), "", "", dollars(invoice.gross_usd)],
      ];

export const invoiceNote = (invoice: Invoice | null): string =>
  invoice?.reverse_charge ? " Reverse charge: the customer accounts for the tax." : "";

export const invoiceRemark =
  "Amounts are exact to the millionth of a dollar. Net and tax are rounded to whole cents, halves away from zero.";

/** The charges by the references of the requests, if a request had one. */
export function referencesTable({ charges_by_reference: charges }: RenderedStatement): Table[] {
  if (!charges?.references.some(({ reference }) => reference !== null)) return [];
  const { references, others } = charges;
  return [
    {
      caption: "Charges by reference in US dollars",
      columns: [
        { name: "Reference", share: 64 },
        { name: "Units", share: 18, isNumber: true },
        { name: "Amount", share: 18, isNumber: true },
      ],
      rows: [
        ...references.map(({ reference, units, amount_usd }) => [
          oneLine(reference ?? "without a reference"),
          count(units),
          money(amount_usd),
        ]),
        ...(others.units === 0 ? [] : [["all others", count(others.units), money(others.amount_usd)]]),
      ],
      isDense: true,
      note: null,
    },
  ];
}
