import { createHash } from "node:crypto";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { statementPage } from "../../../bin/admin/statement/page.ts";
import type { Statement } from "../../../lambdas/domain/billing/statement-schema.ts";
import { statementPdf } from "../../../lambdas/statements/pdf.ts";

const plan = {
  from: "2026-03-01T00:00:00.000Z",
  name: "spring",
  included_units: 500,
  unit_price_usd: 0.333333,
  overage_allowed: true,
  base_fee_usd: 4999,
  spend_cap_usd: null,
};
const adjustment = {
  event_id: "use_01M7XWWFXR3G6C89ZJNQJ4S07Y",
  occurred_at: "2026-03-20T09:00:00.000Z",
  job_id: "job_01M7XWWFXR3G6C89ZJNQJ4S07Y",
  amount_usd: -0.123456,
  reference: "TICKET-42",
  reason: "Blurred; <b>paid</b> already",
  period_start: "2026-02-01T00:00:00.000Z",
};
const statement: Statement = {
  number: "ST-2026-03-01-7TDQ11ZAR9",
  state: "closed",
  closed_at: "2026-04-01T02:00:00.000Z",
  replaces: null,
  organization: { organization_id: "org_01M7XWWFXR3G6C89ZJNQJ4S07Y", name: "Łódź & Söhne, Недвижимость" },
  billing_period: { start_at: "2026-03-01T00:00:00.000Z", end_at: "2026-04-01T00:00:00.000Z" },
  currency: "USD",
  plans: [plan, { ...plan, from: "2026-03-20T09:00:00.000Z", name: "summer", unit_price_usd: 0.25 }],
  plans_recorded: true,
  units: { included: 500, consumed: 11_345, overage: 10_845 },
  base_fee_usd: 4999,
  charges: [
    { unit_price_usd: 0.25, units: 10_000, amount_usd: 2500 },
    { unit_price_usd: 0.333333, units: 845, amount_usd: 281.666385 },
  ],
  charges_usd: 2781.666385,
  charges_by_reference: null,
  adjustments: [adjustment],
  adjustment_count: 1,
  adjustments_usd: -0.123456,
  total_usd: 7781.542929,
  invoice: null,
  ledger: { events: 11_400, sha256: createHash("sha256").update("the ledger").digest("hex") },
};

const written = statementPdf(statement);

/** The text of each page of a PDF, as a program reads it that knows nothing of how it was written. */
async function textOf(pdf: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, " "));
}

const dollars = (text: string) =>
  Array.from(text.matchAll(/(?<![\w-])−?\d[\d,]*\.\d{2,6}\b/g), ([amount]) =>
    Math.round(Number(amount.replace("−", "-").replaceAll(",", "")) * 1e6),
  );

test("the PDF of a statement says what its page says, to the micro-dollar", async () => {
  const [pdf = "", ...others] = await textOf(await written);
  expect(others).toEqual([]);
  const amounts = [0.333333, 4999, 0.25, 4999, 4999, 0, 0, 0.25, 2500, 0.333333, 281.666385];
  const sums = [statement.adjustments_usd, statement.total_usd, adjustment.amount_usd];
  expect(dollars(pdf)).toEqual([...amounts, ...sums].map((usd) => Math.round(usd * 1e6)));
  const cells = statementPage(statement)
    .replace(/<style>.*<\/style>/s, "")
    .matchAll(/<(?:dd|dt|t[dh]|p|caption)\b[^>]*>([^<]+)</g);
  const unescaped = (text: string) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  for (const [, cell = ""] of cells) expect(pdf).toContain(unescaped(cell));
});

test("the PDF of a statement has the same bytes whenever and wherever it is written", async () => {
  const again = await statementPdf(structuredClone(statement));
  const hashes = [await written, again].map((pdf) => createHash("sha256").update(pdf).digest("hex"));
  // A change of the layout, of pdfkit or of the font changes it. Statements are filed: say so in the changelog.
  const known = "e902954b056f6321baa8d8bc907fd8650dc2b5565e15d0b5f7e3ecffb1c95359";
  expect(hashes).toEqual([known, known]);
});

// @contract added.52
test("the PDF of an invoice names both parties, the dates, the tax and the charges by reference", async () => {
  const invoice = {
    issuer: {
      name: "Staging Services GmbH",
      address: "1 Example Street\n10115 Berlin",
      tax_id: "DE123456789",
    },
    customer: { name: "Łódź Homes", address: "42 Sample Avenue", tax_id: "PL5260001246" },
    payment: "Example Bank\nIBAN DE89 3704 0044 0532 0130 00",
    due_on: "2026-05-01",
    net_usd: 7781.54,
    tax_percent: 19,
    tax_usd: 1478.49,
    gross_usd: 9260.03,
    reverse_charge: false,
  };
  const charges_by_reference = {
    references: [{ reference: "listing 7", units: 3, amount_usd: 0.75 }],
    others: { units: 2, amount_usd: 0.5 },
  };
  const shown = async (changes: Partial<Statement> = {}) =>
    (await textOf(await statementPdf({ ...statement, invoice, charges_by_reference, ...changes }))).join(" ");
  const text = await shown();
  for (const words of [
    "Staging Services GmbH 1 Example Street 10115 Berlin Tax ID DE123456789",
    "Łódź Homes 42 Sample Avenue Tax ID PL5260001246",
    `Date 1 April 2026 Number ${statement.number}`,
    `How to pay Example Bank IBAN DE89 3704 0044 0532 0130 00 Please state ${statement.number}. Due 1 May 2026`,
    "Total without tax, exact 7,781.542929 Net, in whole cents 7,781.54 Tax, 19 % 1,478.49 Amount due 9,260.03",
    "listing 7 3 0.75 all others 2 0.50",
    `Invoice ${statement.number}`,
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("not an invoice");
  const reverse = { ...invoice, tax_percent: 0, tax_usd: 0, gross_usd: 7781.54, reverse_charge: true };
  expect(await shown({ invoice: reverse })).toContain("Reverse charge: the customer accounts for the tax.");
  const open = { state: "open" as const, closed_at: null, invoice: { ...invoice, due_on: null } };
  expect(await shown(open)).toContain("Draft invoice open: not final");
  const credit = { ...invoice, due_on: null, gross_usd: -1 };
  expect(await shown({ invoice: credit })).toMatch(/Credit note .* nothing to pay .* Credit −1\.00/);
  expect(await shown({ invoice: credit })).not.toContain("IBAN");
  expect((await textOf(await written)).join(" ")).toContain("This is a statement, not an invoice.");
});

test("a PDF of many adjustments repeats the names of the columns and numbers its pages", async () => {
  const adjustments = Array.from({ length: 40 }, (_, n) => ({ ...adjustment, reference: `T-${n}.` }));
  const pages = await textOf(await statementPdf({ ...statement, adjustments, adjustment_count: 40 }));
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toContain(`Statement ${statement.number}`);
    expect(page).toContain("Booked Job Reference Reason Amount");
  }
  const whole = pages.join(" ");
  for (const { reference } of adjustments) expect(whole.split(reference ?? "")).toHaveLength(2);
});
