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
  corrects: "ST-2026-02-01-7TDQ11ZAR9",
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
  charges_by_listing: null,
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
  const amounts = [
    statement.total_usd,
    0.333333,
    4999,
    0.25,
    4999,
    4999,
    0,
    0,
    0.25,
    2500,
    0.333333,
    281.666385,
  ];
  const sums = [statement.adjustments_usd, statement.total_usd, adjustment.amount_usd];
  expect(dollars(pdf)).toEqual([...amounts, ...sums].map((usd) => Math.round(usd * 1e6)));
  const cells = statementPage(statement)
    .replace(/<style>.*<\/style>/s, "")
    .matchAll(/<(?:dd|dt|t[dh]|p|caption)\b[^>]*>([^<]+)</g);
  const unescaped = (text: string) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  for (const [, cell = ""] of cells) expect(pdf).toContain(unescaped(cell).replaceAll("\n", " "));
});

test("the PDF of a statement has the same bytes whenever and wherever it is written", async () => {
  const again = await statementPdf(structuredClone(statement));
  const hashes = [await written, again].map((pdf) => createHash("sha256").update(pdf).digest("hex"));
  // A change of the layout, of pdfkit or of the font changes it. Statements are filed: say so in the changelog.
  const known = "3e5c6507b238c986a0e1b4ebf5c6ebf2cdce53958fa09acbd2d2cf75c7d3dc9a";
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
    "Amount due 9,260.03 USD Due 1 May 2026",
    `Date 1 April 2026 Number ${statement.number}`,
    `How to pay Example Bank IBAN DE89 3704 0044 0532 0130 00 Please state ${statement.number}.`,
    "Total without tax, exact 7,781.542929 Net, in whole cents 7,781.54 Tax, 19 % 1,478.49 Amount due 9,260.03 USD",
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
  expect(await shown({ invoice: credit })).toMatch(
    /Credit note .* Credit 1\.00 USD Due nothing to pay .* Corrects ST-2026-02-01-7TDQ11ZAR9 .* Credit −1\.00 USD/,
  );
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

// Each in the scripts of a partner, with what a program finds in the file.
test.each([
  ["Japanese", "東京不動産株式会社 リビング"],
  ["Chinese", "北京房地产有限公司"],
  ["Korean", "서울특별시 강남구"],
  ["Hebrew", "רחוב הרצל"],
  ["Thai", "บริษัท"],
  ["Hindi", "भारत"],
  ["Arabic", "الرياض"],
])("a name in %s is in the PDF as letters", async (_language, name) => {
  const pdf = await statementPdf({ ...statement, organization: { ...statement.organization, name } });
  const [text = ""] = await textOf(pdf);
  const [, shown = ""] = /Organization(.*)Organization id/.exec(text) ?? [];
  const lettersOf = (words: string) =>
    Array.from(words.matchAll(/\p{L}|\p{M}/gu), ([letter]) => letter).sort();
  expect(lettersOf(shown)).toEqual(lettersOf(name));
});

test("what no font has is named by its code point, and a line break of a reference makes no line", async () => {
  const references = [
    { reference: "🏠 home", units: 1, amount_usd: 0.25 },
    { reference: "flat 3\n1,000.00", units: 1, amount_usd: 0.25 },
  ];
  const charges_by_reference = { references, others: { units: 0, amount_usd: 0 } };
  const [text = ""] = await textOf(
    await statementPdf({ ...statement, charges_by_reference, adjustments: [] }),
  );
  expect(text).toContain("[U+1F3E0] home 1 0.25 flat 3 1,000.00 1 0.25");
});

test("the last row of a table is not alone on a page", async () => {
  const adjustments = Array.from({ length: 19 }, (_, n) => ({ ...adjustment, reference: `T-${n}.` }));
  const shown = async (count: number) =>
    (await textOf(await statementPdf({ ...statement, adjustments: adjustments.slice(0, count) }))).map(
      (page) => page.match(/T-\d+\./g)?.length ?? 0,
    );
  let count = 3;
  while (((await shown(count))[1] ?? 0) === 0) count++;
  expect(await shown(count)).toEqual([count - 2, 2]);
});
