import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BillingEvent } from "../../../../lambdas/api/contract/published/resources/billing-event.ts";
import { type Anchors, anchoredOn } from "../../../../lambdas/domain/billing/period.ts";
import { updateOrganization } from "../../../../lambdas/storage/organization/organizations.ts";
import { admin, adminProcess, result, tableDigest } from "../../../support/admin.ts";
import { startApi } from "../../../support/api.ts";
import { type BilledPartner, newBilledPartner } from "../../../support/billing/billed-partner.ts";
import { endJob, makeJobs } from "../../../support/billing/end-job.ts";
import { fillLedger } from "../../../support/billing/ledger-events.ts";

const plan = { name: "plan", included_units: 1, unit_price_micro_usd: 333_333, overage_allowed: true };

let api: Awaited<ReturnType<typeof startApi>>;
let partner: BilledPartner;
let jobs: string[];
beforeAll(async () => {
  api = await startApi();
  partner = await newBilledPartner(api, plan, 3);
  jobs = await makeJobs(api, partner, [
    [0, "succeeds"],
    [1, "succeeds"],
    [2, "succeeds"],
    [2, "succeeds"],
    [0, "fails"],
  ]);
});
afterAll(() => api.stop());

const adjust = (amount: string, reference: string, ...rest: string[]) => [
  "ledger",
  "adjust",
  "--org",
  partner.organizationId,
  "--job",
  jobs[1] ?? "",
  "--amount",
  amount,
  "--reference",
  reference,
  ...rest,
];
const exported = async (...rest: string[]) =>
  (await admin("ledger", "export", "--org", partner.organizationId, ...rest)).out;
const amountOf = async (...at: string[]) =>
  (await result("usage", "show", partner.organizationId, ...at)).usage.projected_overage_amount_usd;
const addUp = (csv: string) =>
  Number(execFileSync("awk", ["-F,", 'NR > 1 { sum += $14 } END { printf "%.6f", sum }'], { input: csv }));

describe("ledger adjust", () => {
  test("records a separate event in the open period, which the API shows", async () => {
    const before = await amountOf();
    const { said } = await admin(...adjust("-0.1", "T-1"), "--yes");
    expect(said).toMatch(/^Will add -0.1 USD to the ledger of org_\w+ at 20\S+ for job_\w+, T-1$/);
    const [event] = await partner.readEvents(200);
    expect(event).toMatchObject({
      usage_type: "adjustment",
      job_id: jobs[1],
      billable: true,
      unit_price_usd: 0,
      amount_usd: -0.1,
    });
    expect(await amountOf()).toBe(Math.round((before - 0.1) * 1e6) / 1e6);
  });

  test("run again with the same reference records nothing and prints the same", async () => {
    const first = await result(...adjust("0.3", "T-2"));
    const before = await tableDigest();
    expect(await result(...adjust("0.3", "T-2"))).toEqual(first);
    const again = await admin(...adjust("0.3", "T-2"));
    expect(again).toMatchObject({
      code: 0,
      said: `Already recorded at ${first.occurred_at}: nothing was changed.`,
    });
    const { code, said } = await admin(...adjust("0.2", "T-2"));
    expect(code).toBe(2);
    expect(said).toMatch(/was already adjusted by 0.3 USD for T-2: choose another --reference/);
    expect(await tableDigest()).toBe(before);
  });

  test("corrects a closed period only if that is forced with a reason, and is booked in the open one", async () => {
    const open = await amountOf();
    const correct = adjust("-0.25", "T-3", "--period", "2020-01-15");
    for (const options of [[], ["--force"], ["--reason", "Blurred"]]) {
      const { code, said } = await admin(...correct, ...options, "--yes");
      expect([code, said], options.join()).toEqual([
        2,
        expect.stringContaining("add --force and a --reason"),
      ]);
    }
    const event = await result(...correct, "--force", "--reason", 'Blurred, "as agreed"');
    expect(event.adjustment).toEqual({
      reference: "T-3",
      reason: 'Blurred, "as agreed"',
      period_start: "2020-01-01T00:00:00.000Z",
    });
    expect(await amountOf()).toBe(Math.round((open - 0.25) * 1e6) / 1e6);
    expect((await partner.readEvents(1))[0]).toEqual(event);
  });

  test("as a dry run changes nothing", async () => {
    const before = await tableDigest();
    expect((await admin(...adjust("0.1", "T-4"), "--dry-run")).out).toBe("Nothing was changed.");
    expect(await tableDigest()).toBe(before);
  });
});

describe("ledger export", () => {
  test("of a period adds up to its summary by a plain script", async () => {
    const csv = await exported();
    expect(csv.trim().split("\n")).toHaveLength(1 + (await inOpenPeriod()).length);
    expect(addUp(csv)).toBe(await amountOf());
    expect(await amountOf()).toBe((await partner.summary()).usage.projected_overage_amount_usd);
  });

  test("has a column for each field of the billing event, and for its organization", async () => {
    const [header] = (await exported()).split("\n");
    expect(header?.split(",")).toEqual([
      ...Object.keys(BillingEvent.entries).filter((name) => name !== "adjustment" && name !== "listing"),
      "adjustment_reference",
      "adjustment_reason",
      "adjustment_period_start",
      "organization_id",
      "organization_name",
      "listing",
    ]);
  });

  test("quotes the texts of callers and operators, and disarms formulas", async () => {
    const other = await newBilledPartner(api, plan, 1);
    await updateOrganization(other.organizationId, { name: 'Müller, "Homes"' });
    for (const [number, reference] of ["=HYPERLINK(1)", "two\nlines", "plain"].entries()) {
      const { body } = await other.create(0, { reference }, `${number}`);
      await endJob(api, other.organizationId, body.job_id, "succeeds");
    }
    const { out } = await admin("ledger", "export", "--org", other.organizationId);
    for (const quoted of [",'=HYPERLINK(1),", ",two lines,", ",plain,", '"Müller, ""Homes""",\n'])
      expect(out).toContain(quoted);
  });

  test("of all organizations has the events of each, one after the other", async () => {
    const other = await newBilledPartner(api, plan, 1);
    await fillLedger(other.organizationId, [1, 3], (number) => Date.now() - number);
    const lines = async (...options: string[]) =>
      (await admin("ledger", "export", ...options)).out.trim().split("\n").slice(1);
    const all = await lines("--all");
    const own = await lines("--org", partner.organizationId);
    const theirs = await lines("--org", other.organizationId);
    expect(theirs).toHaveLength(3);
    expect(all.filter((line) => line.includes(partner.organizationId))).toEqual(own);
    expect(all.indexOf(theirs[0] ?? "")).toBeGreaterThan(all.indexOf(own.at(-1) ?? ""));
    const sandbox = await api.newPartner({ sandbox: true });
    await fillLedger(sandbox.organizationId, [1, 3], (number) => Date.now() - number);
    expect(await lines("--org", sandbox.organizationId)).toHaveLength(3);
    expect((await lines("--all")).join()).not.toContain(sandbox.organizationId);
    const { code, out } = await admin("ledger", "export");
    expect([code, out]).toEqual([2, ""]);
  });

  test("takes a period by its month, or by its first day if two start in it", async () => {
    const other = await newBilledPartner(api, null);
    const anchors: Anchors = [...anchoredOn(1), { day: 15, from: "2026-04-01T00:00:00.000Z" }];
    await updateOrganization(other.organizationId, { anchors });
    const day = 86_400_000;
    await fillLedger(other.organizationId, [0, 59], (number) => Date.UTC(2026, 2, 1) + number * day);
    const count = async (period: string) => {
      const { code, out, said } = await admin(
        ...["ledger", "export", "--org", other.organizationId],
        ...["--period", period],
      );
      return code === 0 ? out.trim().split("\n").length - 1 : said;
    };
    expect(await count("2026-03")).toBe(31);
    expect(await count("2026-04-01")).toBe(14);
    expect(await count("2026-04-15")).toBe(15);
    expect(await count("2026-04")).toContain("give the first day, 2026-04-01 or 2026-04-15");
    expect(await count("2026-04-02")).toContain("No billing period starts on 2026-04-02");
  });

  test("as jsonl gives the events of the API, oldest first", async () => {
    const lines = (await exported("--format", "jsonl")).trim().split("\n");
    const { organization_id, name: organization_name } = partner.organization;
    const events = (await inOpenPeriod()).map((event) => ({ ...event, organization_id, organization_name }));
    expect(lines.map((line) => JSON.parse(line)).reverse()).toEqual(events);
    const program = await adminProcess(["ledger", "export", "--org", partner.organizationId, "--json"]);
    expect(program.out.trim()).toBe(lines.join("\n"));
  });

  test("includes the start of its range and excludes the end", async () => {
    const other = await newBilledPartner(api, null);
    const start = Date.UTC(2026, 2, 1);
    await fillLedger(other.organizationId, [0, 9], (number) => start + number * 1000);
    const csv = async (from: string, to: string) => {
      const args = ["ledger", "export", "--org", other.organizationId, "--from", from, "--to", to];
      return (await admin(...args)).out.trim().split("\n").slice(1);
    };
    expect(await csv("2026-03-01", "2026-04-01")).toHaveLength(10);
    expect(await csv("2026-03-01T00:00:02Z", "2026-03-01T00:00:05Z")).toHaveLength(3);
    expect((await csv("2026-03-01", "2026-03-02"))[0]).toMatch(
      /,Living Room;Children's Room,modern,generation,cfg_0,true,0.333333,0.333333,,,,,org_\w+,Partner,$/,
    );
    expect(await csv("2026-04-01", "2026-05-01")).toEqual([]);
  });

  const inOpenPeriod = async () => {
    const { start_at } = (await partner.summary()).billing_period;
    return (await partner.readEvents(200)).filter(({ occurred_at }) => occurred_at >= start_at);
  };
});

type Event = { adjustment: { reference: string } | null };

test("job show gives a job's state, its charge and its adjustments", async () => {
  const shown = await result("job", "show", partner.organizationId, jobs[1] ?? "");
  expect(shown.job).toMatchObject({ job_id: jobs[1], status: "succeeded" });
  expect(shown.events.map((event: { usage_type: string }) => event.usage_type)).toEqual([
    "generation",
    "adjustment",
    "adjustment",
    "adjustment",
  ]);
  const references = shown.events.map((event: Event) => event.adjustment?.reference ?? null);
  expect(references.toSorted()).toEqual(["T-1", "T-2", "T-3", null]);
  const charges = async (job = "") =>
    (await result("job", "show", partner.organizationId, job)).events.map(
      (event: { usage_type: string; amount_usd: number }) => [event.usage_type, event.amount_usd],
    );
  expect(await charges(jobs[2])).toEqual([["generation", 0.333333]]);
  expect(await charges(jobs[3])).toEqual([["cache_hit", 0]]);
  expect(await charges(jobs[4])).toEqual([]);
});

test("a line break in a caller's text changes neither the documented total nor the hash, in CSV and JSON Lines", async () => {
  const hostile = await newBilledPartner(api, plan, 3);
  const references = ["flat 3\n,,,,,,,,,,,,,1000000", "a\r\nb", "c\u2028d\u0085e"];
  for (const [picture, reference] of references.entries()) {
    const { body } = await hostile.create(picture, { reference }, `hostile ${picture}`);
    await endJob(api, hostile.organizationId, body.job_id, "succeeds");
  }
  await updateOrganization(hostile.organizationId, { name: "Acme\nHomes" });
  const { out: csv } = await admin("ledger", "export", "--org", hostile.organizationId);
  expect(csv.split(/[\n\r\u0085\u2028]/)).toHaveLength(1 + references.length);
  expect(addUp(csv)).toBe(0.666666);
  const { out: jsonl } = await admin("ledger", "export", "--org", hostile.organizationId, "--json");
  const events = jsonl.split(/[\n\r\u0085\u2028]/).map((line) => JSON.parse(line));
  expect(events.map(({ reference }) => reference)).toEqual(references);
  const { body } = await hostile.send("getStatement", { id: monthOf(new Date()) });
  const columns = 'NR > 1 { print $1 "," $2 "," $3 "," $10 "," $14 }';
  const hashed = execFileSync("awk", ["-F,", columns], { input: `${csv}\n` });
  expect(createHash("sha256").update(hashed).digest("hex")).toBe(body.ledger.sha256);
});

const monthOf = (now: Date) => `${now.toISOString().slice(0, 7)}-01`;
