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
 * sandbox. It is due `paymentDays` after the day on which it closes; nothing is due if nothing is to be paid. Without tax,
 * a customer with a tax id accounts for it (reverse charge).
 */
export function invoiceOf({ organization, issuer, total, closedAt }: InvoiceParts): Invoice | null {
  const { billing, sandbox } = organization;
  if (!issuer || !billing || sandbox) return null;
  const tax_percent = billing.tax_percent ?? issuer.taxPercent;
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
    reverse_charge: tax_percent === 0 && billing.tax_id !== null,
  };
}

const dayAfter = (time: Date, days: number): string =>
  new Date(time.getTime() + days * 86_400_000).toISOString().slice(0, 10);
