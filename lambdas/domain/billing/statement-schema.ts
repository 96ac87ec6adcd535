import * as v from "valibot";
import { EventId, JobId } from "../ids.ts";

/** A statement as callers see it and as it is stored when its period closes. */

const DateTime = v.pipe(v.string(), v.isoTimestamp());
const Amount = v.number();
const count = v.pipe(v.number(), v.integer());
const described = <const S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description));

export const PlanOfPeriod = v.object({
  from: described(DateTime, "From when on it applied."),
  name: described(v.nullable(v.string()), "Null if there was no plan."),
  included_units: count,
  unit_price_usd: described(Amount, "The price of a unit beyond the included ones."),
  overage_allowed: v.boolean(),
  base_fee_usd: described(Amount, "For the period, whatever is used."),
  spend_cap_usd: described(v.nullable(Amount), "What the units of a period cost at most, or null."),
});

const Charge = v.object({ unit_price_usd: Amount, units: count, amount_usd: Amount });

const StatedAdjustment = v.object({
  event_id: EventId,
  occurred_at: DateTime,
  job_id: JobId,
  amount_usd: Amount,
  reference: described(v.nullable(v.string()), "The operator's; null on adjustments made before 1.1.0."),
  reason: v.nullable(v.string()),
  period_start: described(v.nullable(DateTime), "The closed billing period that it corrects, or null."),
  corrects: v.optional(
    described(
      v.nullable(v.string()),
      "The number of the statement that it corrects. Null if that period was not closed, and on statements that closed before 1.3.0.",
    ),
    null,
  ),
});

const Replaced = v.object({
  number: v.string(),
  closed_at: DateTime,
  total_usd: Amount,
  voided_at: described(DateTime, "When the operator took it back."),
  reason: described(v.string(), "Why, in the operator's words."),
});

const ReferenceCharge = v.object({
  reference: described(v.nullable(v.string()), "The request's; null of the jobs without one."),
  units: count,
  amount_usd: Amount,
});

const ChargesByReference = v.object({
  references: described(v.array(ReferenceCharge), "In the order of their first charge, at most 200."),
  others: described(v.object({ units: count, amount_usd: Amount }), "The sum of all further references."),
});

const ListingCharge = v.object({ listing: v.nullable(v.string()), units: count, amount_usd: Amount });

const ChargesByListing = v.object({
  listings: described(v.array(ListingCharge), "In the order of their first charge, at most 200."),
  others: described(v.object({ units: count, amount_usd: Amount }), "The sum of all further listings."),
});

const Party = v.object({
  name: v.string(),
  address: described(v.string(), "With a line feed between its lines."),
  tax_id: v.nullable(v.string()),
});

const Invoice = v.object({
  issuer: Party,
  customer: Party,
  payment: v.optional(
    described(
      v.nullable(v.string()),
      "How to pay, such as an IBAN, or null. With a line feed between lines.",
    ),
    null,
  ),
  due_on: described(
    v.nullable(v.pipe(v.string(), v.isoDate())),
    "The last day of payment. Null until the statement closes, or if nothing is to be paid.",
  ),
  net_usd: described(Amount, "`total_usd` in whole cents; halves are rounded away from zero."),
  tax_percent: Amount,
  tax_usd: described(Amount, "The tax of `net_usd`, rounded likewise."),
  gross_usd: described(Amount, "`net_usd` and `tax_usd`: what is to be paid."),
  reverse_charge: described(v.boolean(), "Whether the customer accounts for the tax, and none is charged."),
});

const tooLong = "Null if the ledger of an open period is too long for one request.";

export const Statement = v.object({
  number: described(
    v.string(),
    "The same for the same organization and period, unless a statement was taken back: then the next one ends with `-2`.",
  ),
  state: described(
    v.picklist(["open", "closed"]),
    "A closed statement never changes, not by a byte: one that is wrong is replaced by another. An open one says what it would be now.",
  ),
  closed_at: v.nullable(DateTime),
  replaces: v.optional(
    described(v.nullable(Replaced), "The statement of the same period that this one replaces, or null."),
    null,
  ),
  organization: v.object({ organization_id: v.string(), name: v.string() }),
  billing_period: v.object({ start_at: DateTime, end_at: DateTime }),
  currency: v.literal("USD"),
  plans: described(v.array(PlanOfPeriod), "Oldest first. The last one's allowance and base fee count."),
  plans_recorded: described(
    v.boolean(),
    "False if the period is older than the record of its plan: then it is the plan that was in force when this was drawn up.",
  ),
  units: v.object({
    included: count,
    consumed: count,
    overage: described(count, "Consumed beyond the included ones."),
  }),
  base_fee_usd: Amount,
  charges: described(v.nullable(v.array(Charge)), `Units with a price, by price. ${tooLong}`),
  charges_usd: described(Amount, "The sum of the charges."),
  charges_by_reference: v.optional(
    described(
      v.nullable(ChargesByReference),
      "The charges by the `reference` of the requests. Null on statements that closed before 1.2.0, and if the ledger of an open period is too long for one request.",
    ),
    null,
  ),
  charges_by_listing: v.optional(
    described(
      v.nullable(ChargesByListing),
      "The charges of jobs with a `listing`, by listing: they are in `charges_by_reference`, too. Null if there are none, on statements that closed before 1.3.0, and if the ledger of an open period is too long for one request.",
    ),
    null,
  ),
  adjustments: described(
    v.nullable(v.array(StatedAdjustment)),
    `Oldest first, the first 500 of them. ${tooLong}`,
  ),
  adjustment_count: described(v.nullable(count), tooLong),
  adjustments_usd: described(Amount, "The sum of all adjustments that were booked in the period."),
  total_usd: described(Amount, "The base fee, the charges and the adjustments, without tax."),
  invoice: v.optional(
    described(
      v.nullable(Invoice),
      "What makes the statement an invoice. Null if your operator makes out no invoices with it.",
    ),
    null,
  ),
  ledger: v.object({
    events: described(v.nullable(count), `How many billing events the period has. ${tooLong}`),
    sha256: described(
      v.nullable(v.string()),
      `SHA-256, in hex, of the events, oldest first, each as a line of \`event_id,occurred_at,job_id,usage_type,amount_usd\` in UTF-8 that ends with a line feed (the last one, too). The amount is a decimal without an exponent, without a plus and without zeros at its end: \`0.25\`, \`0\`, \`-0.1\`, \`0.000001\`. ${tooLong}`,
    ),
  }),
});
export type Statement = v.InferOutput<typeof Statement>;
