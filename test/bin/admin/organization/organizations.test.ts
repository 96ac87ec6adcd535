import { Readable } from "node:stream";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mostKeys } from "../../../../lambdas/domain/organization/api-keys.ts";
import { keys } from "../../../../lambdas/storage/keys.ts";
import { table, tableName } from "../../../../lambdas/storage/table.ts";
import { findSigningSecrets } from "../../../../lambdas/storage/webhook/signing-secrets.ts";
import { admin, result, tableDigest } from "../../../support/admin.ts";
import { call, startApi } from "../../../support/api.ts";
import { succeededJob } from "../../../support/jobs.ts";
import { addKey, addOrganization } from "../../../support/partner.ts";

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
  const { api_key, signing_secret, ...organization } = created;
  const shown = await result("org", "show", created.organization_id);
  expect(shown).toEqual({ ...organization, signing_secret_since: created.created_at });
  expect(await result("org", "list")).toContainEqual(organization);
  expect(JSON.stringify(created)).not.toContain("cursor_key");
});

// @contract authentication.2
test("a sandbox is made as one, is listed as one, and no command makes it another or charges it", async () => {
  const created = await result("org", "create", "--name", "Acme sandbox", "--sandbox");
  const id = created.organization_id;
  expect(created).toMatchObject({ sandbox: true, plan: "sandbox", unit_price_usd: 0, included_units: 0 });
  expect(created.api_key).toMatch(/^stg_test_[0-9A-Z]{26}\.[A-Za-z0-9_-]{43}$/);
  expect((await result("key", "issue", id)).api_key).toMatch(/^stg_test_/);
  expect((await summaryWith(created.api_key)).body.access).toMatchObject({ enabled: true, plan: "sandbox" });
  expect(await result("org", "show", id)).toMatchObject({ sandbox: true });
  expect((await result("org", "create", "--name", "Real")).sandbox).toBe(false);
  const listed = (await admin("org", "list")).out.split("\n").find((line: string) => line.includes(id));
  expect(listed).toContain("true");

  const before = await tableDigest();
  for (const args of [
    ["plan", "set", id, "--unit-price", "1"],
    ["plan", "remove", id],
    ["ledger", "adjust", "--org", id, "--job", "job_1", "--amount", "1", "--reference", "T-1"],
    ["org", "set", id, "--sandbox", "no"],
  ]) {
    const { code, said } = await admin(...args, "--yes");
    expect([args[1], code]).toEqual([args[1], 2]);
    expect(said).toMatch(/is a sandbox|unknown option/);
  }
  expect(await tableDigest()).toBe(before);
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
  const { said } = await admin("org", "set", id, "--anchor-day", "15", "--yes");
  expect(said).toContain(`change anchor_day of ${id} from 1 to 15`);
  expect(said).toContain(
    `change anchor_day_from of ${id} from ${created_at.slice(0, 10)} to ${end_at.slice(0, 10)}`,
  );
  expect((await result("usage", "show", id)).billing_period.end_at).toBe(end_at);
  const next = (await result("usage", "show", id, "--at", end_at)).billing_period;
  expect(next).toEqual({ start_at: end_at, end_at: end_at.replace("-01T", "-15T") });
});

test.each([
  ["2126-03-01", "2126-03-01"],
  ["2126-03-01T00:00Z", "2126-03-01"],
  ["2126-03-01T00:30+01:00", "2126-02-01"],
  ["2126-02-28T23:30:00-01:00", "2126-03-01"],
])("a time option reads %s in the zone that it names, a date in UTC", async (time, periodStart) => {
  const { organization_id: id } = await result("org", "create", "--name", "Times");
  const { start_at } = (await result("usage", "show", id, "--at", time)).billing_period;
  expect(start_at).toBe(`${periodStart}T00:00:00.000Z`);
});

// @contract authentication.2 authentication.7
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

test("an organization has no more keys in force than the API gives it", async () => {
  const { organization, organizationId, key } = await addOrganization();
  for (let issued = 1; issued < mostKeys; issued++) await addKey(organization);
  const { code, said } = await admin("key", "issue", organizationId);
  expect([code, said]).toEqual([2, expect.stringContaining("has 100 keys in force")]);
  await result("key", "revoke", key.public_key_id);
  expect((await result("key", "issue", organizationId)).api_key).toMatch(/^stg_live_/);
});

test("a key has a name, a time of its last use, and a time from which it is refused", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const { organization_id: id } = await result("org", "create", "--name", "Named keys");
    const expires = new Date(Date.now() + 3 * 3_600_000).toISOString();
    const issued = await result("key", "issue", id, "--name", "backend", "--expires", expires);
    expect(issued).toMatchObject({ name: "backend", valid_until: expires });
    const used = new Date();
    expect((await summaryWith(issued.api_key)).status).toBe(200);

    const listed: { name: string }[] = await result("key", "list", id);
    const called = (wanted: string) => listed.find(({ name }) => name === wanted);
    expect(called("first key")).toMatchObject({ last_used_at: null, valid_until: null });
    expect(called("backend")).toMatchObject({
      last_used_at: used.toISOString(),
      valid_until: expires,
    });
    const { out } = await admin("key", "list", id);
    expect(out).toMatch(/^public_key_id +name +scope +state +created +last_used +expires +limits\n/);
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(120);

    vi.setSystemTime(new Date(Date.parse(expires) - 1));
    expect((await summaryWith(issued.api_key)).status).toBe(200);
    vi.setSystemTime(new Date(expires));
    expect((await summaryWith(issued.api_key)).status).toBe(401);
    expect((await admin("key", "list", id)).out).toMatch(/ backend +full +expired /);
  } finally {
    vi.useRealTimers();
  }
});

test("the age of the signing secret is shown, and that there is none", async () => {
  const { organization_id: id, created_at } = await result("org", "create", "--name", "Aged");
  expect((await admin("org", "show", id)).out).toMatch(
    new RegExp(`^signing_secret_since +${created_at} \\(0 days\\)$`, "m"),
  );
  const { organization } = await addOrganization();
  await table.send(
    new DeleteCommand({ TableName: tableName(), Key: keys.signingSecrets(organization.organization_id) }),
  );
  expect((await result("org", "show", organization.organization_id)).signing_secret_since).toBeNull();
  expect((await admin("org", "show", organization.organization_id)).out).toContain(
    "none: its webhooks wait; webhook rotate-secret makes one",
  );
});

test("a new organization's key and signing secret work, and are shown once", async () => {
  const { code, out } = await admin("org", "create", "--name", "Complete");
  expect(code).toBe(0);
  expect(out).toContain("The api_key and the signing_secret are shown once:");
  const shown = (name: string) => new RegExp(`^${name} +(\\S+)$`, "m").exec(out)?.[1] ?? "";
  expect((await summaryWith(shown("api_key"))).status).toBe(200);
  const id = shown("organization_id");
  expect((await findSigningSecrets(id))?.current).toBe(shown("signing_secret"));
  expect((await admin("org", "show", id)).out).not.toContain(shown("signing_secret"));
});

test("the usage summary is printed with the group of each value", async () => {
  const { organization_id: id } = await result("org", "create", "--name", "Groups");
  const { out } = await admin("usage", "show", id);
  expect(out).toMatch(/^access\.status +active$/m);
  expect(out).toMatch(/^billing_period\.start_at +20/m);
  expect(out).toMatch(/^usage\.included +100$/m);
  expect(out).toMatch(/^jobs\.total +0$/m);
});

test.each([
  { how: "by lists", all: [] },
  { how: "with --all", all: ["--all"] },
])(
  "jobs are found by state, reference and time $how, newest first, and the cost is said",
  async ({ all }) => {
    const { organizationId } = await addOrganization();
    await succeededJob((await addOrganization()).organizationId, { reference: "listing 1" });
    const at = (day: number) => ({ created_at: `2026-03-0${day}T12:00:00.000Z` });
    const made = [
      await succeededJob(organizationId, { ...at(1), reference: "listing 1" }),
      await succeededJob(organizationId, { ...at(2), reference: "listing 2" }),
      await succeededJob(organizationId, { ...at(3), reference: "listing 1", status: "failed", outputs: [] }),
    ].map(({ job }) => job.job_id);
    await result("job", "index", "--yes");
    const found = async (...search: string[]) =>
      (await result("job", "list", organizationId, ...all, ...search)).map(({ job_id }: { job_id: string }) =>
        made.indexOf(job_id),
      );
    expect(await found()).toEqual([2, 1, 0]);
    expect(await found("--status", "succeeded")).toEqual([1, 0]);
    expect(await found("--reference", "listing 1")).toEqual([2, 0]);
    expect(await found("--from", "2026-03-02", "--to", "2026-03-03")).toEqual([1]);
    expect(await found("--reference", "listing 1", "--status", "failed")).toEqual([2]);
    expect(await found("--limit", "1")).toEqual([2]);
    const { out, said } = await admin("job", "list", organizationId, ...all, "--limit", "2");
    expect(out).toMatch(/^job_id +status +created +ended +failure +reference\n/);
    expect(said).toMatch(
      all.length === 0
        ? /^2 jobs found, [1-9][\d.]* read units.$/
        : /^2 of 3 jobs found. This read the whole table: [1-9]\d* items, [1-9][\d.]* read units.$/,
    );
  },
);

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

/** Somebody at a terminal who types a line. */
const typing = (line: string) =>
  vi
    .spyOn(process, "stdin", "get")
    .mockReturnValue(Object.assign(Readable.from([`${line}\n`]), { isTTY: true }) as typeof process.stdin);

test("at a terminal a change must be confirmed, unless --yes is given", async () => {
  const { organization_id: id } = await result("org", "create", "--name", "Asked");
  const stdin = typing("");
  expect(await admin("org", "set", id, "--name", "Refused")).toMatchObject({ code: 2, out: "" });
  expect((await result("org", "show", id)).name).toBe("Asked");
  expect((await result("org", "set", id, "--name", "Forced", "--yes")).name).toBe("Forced");
  typing("y");
  expect(await admin("org", "set", id, "--name", "Agreed")).toMatchObject({ code: 0 });
  expect((await result("org", "show", id)).name).toBe("Agreed");
  stdin.mockRestore();
});

test("the seed of a local service is an organization and a sandbox with keys that work", async () => {
  const seeded = await result("dev", "seed", "--webhook-url", "http://127.0.0.1:4000/inbox");
  const names = ["organization_id", "api_key", "signing_secret"];
  expect(Object.keys(seeded)).toEqual([...names, ...names.map((name) => `sandbox_${name}`)]);
  expect((await summaryWith(seeded.sandbox_api_key)).body.access.plan).toBe("sandbox");
  expect(await result("org", "show", seeded.sandbox_organization_id)).toMatchObject({
    sandbox: true,
    default_webhook_url: "http://127.0.0.1:4000/inbox",
  });
  expect(seeded.signing_secret).toMatch(/^whsec_/);
  expect((await summaryWith(seeded.api_key)).body.usage.included).toBe(10_000);
});
