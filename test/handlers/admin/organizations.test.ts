import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call, startApi } from "../../support/api.ts";
import { admin, result, tableDigest } from "./cli.ts";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const summaryWith = (apiKey: string) =>
  call("getUsageSummary", { headers: { Authorization: `Bearer ${apiKey}` } });

test("a new organization is approved, active and on the standard plan, and is listed", async () => {
  const created = await result(
    "org",
    "create",
    "--name",
    "Acme Homes",
    "--webhook-url",
    "https://acme.example/hook",
  );
  expect(created).toMatchObject({
    organization_id: expect.stringMatching(/^org_[0-9A-Z]{26}$/),
    name: "Acme Homes",
    approved: true,
    access_status: "active",
    plan: "standard",
    unit_price_usd: 0.25,
    anchor_day: 1,
    default_webhook_url: "https://acme.example/hook",
    max_concurrent_jobs: 50,
  });
  expect(await result("org", "show", created.organization_id)).toEqual(created);
  expect(await result("org", "list")).toContainEqual(created);
  expect(JSON.stringify(created)).not.toContain("cursor_key");
});

test("every setting can be changed, and options left out change nothing", async () => {
  const { organization_id: id } = await result("org", "create", "--name", "Before");
  const changed = await result(
    ...["org", "set", id, "--name", "After", "--status", "suspended", "--approved", "no"],
    ...["--limit", "create_generation_per_minute=5", "--limit", "max_concurrent_jobs=3"],
  );
  expect(changed).toMatchObject({
    name: "After",
    access_status: "suspended",
    approved: false,
    create_generation_per_minute: 5,
    max_concurrent_jobs: 3,
    get_generation_per_minute: 600,
    plan: "standard",
  });
  const again = await result(
    "org",
    "set",
    id,
    "--limit",
    "create_generation_per_minute=default",
    "--no-webhook-url",
    "--approved",
    "yes",
  );
  expect(again).toMatchObject({
    create_generation_per_minute: 60,
    max_concurrent_jobs: 3,
    name: "After",
    approved: true,
  });
});

test("a new anchor day applies from the end of the current period", async () => {
  const { organization_id: id, created_at } = await result("org", "create", "--name", "Anchored");
  const { end_at } = (await result("usage", "show", id)).billing_period;
  const { said } = await admin("org", "set", id, "--anchor-day", "15");
  expect(said).toContain(`change anchor_day of ${id} from 1 to 15`);
  expect(said).toContain(
    `change anchor_day_from of ${id} from ${created_at.slice(0, 10)} to ${end_at.slice(0, 10)}`,
  );
  expect((await result("usage", "show", id)).billing_period.end_at).toBe(end_at);
  const next = (await result("usage", "show", id, "--at", end_at)).billing_period;
  expect(next).toEqual({ start_at: end_at, end_at: end_at.replace("-01T", "-15T") });
});

test.each([
  ["2026-03-01", "2026-03-01"],
  ["2026-03-01T00:00Z", "2026-03-01"],
  ["2026-03-01T00:30+01:00", "2026-02-01"],
  ["2026-02-28T23:30:00-01:00", "2026-03-01"],
])("a time option reads %s in the zone that it names, a date in UTC", async (time, periodStart) => {
  const { organization_id: id } = await result("org", "create", "--name", "Times");
  const { start_at } = (await result("usage", "show", id, "--at", time)).billing_period;
  expect(start_at).toBe(`${periodStart}T00:00:00.000Z`);
});

test("a key is shown once, works, and is refused once it is revoked", async () => {
  const { organization_id: id } = await result("org", "create", "--name", "Keys");
  const issued = await result("key", "issue", id, "--limit", "usage_summary_per_minute=7");
  const other = await result("key", "issue", id);
  expect(issued.api_key).toMatch(/^stg_live_[0-9A-Z]{26}\.[A-Za-z0-9_-]{43}$/);
  expect((await summaryWith(issued.api_key)).status).toBe(200);

  const listed = await admin("key", "list", id);
  expect(listed.out).toContain(issued.public_key_id);
  expect(listed.out).not.toContain(issued.api_key.split(".")[1]);

  expect((await result("key", "revoke", other.public_key_id)).revoked_at).not.toBeNull();
  expect((await summaryWith(other.api_key)).status).toBe(401);
});

test("a plan is set, changed in part and removed", async () => {
  const { organization_id: id } = await result("org", "create", "--name", "Plans");
  const terms = ["--name", "pro", "--included-units", "500", "--unit-price", "0.125", "--overage", "no"];
  const set = { plan: "pro", included_units: 500, unit_price_usd: 0.125, overage_allowed: false };
  expect(await result("plan", "set", id, ...terms)).toMatchObject(set);
  const priced = await result("plan", "set", id, "--unit-price", "0.000001");
  expect(priced).toMatchObject({ ...set, unit_price_usd: 0.000001 });
  expect(await result("plan", "remove", id)).toMatchObject({ plan: null, included_units: 0 });
  const { api_key } = await result("key", "issue", id);
  expect((await summaryWith(api_key)).body.access).toEqual({ enabled: true, status: "active", plan: null });
});

test("a dry run announces the changes and makes none", async () => {
  const { organization_id: id } = await result("org", "create", "--name", "Dry");
  const { public_key_id } = await result("key", "issue", id);
  const before = await tableDigest();
  for (const line of [
    "org create --name Other",
    `org set ${id} --status disabled`,
    `key issue ${id}`,
    `key revoke ${public_key_id}`,
    `plan set ${id} --unit-price 1`,
    `plan remove ${id}`,
    "dev seed",
  ]) {
    const { code, out, said } = await admin(...line.split(" "), "--dry-run");
    expect({ code, out }).toEqual({ code: 0, out: "Nothing was changed." });
    expect(said).toMatch(/^Would \w+ /);
  }
  expect(await tableDigest()).toBe(before);
});

const { answer } = vi.hoisted(() => ({ answer: { text: "" } }));
vi.mock("node:readline/promises", () => ({
  createInterface: () => ({ question: async () => answer.text, close: () => {} }),
}));

test("at a terminal a change must be confirmed, unless --yes is given", async () => {
  const { organization_id: id } = await result("org", "create", "--name", "Asked");
  const { isTTY } = process.stdin;
  process.stdin.isTTY = true;
  try {
    answer.text = "";
    expect(await admin("org", "set", id, "--name", "Refused")).toMatchObject({ code: 2, out: "" });
    expect((await result("org", "show", id)).name).toBe("Asked");
    expect((await result("org", "set", id, "--name", "Forced", "--yes")).name).toBe("Forced");
    answer.text = "y";
    expect((await result("org", "set", id, "--name", "Agreed")).name).toBe("Agreed");
  } finally {
    process.stdin.isTTY = isTTY;
  }
});

test("the seed of a local service is an organization whose key works", async () => {
  const seeded = await result("dev", "seed", "--webhook-url", "http://127.0.0.1:4000/inbox");
  expect(Object.keys(seeded)).toEqual(["organization_id", "api_key", "signing_secret"]);
  expect(seeded.signing_secret).toMatch(/^whsec_/);
  expect((await summaryWith(seeded.api_key)).body.usage.included).toBe(10_000);
});
