import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { issuerText } from "../../../../lambdas/domain/billing/issuer.ts";
import { findStatement, keepStatement } from "../../../../lambdas/storage/billing/statements.ts";
import { keys } from "../../../../lambdas/storage/keys.ts";
import { updateOrganization } from "../../../../lambdas/storage/organization/organizations.ts";
import { admin, result, tableDigest } from "../../../support/admin.ts";
import { type BilledPartner, newBilledPartner } from "../../../support/billing/billed-partner.ts";
import { endJob } from "../../../support/billing/end-job.ts";
import { plan, startApiInMarch } from "../../../support/billing/march.ts";
import { storedItem } from "../../../support/table.ts";

const api = await startApiInMarch();

/** A partner with one charged job in March, in the middle of April: March can be closed. */
async function partnerInApril(): Promise<BilledPartner> {
  const partner = await newBilledPartner(api, plan);
  const { body } = await partner.create(0, {}, "one");
  await endJob(api, partner.organizationId, body.job_id, "succeeds");
  vi.setSystemTime("2026-04-15T09:00:00.000Z");
  return partner;
}
const statementOf = (partner: BilledPartner, id = "2026-03-01") => partner.send("getStatement", { id });
const show = ({ organizationId }: BilledPartner, ...options: string[]) =>
  admin("statement", organizationId, "--period", "2026-03", ...options);
const takeBack = ({ organizationId }: BilledPartner, ...options: string[]) =>
  admin("statement", "void", organizationId, "--period", "2026-03", "--reason", "Wrong name", ...options);
const audited = async ({ organizationId }: BilledPartner) =>
  (await result("audit", organizationId))
    .filter(({ by }: { by: string }) => !by.startsWith("key "))
    .map(
      ({ command, changes, outcome }: { command: string; changes: string[]; outcome: string }) =>
        `${command} (${outcome}): ${changes.join("; ")}`,
    );

describe("closing a period with the operator's program", () => {
  test("is announced and audited, once", async () => {
    const partner = await partnerInApril();
    const id = partner.organizationId;
    const { number } = (await statementOf(partner, "2026-04-01")).body;
    const { said, out } = await show(partner, "--format", "json");
    const closed = JSON.parse(out);
    const change = `close the billing period from 2026-03-01 of ${id} with statement ${closed.number}, 49.25 USD in total`;
    expect(said).toBe(`Will ${change}`);
    expect(closed).toMatchObject({ state: "closed", total_usd: 49.25 });
    expect(number).not.toBe(closed.number);
    expect((await show(partner)).said, "it is closed").toBe("");
    expect(await audited(partner)).toEqual([`statement show (done): ${change}`]);
  });

  test("is not done by a dry run, which announces it", async () => {
    const partner = await partnerInApril();
    const before = await tableDigest();
    const { said, out } = await show(partner, "--dry-run");
    expect(said).toMatch(/^Would close the billing period from 2026-03-01 of org_\w+ with statement ST-/);
    expect(out).toBe("Nothing was changed.");
    expect(await tableDigest()).toBe(before);
  });

  test.each(["2024-01", "2026-02", "2026-02-01"])(
    "is refused for %s, which ended before the organization existed: nothing is stored",
    async (period) => {
      const partner = await partnerInApril();
      const before = await tableDigest();
      const message =
        "The organization did not exist in that billing period: its first one began on 2026-03-01.";
      for (const args of [
        ["statement", partner.organizationId, "--period", period],
        ["usage", "show", partner.organizationId, "--at", `${period}-01`.slice(0, 10)],
      ])
        expect(await admin(...args)).toMatchObject({ code: 2, out: "", said: message });
      expect(await tableDigest()).toBe(before);
      const start = `${period}-01`.slice(0, 10);
      const answers = [
        await statementOf(partner, start),
        await partner.send("getUsageSummary", { query: { period: start } }),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 404, body: { error: { code: "not_found", message } } });
      const kept = keys.statement(partner.organizationId, `${start}T00:00:00.000Z`);
      expect(await storedItem(kept)).toBeNull();
    },
  );

  test.each(["2026-02-29", "2026-13", "2026-02-30"])("is refused for %s, which is no day", async (period) => {
    const partner = await partnerInApril();
    const { code, said } = await admin("statement", partner.organizationId, "--period", period);
    expect([code, said]).toEqual([2, "--period must be a month or a day, such as 2026-03."]);
    expect((await statementOf(partner, period)).status).toBe(422);
  });
});

// @contract added.52
describe("an invoice", () => {
  const issuer = {
    ...{ name: "Staging Services", address: "1 Example Street", taxId: "DE1" },
    ...{ paymentDays: 30, taxPercent: 19 },
  };
  beforeEach(() => void vi.stubEnv("ISSUER", issuerText(issuer)));
  afterEach(() => void vi.unstubAllEnvs());
  const details = ["--legal-name", "Acme Inc.", "--billing-address", "42 Sample Avenue; Springfield"];
  const set = ({ organizationId }: BilledPartner, ...options: string[]) =>
    admin("org", "set", organizationId, ...options, "--yes");

  test("is the same PDF from the operator's program and over the API, and never changes", async () => {
    const partner = await partnerInApril();
    expect((await statementOf(partner)).body.invoice, "without billing details").toBeNull();
    await takeBack(partner, "--yes");
    expect((await set(partner, ...details, "--tax-id", "PL1")).code).toBe(0);
    const { out } = await show(partner, "--format", "pdf");
    const headers = { Accept: "application/pdf" };
    const { body } = await partner.send("getStatement", { id: "2026-03-01", headers });
    expect(out.startsWith("%PDF-")).toBe(true);
    expect(out === body.toString().trimEnd(), "the same bytes").toBe(true);
    const closed = (await statementOf(partner)).text;
    expect(JSON.parse(closed)).toMatchObject({
      charges_by_reference: { references: [{ reference: null, units: 1, amount_usd: 0.25 }] },
      invoice: {
        customer: { name: "Acme Inc.", address: "42 Sample Avenue\nSpringfield", tax_id: "PL1" },
        ...{ due_on: "2026-05-15", net_usd: 49.25, tax_usd: 9.36, gross_usd: 58.61 },
      },
    });
    await set(partner, "--legal-name", "Acme Ltd.", "--tax-percent", "7");
    vi.stubEnv("ISSUER", issuerText({ ...issuer, paymentDays: 1 }));
    expect((await statementOf(partner)).text).toBe(closed);
  });

  test("needs a name and an address; a rate of tax is a percentage", async () => {
    const partner = await partnerInApril();
    expect((await set(partner, "--tax-id", "PL1")).said).toContain("give --legal-name and --billing-address");
    expect((await set(partner, ...details, "--tax-percent", "101")).said).toContain("--tax-percent must be");
    await set(partner, ...details, "--tax-id", "PL1", "--tax-percent", "7.5");
    const told = { legal_name: "Acme Inc.", billing_address: "42 Sample Avenue\nSpringfield" };
    const shown = () => result("org", "show", partner.organizationId);
    expect(await shown()).toMatchObject({ ...told, tax_id: "PL1", tax_percent: 7.5 });
    await set(partner, "--no-tax-id", "--no-tax-percent");
    expect(await shown()).toMatchObject({ ...told, tax_id: null, tax_percent: null });
    expect((await set(partner, "--no-legal-name", "--tax-id", "1")).code).toBe(2);
    await set(partner, "--no-legal-name");
    expect(await shown()).toMatchObject({ legal_name: null, billing_address: null });
  });
});

test("a text that statements cannot show is refused when it is set, and names the letters", async () => {
  const partner = await partnerInApril();
  const id = partner.organizationId;
  const said = async (...args: string[]) => (await admin(...args, "--yes")).said;
  expect(await said("org", "set", id, "--name", "შპს 🏠")).toBe(
    "--name has letters that a statement's PDF cannot show: შ პ ს 🏠.",
  );
  expect(
    await said("org", "set", id, "--legal-name", "Acme\u001b[31m", "--billing-address", "1 Street"),
  ).toBe("--legal-name must be one line, without control characters.");
  expect(await said("plan", "set", id, "--name", "a\nb")).toContain("--name must be one line");
  for (const name of ["東京不動産株式会社", "شركة العقارات", "Łódź & Söhne"])
    expect((await admin("org", "set", id, "--name", name, "--yes")).code, name).toBe(0);
});

test("reverse charge is a setting, and goes with no rate of tax", async () => {
  const partner = await partnerInApril();
  const set = ["org", "set", partner.organizationId, "--yes", "--reverse-charge"];
  const details = ["--legal-name", "Acme", "--billing-address", "1 Street"];
  expect((await admin(...set, "yes", ...details, "--tax-percent", "19")).said).toBe(
    "With --reverse-charge yes no tax is charged: give --no-tax-percent with it.",
  );
  expect((await admin(...set, "yes", ...details)).code).toBe(0);
  const shown = async () => (await result("org", "show", partner.organizationId)).reverse_charge;
  expect(await shown()).toBe(true);
  expect((await admin(...set, "maybe")).said).toBe("--reverse-charge must be yes, no or by-tax-ids.");
  await admin(...set, "by-tax-ids");
  expect(await shown()).toBeNull();
});

describe("a statement that is taken back", () => {
  test("is replaced by one with a new number, which names it, and nothing of it is lost", async () => {
    const partner = await partnerInApril();
    const first = (await statementOf(partner)).body;
    await updateOrganization(partner.organizationId, { name: "Acme Homes" });
    vi.setSystemTime("2026-04-16T09:00:00.000Z");
    const { code, said, out } = await takeBack(partner, "--yes", "--json");
    expect(code).toBe(0);
    const change = `take back statement ${first.number} of ${partner.organizationId}, closed 2026-04-15T09:00:00.000Z, 49.25 USD in total: Wrong name`;
    expect(JSON.parse(said)).toEqual({ will: [change] });
    expect(JSON.parse(out)).toEqual({
      number: first.number,
      voided_at: "2026-04-16T09:00:00.000Z",
      reason: "Wrong name",
      replaced_by: `${first.number}-2`,
    });
    const second = (await statementOf(partner)).body;
    expect(second).toMatchObject({
      ...first,
      number: `${first.number}-2`,
      closed_at: "2026-04-16T09:00:00.000Z",
      organization: { name: "Acme Homes" },
      replaces: {
        number: first.number,
        closed_at: first.closed_at,
        total_usd: 49.25,
        voided_at: "2026-04-16T09:00:00.000Z",
        reason: "Wrong name",
      },
    });
    expect(JSON.parse((await show(partner, "--number", first.number, "--format", "json")).out)).toEqual(
      first,
    );
    expect((await show(partner, "--number", first.number)).out).toContain("void: taken back");
    expect((await show(partner, "--number", first.number, "--format", "csv")).out).toContain(",void,");
    const { out: page } = await show(partner);
    expect(page).toContain(`Replaces ${first.number}`);
    expect(page).toContain("Wrong name");
    expect(await audited(partner)).toEqual([`statement void (done): ${change}`]);
  });

  test("can be taken back again: each version names the one before it", async () => {
    const partner = await partnerInApril();
    const numbers: string[] = [];
    for (let version = 1; version <= 3; version++) {
      const { number, replaces } = (await statementOf(partner)).body;
      expect(replaces?.number ?? null).toBe(numbers.at(-1) ?? null);
      numbers.push(number);
      await takeBack(partner, "--yes");
    }
    expect(new Set(numbers).size).toBe(3);
  });

  test("is the same as before in a dry run, without a terminal and without a reason", async () => {
    const partner = await partnerInApril();
    const first = (await statementOf(partner)).text;
    const before = await tableDigest();
    expect((await takeBack(partner, "--dry-run")).said).toContain("Would take back statement ST-");
    expect(await takeBack(partner)).toMatchObject({ code: 2, said: expect.stringContaining("give --yes") });
    const silently = ["statement", "void", partner.organizationId, "--period", "2026-03", "--yes"];
    expect((await admin(...silently)).code).toBe(2);
    expect((await admin(...silently, "--reason", " ")).said).toBe("--reason must not be empty.");
    expect(await tableDigest()).toBe(before);
    expect((await statementOf(partner)).text).toBe(first);
  });

  test("has to be closed, and a number has to be one of those taken back", async () => {
    const partner = await partnerInApril();
    expect(await takeBack(partner, "--yes")).toMatchObject({
      code: 2,
      said: "The billing period 2026-03 has no closed statement: there is nothing to take back.",
    });
    const { number } = (await statementOf(partner)).body;
    expect(await show(partner, "--number", number)).toMatchObject({
      code: 2,
      said: `No statement ${number} of the billing period 2026-03 was taken back.`,
    });
  });

  test("is not stored again by a request that drew it up before", async () => {
    const partner = await partnerInApril();
    const march = { start: new Date("2026-03-01T00:00:00.000Z"), end: new Date("2026-04-01T00:00:00.000Z") };
    const drawn = await findStatement(partner.organization, march, new Date());
    const first = (await statementOf(partner)).body;
    await takeBack(partner, "--yes");
    await expect(keepStatement(partner.organizationId, march, drawn, new Date())).rejects.toThrow(
      "could not be stored",
    );
    expect((await statementOf(partner)).body.number).toBe(`${first.number}-2`);
  });
});
