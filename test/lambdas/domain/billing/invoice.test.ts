import { expect, test } from "vitest";
import { invoiceOf, taxed } from "../../../../lambdas/domain/billing/invoice.ts";
import { type Issuer, issuerOf, issuerText } from "../../../../lambdas/domain/billing/issuer.ts";

const issuer: Issuer = {
  name: "Łódź Staging",
  address: "1 Example Street\n10115 Berlin",
  taxId: "DE123456789",
  paymentDays: 30,
  taxPercent: 19,
};
const billing = {
  legal_name: "Acme Inc.",
  address: "42 Sample Avenue",
  tax_id: null,
  tax_percent: null,
  reverse_charge: null,
};
const organization = { billing, sandbox: false };
const closedAt = new Date("2026-04-01T02:00:00.000Z");
const parts = { organization, issuer, total: 49_250_000, closedAt };

// @contract added.52
test.each([
  [49_250_000, 19, [4925, 936, 5861]],
  [5000, 0, [1, 0, 1]],
  [4999, 0, [0, 0, 0]],
  [-5000, 0, [-1, 0, -1]],
  [10_000_000, 8.25, [1000, 83, 1083]],
  [-10_000_000, 8.25, [-1000, -83, -1083]],
  [2_000_000, 0.25, [200, 1, 201]],
])(
  "%d micro-dollars with %d %% of tax are net, tax and gross in cents: halves go away from zero",
  (total, rate, cents) => {
    const { net, tax, gross } = taxed(total, rate);
    // -0 and 0 are the same amount.
    expect([net, tax, gross].map((amount) => amount + 0)).toEqual(cents);
  },
);

test("an invoice is due some days after its period closes, at the rate of tax of the stage or the organization", () => {
  expect(invoiceOf(parts)).toEqual({
    issuer: { name: issuer.name, address: issuer.address, tax_id: issuer.taxId },
    customer: { name: "Acme Inc.", address: "42 Sample Avenue", tax_id: null },
    payment: null,
    due_on: "2026-05-01",
    net_usd: 49.25,
    tax_percent: 19,
    tax_usd: 9.36,
    gross_usd: 58.61,
    reverse_charge: false,
  });
  const own = { ...organization, billing: { ...billing, tax_percent: 7 } };
  expect(invoiceOf({ ...parts, organization: own })).toMatchObject({ tax_percent: 7, tax_usd: 3.45 });
  expect(invoiceOf({ ...parts, closedAt: null })?.due_on).toBeNull();
  expect(invoiceOf({ ...parts, total: -1_000_000 })).toMatchObject({ due_on: null, gross_usd: -1.19 });
});

test("the customer accounts for the tax if that is set, or without tax across a border in the European Union", () => {
  const charged = (tax_id: string | null, tax_percent: number, reverse_charge: boolean | null = null) => {
    const own = { ...billing, tax_id, tax_percent, reverse_charge };
    const invoice = invoiceOf({ ...parts, organization: { ...organization, billing: own } });
    return [invoice?.reverse_charge, invoice?.tax_percent];
  };
  expect(charged("PL1", 0)).toEqual([true, 0]);
  for (const id of [null, "DE2", "12-3456789", "US123", "CHE-1"])
    expect(charged(id, 0), `${id}`).toEqual([false, 0]);
  expect(charged("PL1", 19)).toEqual([false, 19]);
  expect(charged("12-3456789", 19, true)).toEqual([true, 0]);
  expect(charged("PL1", 0, false)).toEqual([false, 0]);
});

test("there is no invoice without an issuer, without billing details, and of a sandbox", () => {
  expect([
    invoiceOf({ ...parts, issuer: null }),
    invoiceOf({ ...parts, organization: { ...organization, billing: null } }),
    invoiceOf({ ...parts, organization: { ...organization, sandbox: true } }),
  ]).toEqual([null, null, null]);
});

test("an issuer is a text of ASCII alone, which gives it back", () => {
  const text = issuerText(issuer);
  expect(text).toMatch(/^[ -~]+$/);
  expect(issuerOf(text)).toEqual(issuer);
  expect([issuerText(undefined), issuerOf("none"), issuerOf(""), issuerOf()]).toEqual([
    "none",
    null,
    null,
    null,
  ]);
});

test.each([
  "IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFFXXX",
  "Example Bank\nIBAN: GB82WEST12345698765432\nBIC EXMPGB22",
  "IBAN NO93 8601 1117 947 BIC DNBANOKK",
  "ACH: routing 021000021, account 123456789",
])("an invoice says how to pay in the issuer's words: %j", (payment) => {
  const told = issuerOf(issuerText({ ...issuer, payment }));
  expect(invoiceOf({ ...parts, issuer: told })).toMatchObject({ payment });
});

test.each([
  "IBAN DE89 3704 0044 0532 0130 01",
  "IBAN DE98 3704 0044 0532 0130 00",
  "Pay to IBAN 12345; BIC COBADEFFXXX",
])("an issuer with a typing error in its IBAN is refused: %j", (payment) => {
  expect(() => issuerOf(issuerText({ ...issuer, payment }))).toThrow("IBAN without a typing error");
});
