import { createHash } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test, vi } from "vitest";
import { requireOrganization } from "../../../../../bin/admin/lookup.ts";
import { billingPeriod } from "../../../../../lambdas/domain/billing/period.ts";
import { emptyTally } from "../../../../../lambdas/domain/billing/tally.ts";
import type { Plan } from "../../../../../lambdas/domain/organization/organization.ts";
import { findStatement, keepStatement } from "../../../../../lambdas/storage/billing/statements.ts";
import { keys } from "../../../../../lambdas/storage/keys.ts";
import { updateOrganization } from "../../../../../lambdas/storage/organization/organizations.ts";
import { table, tableName } from "../../../../../lambdas/storage/table.ts";
import { admin, result } from "../../../../support/admin.ts";
import { type BilledPartner, newBilledPartner } from "../../../../support/billing/billed-partner.ts";
import { endJob } from "../../../../support/billing/end-job.ts";
import { fillLedger } from "../../../../support/billing/ledger-events.ts";
import { startApiInMarch } from "../../../../support/billing/march.ts";

const plan: Plan = {
  name: "spring",
  included_units: 1,
  unit_price_micro_usd: 333_333,
  overage_allowed: true,
  base_fee_micro_usd: 49_000_000,
};

const api = await startApiInMarch();

let made = 0;
async function job(partner: BilledPartner, picture = 0, how: "succeeds" | "fails" = "succeeds") {
  const { body } = await partner.create(picture, { reference: `listing ${made}` }, `${made++}`);
  await endJob(api, partner.organizationId, body.job_id, how);
  return body.job_id;
}
async function regeneration(partner: BilledPartner, parent: string): Promise<void> {
  const { body } = await partner.regenerate(parent, `${made++}`);
  await endJob(api, partner.organizationId, body.job_id, "succeeds");
}
const adjust = ({ organizationId }: BilledPartner, jobId: string, amount: string, ...rest: string[]) =>
  result(
    ...["ledger", "adjust", "--org", organizationId, "--job", jobId, "--amount", amount],
    ...["--reference", `T ${made++}`, "--reason", "Blurred", ...rest],
  );

/** A month with every kind of event and a change of plan within it: the partner, in the middle of April. */
async function fullMonth(): Promise<BilledPartner> {
  const partner = await newBilledPartner(api, plan, 3);
  const first = await job(partner);
  vi.setSystemTime("2026-03-11T09:00:00.000Z");
  const second = await job(partner, 1);
  await regeneration(partner, first);
  await job(partner);
  await job(partner, 2, "fails");
  vi.setSystemTime("2026-03-20T09:00:00.000Z");
  await adjust(partner, second, "-0.1");
  await result("plan", "set", partner.organizationId, "--included-units", "4", "--unit-price", "0.1");
  await regeneration(partner, first);
  await regeneration(partner, first);
  vi.setSystemTime("2026-04-15T09:00:00.000Z");
  await adjust(partner, second, "-0.2", "--period", "2026-03-01", "--force");
  await result("plan", "set", partner.organizationId, "--name", "autumn", "--base-fee", "99");
  return partner;
}

let month: Promise<BilledPartner> | undefined;

/** The same month for all that only read it. */
async function sharedMonth(): Promise<BilledPartner> {
  month ??= fullMonth();
  const partner = await month;
  vi.setSystemTime("2026-04-15T09:00:00.000Z");
  return partner;
}

const microUsd = (usd: number) => Math.round(usd * 1e6);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + microUsd(amount), 0);
const statementOf = (partner: BilledPartner, id = "2026-03-01") => partner.send("getStatement", { id });
const exported = async (partner: BilledPartner, ...rest: string[]) =>
  (await admin("ledger", "export", "--org", partner.organizationId, ...rest)).out;

/** Gives the period of March totals, as if its jobs had ended. */
const putMarch = (organizationId: string, totals: Record<string, number>) =>
  table.send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        ...keys.usage(organizationId, "2026-03-01T00:00:00.000Z"),
        plans: [{ from: "2026-03-01T00:00:00.000Z", plan }],
        ...totals,
      },
    }),
  );

test("a statement takes no query parameters: 422 names the one that is unknown", async () => {
  const partner = await newBilledPartner(api, plan);
  const query = { perid: "2026-03-01" };
  expect(await partner.send("getStatement", { id: "2026-03-01", query })).toMatchObject({
    status: 422,
    body: { error: { code: "validation_error", message: "perid is not a query parameter of this request." } },
  });
});

describe("the statement of a month with every kind of event and a change of plan", () => {
  // @contract added.27
  test("agrees with summary, ledger and export to the micro-dollar", async () => {
    const partner = await sharedMonth();
    const { body } = await statementOf(partner);
    expect(body).toMatchObject({
      state: "closed",
      currency: "USD",
      plans_recorded: true,
      units: { included: 4, consumed: 5, overage: 1 },
      base_fee_usd: 49,
      charges: [
        { unit_price_usd: 0.1, units: 1, amount_usd: 0.1 },
        { unit_price_usd: 0.333333, units: 2, amount_usd: 0.666666 },
      ],
      charges_usd: 0.766666,
      adjustments: [{ amount_usd: -0.1, reason: "Blurred", period_start: null }],
      adjustment_count: 1,
      adjustments_usd: -0.1,
      total_usd: 49.666666,
    });
    expect(body.plans.map(({ from }: { from: string }) => from)).toEqual([
      "2026-03-01T00:00:00.000Z",
      "2026-03-20T09:00:00.000Z",
    ]);
    const summary = await partner.sendOk("getUsageSummary", { query: { period: "2026-03-01" } });
    expect(microUsd(summary.usage.projected_overage_amount_usd)).toBe(
      microUsd(body.charges_usd) + microUsd(body.adjustments_usd),
    );
    const events = (await partner.readEvents(3)).filter(({ occurred_at }) => occurred_at < "2026-04");
    expect(new Set(events.map(({ usage_type }) => usage_type))).toEqual(
      new Set(["generation", "regeneration", "cache_hit", "adjustment"]),
    );
    expect(sum(events.map(({ amount_usd }) => amount_usd))).toBe(666_666);
    expect(body.ledger.events).toBe(events.length);

    const lines = (await exported(partner, "--period", "2026-03")).trim().split("\n").slice(1);
    const cells = lines.map((line) => line.split(","));
    expect(sum(cells.map((cell) => Number(cell[13])))).toBe(666_666);
    const hashed = cells.map((cell) => `${[0, 1, 2, 9, 13].map((column) => cell[column]).join(",")}\n`);
    expect(createHash("sha256").update(hashed.join("")).digest("hex")).toBe(body.ledger.sha256);
  });

  test("shows the correction that was booked in April in April", async () => {
    const partner = await fullMonth();
    const { body } = await statementOf(partner, "2026-04-01");
    expect(body).toMatchObject({
      state: "open",
      closed_at: null,
      base_fee_usd: 99,
      adjustments: [{ amount_usd: -0.2, period_start: "2026-03-01T00:00:00.000Z", corrects: null }],
      total_usd: 98.8,
    });
    const march = (await statementOf(partner)).body;
    expect((await statementOf(partner, "2026-04-01")).body.adjustments).toMatchObject([
      { corrects: march.number },
    ]);
  });

  // @contract added.27
  test("is the same, byte for byte, a month later, whatever has changed", async () => {
    const partner = await fullMonth();
    const written = async () => {
      const texts: string[] = [];
      for (const format of ["html", "csv", "json"]) {
        const options = ["--period", "2026-03", "--format", format];
        texts.push((await admin("statement", partner.organizationId, ...options)).out);
      }
      return texts;
    };
    const first = [(await statementOf(partner)).text, ...(await written())];
    expect(first[0]).toBe(first[3]);
    vi.setSystemTime("2026-05-15T09:00:00.000Z");
    await updateOrganization(partner.organizationId, { name: "Renamed" });
    await result("plan", "set", partner.organizationId, "--included-units", "9", "--unit-price", "7");
    await job(partner, 2);
    expect([(await statementOf(partner)).text, ...(await written())]).toEqual(first);
  });
});

describe("a period closes", () => {
  test("two hours after its end", async () => {
    const partner = await newBilledPartner(api, plan, 3);
    await job(partner);
    for (const [time, state] of [
      ["2026-03-31T23:59:59.999Z", "open"],
      ["2026-04-01T00:00:00.000Z", "open"],
      ["2026-04-01T01:59:59.999Z", "open"],
      ["2026-04-01T02:00:00.000Z", "closed"],
    ] as const) {
      vi.setSystemTime(time);
      expect((await statementOf(partner)).body.state, time).toBe(state);
    }
  });

  test("only once no job holds a unit of it", async () => {
    const partner = await newBilledPartner(api, { ...plan, overage_allowed: false }, 2);
    vi.setSystemTime("2026-03-31T23:59:59.000Z");
    const { body } = await partner.create(0, {}, "held");
    vi.setSystemTime("2026-04-01T03:00:00.000Z");
    expect((await statementOf(partner)).body).toMatchObject({ state: "open", units: { consumed: 0 } });
    vi.setSystemTime("2026-04-01T00:05:00.000Z");
    await endJob(api, partner.organizationId, body.job_id, "succeeds");
    vi.setSystemTime("2026-04-01T03:00:00.000Z");
    expect((await statementOf(partner)).body).toMatchObject({ state: "closed", units: { consumed: 1 } });
  });

  test("with one statement if many are asked for at once", async () => {
    const partner = await fullMonth();
    const texts = await Promise.all(Array.from({ length: 20 }, () => statementOf(partner)));
    expect(new Set(texts.map(({ text }) => text)).size).toBe(1);
    const march = { start: new Date("2026-03-01T00:00:00.000Z"), end: new Date("2026-04-01T00:00:00.000Z") };
    const later = { text: "a later one", closes: true, voided: [], progress: null, unannounced: false };
    expect((await keepStatement(partner.organizationId, march, later, new Date())).text).toBe(texts[0]?.text);
    expect((await statementOf(partner)).text).toBe(texts[0]?.text);
  });

  test("over several requests if its ledger is too long for one, with the statement of a single reading", async () => {
    const { organizationId } = await newBilledPartner(api, plan, 3);
    const march = Date.UTC(2026, 2, 1);
    await fillLedger(organizationId, [1, 700], (number) => march + 1000 * Math.floor(number / 2));
    await putMarch(organizationId, {
      consumed: 700,
      committed: 700,
      jobs_succeeded: 700,
      amount_micro_usd: 233 * 333_333,
    });
    const organization = await requireOrganization(organizationId);
    const period = billingPeriod(organization.anchors, new Date(march));
    const draw = (now: string, most?: number) => findStatement(organization, period, new Date(now), most);
    const asked = async (now: string) => {
      const drawn = await draw(now, 300);
      return (await keepStatement(organizationId, period, drawn, new Date(now))).text;
    };
    expect(JSON.parse(await asked("2026-04-01T01:59:00.000Z"))).toMatchObject({
      state: "open",
      charges: null,
    });
    const now = "2026-04-15T09:00:00.000Z";
    const single = (await draw(now)).text;
    await Promise.all([asked(now), asked(now)]);
    const open = JSON.parse(await asked(now));
    expect(open).toMatchObject({ state: "open", ledger: { events: null, sha256: null }, charges_usd: 0 });
    expect(await asked(now)).toBe(single);
    expect(await asked("2026-05-15T09:00:00.000Z")).toBe(single);
    expect(JSON.parse(single)).toMatchObject({ state: "closed", ledger: { events: 700 } });
  });

  test("even if what an earlier release kept of its ledger cannot be continued", async () => {
    const partner = await newBilledPartner(api, plan, 3);
    const { organizationId } = partner;
    await putMarch(organizationId, { consumed: 50_001, committed: 50_001, jobs_succeeded: 50_001 });
    const kept = {
      ...keys.ledgerProgress(organizationId, "2026-03-01T00:00:00.000Z"),
      tally: { ...emptyTally(), events: 5, charged: 7 },
      last: { occurred_at: "2026-03-02T00:00:00.000Z", event_id: "use_1" },
      hash_state: new Uint8Array(10),
    };
    await table.send(new PutCommand({ TableName: tableName(), Item: kept }));
    vi.setSystemTime("2026-05-15T09:00:00.000Z");
    expect((await statementOf(partner)).body).toMatchObject({ state: "closed", ledger: { events: 0 } });
  });

  test("not if the ledger differs from the totals", async () => {
    const partner = await newBilledPartner(api, plan, 3);
    await putMarch(partner.organizationId, { amount_micro_usd: 1 });
    vi.setSystemTime("2026-05-15T09:00:00.000Z");
    expect((await statementOf(partner)).status).toBe(500);
    const { code, said } = await admin("statement", partner.organizationId, "--period", "2026-03");
    expect([code, said]).toEqual([1, expect.stringContaining("differs from its totals")]);
  });
});

test("only the first day of a period that has begun, and not before the organization, has a statement", async () => {
  const partner = await newBilledPartner(api, plan, 3);
  const { status, body } = await statementOf(partner, "2026-02-01");
  expect([status, body.error.code]).toEqual([404, "not_found"]);
  for (const wrong of ["2026-03-02", "2026-04-01", "0064-12-11", "2026-3-1", "x"]) {
    const statement = await statementOf(partner, wrong);
    const summary = await partner.send("getUsageSummary", { query: { period: wrong } });
    const { message } = statement.body.error;
    expect([wrong, statement.status, summary.status]).toEqual([wrong, 422, 422]);
    expect(message).toBe(summary.body.error.message.replace("period", "period_start"));
    const [, day] = /: (.*) is one\.$/.exec(message) ?? [];
    if (day !== undefined) expect((await statementOf(partner, day)).status).toBe(200);
  }
});

test("a change of plan within the period says what it charges, on the statement and when it is made", async () => {
  const partner = await newBilledPartner(api, plan);
  vi.setSystemTime("2026-03-20T09:00:00.000Z");
  const change = ["plan", "set", partner.organizationId, "--base-fee", "99", "--name", "summer"];
  const { said } = await admin(...change, "--yes");
  expect(said).toContain(
    "charge the base fee of 99 USD, in place of 49 USD, for the whole billing period from 2026-03-01: nothing is divided by days",
  );
  const option = ["--period", "2026-03"];
  const { out: page } = await admin("statement", partner.organizationId, ...option);
  const note =
    "The plan changed within the period. The base fee and the included units are those of the last plan, summer, for the whole period: nothing is divided by days. Each unit has the price of its time.";
  expect(page).toContain(note);
  const { out: csv } = await admin("statement", partner.organizationId, ...option, "--format", "csv");
  expect(csv).toContain(",base_fee,summer: for the whole period,,,,99,");
  const { body } = await statementOf(partner);
  expect(body.base_fee_usd).toBe(99);
  const same = await newBilledPartner(api, plan);
  expect((await admin("statement", same.organizationId, ...option)).out).not.toContain("The plan changed");
});

test("the page shows what partners and operators wrote as text", async () => {
  const partner = await newBilledPartner(api, plan, 3);
  const id = await job(partner);
  const charged = await job(partner, 1);
  await updateOrganization(partner.organizationId, { name: "<b>A & B</b>" });
  await adjust(partner, charged, "-0.1");
  await adjust(partner, id, "1", "--force");
  const { out } = await admin("statement", partner.organizationId, "--period", "2026-03");
  expect(out).toContain("&lt;b&gt;A &amp; B&lt;/b&gt;");
  expect(out).not.toContain("<b>");
  expect(out).toContain("open: not final");
  expect(out).toContain('<td class="n">−0.10</td>');
});

// @contract added.48
describe("the statement as a file", () => {
  const accepting = (Accept: string) => ({ id: "2026-03-01", headers: { Accept } });

  test("is chosen by Accept, and JSON unless another type is preferred", async () => {
    const partner = await sharedMonth();
    const json = await partner.send("getStatement", { id: "2026-03-01" });
    for (const accept of ["*/*", "application/*", "text/html, application/json;q=0.1", "text/csv;q=0.5, */*"])
      expect((await partner.send("getStatement", accepting(accept))).text).toBe(json.text);
    const csv = await partner.send("getStatement", accepting("text/csv, application/json;q=0.9"));
    expect(csv.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="${json.body.number}.csv"`,
      "cache-control": "no-store",
    });
    const lines = csv.body.toString().trimEnd().split("\n");
    expect(lines.at(-1)).toContain(`,total,,,,,${json.body.total_usd},USD`);
    const cells: string[][] = lines.slice(1).map((line: string) => line.split(","));
    expect(sum(cells.slice(0, -1).map((cell) => Number(cell[11])))).toBe(microUsd(json.body.total_usd));
    const kinds = new Set(cells.map((cell) => cell[6]));
    for (const kind of ["plan", "reference", "ledger_sha256"]) expect(kinds).toContain(kind);
    expect(csv.body.toString()).toContain(json.body.ledger.sha256);
    const pdf = await partner.send("getStatement", accepting("application/pdf"));
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    expect(pdf.body.subarray(0, 5).toString()).toBe("%PDF-");
    expect((await partner.send("getStatement", accepting("application/pdf"))).text).toBe(pdf.text);
  });
});
