import type { Command } from "commander";
import * as v from "valibot";
import { TaxPercent } from "../../../lambdas/domain/billing/issuer.ts";
import type { BillingDetails } from "../../../lambdas/domain/organization/organization.ts";
import { InputError, YesNo } from "../inputs.ts";
import { lineOf, linesOf } from "../texts.ts";

const percent = "must be a number from 0 to 100 with at most 2 decimals";

/** The options of the details. Lines of an address are stored with a line feed between them. */
export const BillingOptions = v.object({
  legalName: v.optional(v.union([lineOf(200), v.literal(false)])),
  billingAddress: v.optional(linesOf(500)),
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
  reverseCharge: v.optional(v.union([YesNo, v.literal("by-tax-ids")], "must be yes, no or by-tax-ids")),
});

/** The details after a change, null if they are removed; undefined if no option is about them. */
export function changedBilling(
  before: BillingDetails | null,
  given: v.InferOutput<typeof BillingOptions>,
): BillingDetails | null | undefined {
  const { legalName, billingAddress, taxId, taxPercent, reverseCharge } = given;
  const options = [legalName, billingAddress, taxId, taxPercent, reverseCharge];
  const count = options.filter((value) => value !== undefined).length;
  if (count === 0) return undefined;
  if (legalName === false) {
    if (count === 1) return null;
    throw new InputError("--no-legal-name removes all billing details: give no others with it.");
  }
  const legal_name = legalName ?? before?.legal_name;
  const address = billingAddress ?? before?.address;
  if (legal_name === undefined || address === undefined)
    throw new InputError(
      "The organization has no billing details yet: give --legal-name and --billing-address.",
    );
  const changed = {
    legal_name,
    address,
    tax_id: taxId === undefined ? (before?.tax_id ?? null) : taxId || null,
    tax_percent:
      taxPercent === undefined ? (before?.tax_percent ?? null) : taxPercent === false ? null : taxPercent,
    reverse_charge:
      typeof reverseCharge === "boolean"
        ? reverseCharge
        : reverseCharge
          ? null
          : (before?.reverse_charge ?? null),
  };
  if (changed.reverse_charge && changed.tax_percent !== null && changed.tax_percent > 0)
    throw new InputError("With --reverse-charge yes no tax is charged: give --no-tax-percent with it.");
  return changed;
}

export const withBillingOptions = (command: Command): Command =>
  command
    .option("--legal-name <name>", "to whom invoices are made out")
    .option("--no-legal-name", "remove the billing details: statements are no invoices any more")
    .option("--billing-address <text>", "its address on invoices; a semicolon begins a new line")
    .option("--tax-id <id>", "its tax id on invoices")
    .option("--no-tax-id", "no tax id on invoices")
    .option("--tax-percent <percent>", "its rate of tax, in place of the stage's")
    .option("--no-tax-percent", "the stage's rate of tax")
    .option(
      "--reverse-charge <yes|no|by-tax-ids>",
      "whether it accounts for the tax itself, and its invoices say so; by-tax-ids: if its rate is 0 and both tax ids are VAT " +
        "numbers of different states of the European Union (default)",
    );
