import type { Command } from "commander";
import * as v from "valibot";
import { TaxPercent } from "../../../lambdas/domain/billing/issuer.ts";
import type { BillingDetails } from "../../../lambdas/domain/organization/organization.ts";
import { InputError } from "../inputs.ts";

const lineOf = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "must not be empty"),
    v.maxLength(most, `must have at most ${most} characters`),
  );
const percent = "must be a number from 0 to 100 with at most 2 decimals";

/** The options of the details. Lines of an address are stored with a line feed between them. */
export const BillingOptions = v.object({
  legalName: v.optional(v.union([lineOf(200), v.literal(false)])),
  billingAddress: v.optional(
    v.pipe(
      lineOf(500),
      v.transform((text) => text.replaceAll(/\s*;\s*/g, "\n")),
    ),
  ),
  taxId: v.optional(v.union([lineOf(50), v.literal(false)])),
  taxPercent: v.optional(
    v.union(
      [
        v.pipe(v.string(), v.regex(/^\d{1,3}(\.\d{1,2})?$/, percent), v.transform(Number), TaxPercent),
        v.literal(false),
      ],
      percent,
    ),
  ),
});

/** The details after a change, null if they are removed; undefined if no option is about them. */
export function changedBilling(
  before: BillingDetails | null,
  { legalName, billingAddress, taxId, taxPercent }: v.InferOutput<typeof BillingOptions>,
): BillingDetails | null | undefined {
  const given = [legalName, billingAddress, taxId, taxPercent].filter((value) => value !== undefined);
  if (given.length === 0) return undefined;
  if (legalName === false) {
    if (given.length === 1) return null;
    throw new InputError("--no-legal-name removes all billing details: give no others with it.");
  }
  const legal_name = legalName ?? before?.legal_name;
  const address = billingAddress ?? before?.address;
  if (legal_name === undefined || address === undefined)
    throw new InputError(
      "The organization has no billing details yet: give --legal-name and --billing-address.",
    );
  return {
    legal_name,
    address,
    tax_id: taxId === undefined ? (before?.tax_id ?? null) : taxId || null,
    tax_percent:
      taxPercent === undefined ? (before?.tax_percent ?? null) : taxPercent === false ? null : taxPercent,
  };
}

export const withBillingOptions = (command: Command): Command =>
  command
    .option("--legal-name <name>", "to whom invoices are made out")
    .option("--no-legal-name", "remove the billing details: statements are no invoices any more")
    .option("--billing-address <text>", "its address on invoices; a semicolon begins a new line")
    .option("--tax-id <id>", "its tax id on invoices")
    .option("--no-tax-id", "no tax id on invoices")
    .option("--tax-percent <percent>", "its rate of tax, in place of the stage's")
    .option("--no-tax-percent", "the stage's rate of tax");
