import { afterAll, afterEach, expect, test, vi } from "vitest";
import { issuerText } from "../../../../../lambdas/domain/billing/issuer.ts";
import { updateOrganization } from "../../../../../lambdas/storage/organization/organizations.ts";
import { startApi } from "../../../../support/api.ts";
import { newBilledPartner } from "../../../../support/billing/billed-partner.ts";
import { endJob } from "../../../../support/billing/end-job.ts";

const api = await startApi();
afterAll(() => api.stop());
afterEach(() => void vi.unstubAllEnvs());
const plan = { name: "plan", included_units: 0, unit_price_micro_usd: 333_333, overage_allowed: true };
const partner = await newBilledPartner(api, plan, 3);
const details = { legal_name: "Acme Inc.", address: "1 Street", tax_id: null, reverse_charge: null };
await updateOrganization(partner.organizationId, { billing: { ...details, tax_percent: 19 } });
for (const [picture, reference] of ["=1+1", "flat 3\n,,,,,,,,,,,,,1000000", "東京, 1"].entries()) {
  const { body } = await partner.create(picture, { reference }, `key ${picture}`);
  await endJob(api, partner.organizationId, body.job_id, "succeeds");
}

const csvOf = async (query: Record<string, string> = {}) => {
  const reply = await partner.send("listBillingEvents", { query, headers: { Accept: "text/csv" } });
  const lines: string[] = reply.body.toString().trimEnd().split("\n");
  return { ...reply, lines };
};

test("a page of events is a file of CSV if that is preferred, and JSON for all that 1.2.0 answered with it", async () => {
  const { headers, lines } = await csvOf();
  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": 'attachment; filename="billing-events.csv"',
  });
  expect(lines[0]).toMatch(/^event_id,occurred_at,.*,amount_usd,reference,.*,tax_percent,tax_usd,listing$/);
  expect(lines.slice(1).map((line) => Number(line.split(",")[13]))).toEqual([0.333333, 0.333333, 0.333333]);
  expect(lines[1]).toContain(',0.333333,0.333333,"東京, 1",');
  expect(lines[2]).toContain('"flat 3 ,,,,,,,,,,,,,1000000"');
  expect(lines[3]).toContain(",'=1+1,");
  for (const Accept of ["application/xml", "image/png", "*/*", "text/csv;q=0.5, application/json"]) {
    const reply = await partner.send("listBillingEvents", { headers: { Accept } });
    expect(reply, Accept).toMatchObject({ status: 200, body: { next_cursor: null } });
  }
});

test("the next page of a file is in a header, with the same parameters", async () => {
  const { headers, lines } = await csvOf({ limit: "2", usage_type: "generation" });
  expect(lines).toHaveLength(3);
  const [, next = ""] = /^<\?(.+)>; rel="next"$/.exec(headers.link ?? "") ?? [];
  const rest = await csvOf(Object.fromEntries(new URLSearchParams(next)));
  expect(rest.lines).toHaveLength(2);
  expect(rest.headers.link).toBeUndefined();
});

test("each event has its tax if statements are invoices", async () => {
  expect((await csvOf()).lines[1]).toMatch(/,,,$/);
  const issuer = { name: "Staging", address: "1 Street", taxId: "DE1", paymentDays: 30, taxPercent: 0 };
  vi.stubEnv("ISSUER", issuerText(issuer));
  expect((await csvOf()).lines[1]).toMatch(/,19,0\.063333,$/);
});
