import { afterAll, beforeAll, expect, test } from "vitest";
import { tableName } from "../../../lambdas/storage/table.ts";
import { admin, adminProcess, tableDigest } from "../../support/admin.ts";
import { startApi } from "../../support/api.ts";
import { succeededJob } from "../../support/jobs.ts";

let api: Awaited<ReturnType<typeof startApi>>;
const ids: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi();
  const partner = await api.newPartner();
  ids.ORG = partner.organizationId;
  ids.KEY = partner.key.public_key_id;
  const fingerprint = { config_fingerprint: "cfg_1" };
  ids.JOB = (await succeededJob(ids.ORG, fingerprint)).job.job_id;
  ids.FAILED = (await succeededJob(ids.ORG, { ...fingerprint, status: "failed", outputs: [] })).job.job_id;
  ids.EMPTY = "";
  ids.TABLE = tableName();
  ids.BARE = (await api.newPartner({ plan: null })).organizationId;
});
afterAll(() => api.stop());

const typed = (line: string) => line.split(" ").map((word) => ids[word] ?? word);
const adjust = (rest: string) => `ledger adjust --org ORG --job JOB --reference T-1 ${rest}`;

/** What is typed, and what the answer must say to change. */
const mistakes: [line: string, answer: RegExp][] = [
  ["org show org_unknown", /no organization org_unknown: org list shows the ids/],
  ["org create --name EMPTY", /--name must not be empty/],
  ["org create", /--name/],
  ["org set ORG", /Nothing would change: give at least one option/],
  ["org set ORG --name Partner", /Nothing would change/],
  ["org set ORG --status gone", /--status must be one of active, trialing, past_due, suspended, disabled/],
  ["org set ORG --approved maybe", /--approved must be yes or no/],
  ["org set ORG --anchor-day 0", /--anchor-day must be at least 1/],
  ["org set ORG --anchor-day 29", /--anchor-day must be at most 28/],
  ["org set ORG --anchor-day 1.5", /--anchor-day must be a whole number from 1 to 28/],
  ["org set ORG --limit create=5", /--limit must name one of create_generation_per_minute/],
  ["org set ORG --limit max_concurrent_jobs=0", /--limit must be a name and a number/],
  ["org set ORG --webhook-url example.com", /--webhook-url must be a URL, such as/],
  ["org set ORG --webhook-url ftp://example.com", /--webhook-url must be an http/],
  ["org set ORG --colour blue", /unknown option '--colour'/],
  ["org destroy ORG", /unknown command 'destroy'/],
  ["key issue org_unknown", /no organization org_unknown/],
  ["key issue ORG --expires 2020-01-01", /--expires must be in the future/],
  ["key issue ORG --expires soon", /--expires must be a date/],
  ["key issue ORG --name EMPTY", /--name must not be empty/],
  ["job list org_unknown", /no organization org_unknown/],
  ["job list ORG --status gone", /--status must be one of ingesting, queued, running, succeeded, failed/],
  ["job list ORG --limit 0", /--limit must be at least 1/],
  ["audit ORG --since yesterday", /--since must be a date/],
  ["restore check TABLE", /staging-\S+ is the table of the service itself: name the restored one/],
  ["key list org_unknown", /no organization org_unknown/],
  ["key revoke 01UNKNOWN", /no key 01UNKNOWN: key list shows the ids/],
  [
    "plan set ORG --unit-price 0.0000001",
    /--unit-price must be US dollars with at most 6 decimals, such as 0.25/,
  ],
  ["plan set ORG --unit-price 1e-3", /--unit-price must be US dollars/],
  ["plan set ORG --unit-price -1", /--unit-price must not be negative/],
  ["plan set ORG --included-units many", /--included-units must be a whole number/],
  ["plan set ORG --overage true", /--overage must be yes or no/],
  ["plan set org_unknown --overage yes", /no organization org_unknown/],
  ["plan set BARE --unit-price 1", /no plan yet: give --name, --included-units, --unit-price and --overage/],
  ["usage show org_unknown", /no organization org_unknown/],
  ["usage show ORG --at yesterday", /--at must be a date .* or a time with its zone, such as 2026-03-01/],
  ["usage show ORG --at 2026-02-30", /--at must be a date/],
  ["usage show ORG --at 2026-02-30T09:30Z", /--at must be a date/],
  ["usage show ORG --at 2026-03-01T25:00Z", /--at must be a date/],
  ["usage show ORG --at 2026-03-01T24:00Z", /--at must be a date/],
  ["usage show ORG --at 2026-03-01T09:30", /--at must be a date .* or a time with its zone/],
  ["ledger export --org ORG --from 2026-03", /--from must be a date/],
  ["ledger export --org ORG --to 01.03.2026", /--to must be a date/],
  ["webhook list ORG --since 2026-11-20T08:00", /--since must be a date .* or a time with its zone/],
  ["ledger export --org org_unknown", /no organization org_unknown/],
  ["ledger export --org ORG --from 2026-03-02 --to 2026-03-01", /--to must be later than --from/],
  ["ledger export --org ORG --from 2026-03-01 --to 2026-03-01", /--to must be later than --from/],
  ["ledger export --org ORG --format xml", /--format must be csv or jsonl/],
  ["ledger export", /--org/],
  [adjust("--amount 0"), /--amount must not be 0/],
  [adjust("--amount 0.1234567"), /--amount must be US dollars with at most 6 decimals/],
  [adjust("--amount 1,50"), /--amount must be US dollars/],
  [
    adjust("--amount -0.25 --period 2020-01-01"),
    /ended at 2020-02-01T00:00:00.000Z is closed: the adjustment is booked in the open one: .* add --force/,
  ],
  [adjust("--amount -0.25 --period May"), /--period must be a date/],
  [adjust("--amount -0.25 --period 2999-01-01 --force"), /--period must not be in the future/],
  ["ledger adjust --org ORG --job JOB --amount 1", /--reference/],
  ["ledger adjust --org ORG --job job_unknown --amount 1 --reference T-1", /has no job job_unknown/],
  [
    "ledger adjust --org ORG --job FAILED --amount 1 --reference T-1",
    /is failed and was never charged: adjust a succeeded job/,
  ],
  ["ledger adjust --org BARE --job JOB --amount 1 --reference T-1", /has no job/],
  ["job show ORG job_unknown", /has no job job_unknown/],
  ["nonsense", /unknown command 'nonsense'/],
];

test.each(mistakes)("%s is answered in one sentence and changes nothing", async (line, answer) => {
  const before = await tableDigest();
  const { code, out, said } = await admin(...typed(line));
  expect(said).toMatch(answer);
  expect(said.split("\n").filter((text) => !text.startsWith("(Did you mean"))).toHaveLength(1);
  expect(code).toBe(2);
  expect(out).toBe("");
  expect(await tableDigest()).toBe(before);
});

test("the program ends with code 2 and asks nothing if there is no terminal", async () => {
  const run = await adminProcess(typed(adjust("--amount -0.25 --period 2020-01-01")));
  expect(run).toMatchObject({ code: 2, out: "" });
  expect(run.said).toMatch(/^-0.25 USD is more than .* the billing period .*\.\n$/);
});

test("a service that cannot be reached is code 1", async () => {
  const run = await adminProcess(["org", "list"], {
    AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:1",
    AWS_MAX_ATTEMPTS: "1",
  });
  expect(run).toMatchObject({ code: 1, out: "" });
  expect(run.said.trim().split("\n")).toHaveLength(1);
});
