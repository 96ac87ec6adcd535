import type { Organization } from "../organization/organization.ts";
import type { Issuer } from "./issuer.ts";
import type { Statement } from "./statement-schema.ts";

/** What makes a statement an invoice. Amounts are US dollars in whole cents. */
export type Invoice = NonNullable<Statement["invoice"]>;

/** The quotient of two whole numbers, rounded to a whole number; halves go away from zero. */
const divided = (amount: number, by: number): number =>
  Math.sign(amount) * Math.floor((2 * Math.abs(amount) + by) / (2 * by));

/**
 * Net, tax and gross in cents of an exact amount in micro-USD: the net is rounded to cents, the tax is that of the rounded
 * net and is rounded to cents, and the gross is their sum. Halves are rounded away from zero.
 */
export function taxed(microUsd: number, taxPercent: number): { net: number; tax: number; gross: number } {
  const net = divided(microUsd, 10_000);
  const tax = divided(net * Math.round(taxPercent * 100), 10_000);
  return { net, tax, gross: net + tax };
}

type InvoiceParts = {
  organization: Pick<Organization, "billing" | "sandbox">;
  issuer: Issuer | null;
  /** The exact total of the period in micro-USD. */
  total: number;
  closedAt: Date | null;
};

/**
 * The invoice of a period, or null if the stage names no issuer, the organization has no billing details, or it is a
 * sandbox. It is due `paymentDays` after the day on which it closes; nothing is due if nothing is to be paid.
 */
export function invoiceOf({ organization, issuer, total, closedAt }: InvoiceParts): Invoice | null {
  const { billing } = organization;
  const taxation = taxationOf(organization, issuer);
  if (!taxation || !billing || !issuer) return null;
  const { tax_percent, reverse_charge } = taxation;
  const { net, tax, gross } = taxed(total, tax_percent);
  return {
    issuer: { name: issuer.name, address: issuer.address, tax_id: issuer.taxId },
    customer: { name: billing.legal_name, address: billing.address, tax_id: billing.tax_id },
    payment: issuer.payment ?? null,
    due_on: closedAt === null || gross <= 0 ? null : dayAfter(closedAt, issuer.paymentDays),
    net_usd: net / 100,
    tax_percent,
    tax_usd: tax / 100,
    gross_usd: gross / 100,
    reverse_charge,
  };
}

/** How the VAT numbers of the European Union begin; Northern Ireland's are for goods only. */
const memberStates =
  /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)[ \dA-Z]/;

/**
 * Whether two tax ids are VAT numbers of different member states: then the customer accounts for the tax of a service (Directive
 * 2006/112/EC, article 196).
 */
function isAcrossBorder(issuer: string, customer: string | null): boolean {
  const [from, to] = [issuer, customer ?? ""].map((id) => memberStates.exec(id.toUpperCase())?.[1]);
  return from !== undefined && to !== undefined && from !== to;
}

type Taxation = Pick<Invoice, "tax_percent" | "reverse_charge">;

/** The rate of tax of an organization's invoices, and whether the customer accounts for it; null if it gets none. */
export function taxationOf(
  { billing, sandbox }: InvoiceParts["organization"],
  issuer: Issuer | null,
): Taxation | null {
  if (!issuer || !billing || sandbox) return null;
  const rate = billing.tax_percent ?? issuer.taxPercent;
  const reverse_charge =
    billing.reverse_charge ?? (rate === 0 && isAcrossBorder(issuer.taxId, billing.tax_id));
  return { tax_percent: reverse_charge ? 0 : rate, reverse_charge };
}

const dayAfter = (time: Date, days: number): string =>
  new Date(time.getTime() + days * 86_400_000).toISOString().slice(0, 10);
