import { createHash } from "node:crypto";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { statementPage } from "../../../bin/admin/statement/page.ts";
import type { Statement } from "../../../lambdas/domain/billing/statement-schema.ts";
import { statementPdf } from "../../../lambdas/runtime/statement-pdf.ts";

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
  adjustments: [adjustment],
  adjustment_count: 1,
  adjustments_usd: -0.123456,
  total_usd: 7781.542929,
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
  const known = "60e1e4de69840edc092fc03ccfde6d3061d503aee2df5b8015b307ba1d42b62f";
  expect(hashes).toEqual([known, known]);
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
