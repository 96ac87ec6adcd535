import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admin, adminProcess, result, tableDigest } from "../../support/admin.ts";
import { startApi } from "../../support/api.ts";
import { type BilledPartner, newBilledPartner } from "../../support/billing/billed-partner.ts";
import { endJob } from "../../support/billing/end-job.ts";

const plan = { name: "plan", included_units: 1, unit_price_micro_usd: 250_000, overage_allowed: true };
const empty = mkdtempSync(join(tmpdir(), "no-aws-"));

let api: Awaited<ReturnType<typeof startApi>>;
let partner: BilledPartner;
let free = "";
let charged = "";
beforeAll(async () => {
  api = await startApi();
  partner = await newBilledPartner(api, plan, 2);
  for (const picture of [0, 1]) {
    const { body } = await partner.create(picture, {}, `${picture}`);
    await endJob(api, partner.organizationId, body.job_id, "succeeds");
    [free, charged] = [charged, body.job_id];
  }
});
afterAll(async () => {
  rmSync(empty, { recursive: true });
  await api.stop();
});

/** Runs the program without a terminal and checks that it refused in one sentence and changed nothing. */
async function refused(args: string[], run = admin) {
  const before = await tableDigest();
  const { code, out, said } = await run(...args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(said.trim().split("\n")).toHaveLength(1);
  expect(await tableDigest()).toBe(before);
  return said.trim();
}

describe("without a terminal", () => {
  test("a change without --yes is refused, and made with it", async () => {
    const change = ["org", "set", partner.organizationId, "--name", "Renamed"];
    const program = (...args: string[]) => adminProcess(args);
    expect(await refused(change, program)).toBe(
      "There is no terminal to confirm this change at: give --yes, or --dry-run to see what would change.",
    );
    expect(await adminProcess([...change, "--yes"])).toMatchObject({
      code: 0,
      said: `Will change name of ${partner.organizationId} from Partner to Renamed\n`,
    });
    expect((await admin(...change, "--dry-run", "--name", "Other")).code).toBe(0);
  });

  test.each([
    ["key revoke", () => ["key", "revoke", partner.key.public_key_id]],
    ["plan remove", () => ["plan", "remove", partner.organizationId]],
    ["webhook rotate-secret", () => ["webhook", "rotate-secret", partner.organizationId]],
    ["ledger adjust", () => adjust("-0.1", "T-0")],
  ])("%s without --yes is refused", async (_command, args) => {
    expect(await refused(args())).toContain("give --yes");
  });

  test("an organization is erased only by its name: --yes is not enough, nor is another name", async () => {
    const { organization_id } = await result("org", "create", "--name", "Acme Homes");
    await result("org", "set", organization_id, "--status", "disabled");
    const erase = ["org", "erase", organization_id];
    expect(await refused(erase)).toMatch(/give --confirm "NAME", the organization's name/);
    expect(await refused([...erase, "--yes"])).toMatch(/give --confirm "NAME"/);
    expect(await refused([...erase, "--confirm", "acme homes"])).toBe(
      "That is not the organization's name, which org show prints: nothing was changed.",
    );
  });

  test("additions are made at once", async () => {
    const { code, out } = await admin("key", "issue", partner.organizationId, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out).api_key).toMatch(/^stg_live_/);
  });
});

const adjust = (amount: string, reference: string, ...rest: string[]) => [
  ...["ledger", "adjust", "--org", partner.organizationId, "--job", charged],
  ...["--amount", amount, "--reference", reference, ...rest],
];

describe("an amount that can hardly be meant", () => {
  test.each([
    [
      "more than the job was charged",
      "-5000",
      [],
      /^-5000 USD is more than the job was charged \(0.25 USD\): /,
    ],
    ["a surcharge above the charge", "0.26", [], /^0.26 USD is more than the job was charged/],
    [
      "a period before the organization existed",
      "-0.1",
      ["--period", "2020-01-01"],
      /^the billing period ended at 2020-02-01T00:00:00.000Z, before the organization existed \(20/,
    ],
    [
      "a closed period",
      "-0.1",
      ["--period", "2020-01-01"],
      /is closed: the adjustment is booked in the open one: /,
    ],
  ])("is refused even with --yes: %s", async (_case, amount, rest, sentence) => {
    const said = await refused([...adjust(amount, "T-1"), ...rest, "--yes"]);
    expect(said).toMatch(sentence);
    expect(said).toMatch(/: nothing was recorded; add --force and a --reason if this is meant\.$/);
  });

  test("credits together must not exceed the charge either", async () => {
    expect((await admin(...adjust("-0.2", "T-2"), "--yes")).code).toBe(0);
    expect(await refused([...adjust("-0.1", "T-3"), "--yes"])).toMatch(
      /^-0.1 USD is more than the job was charged \(0.25 USD, adjusted by -0.2 USD\)/,
    );
    expect((await admin(...adjust("-0.05", "T-4"), "--yes")).code).toBe(0);
  });

  test("of a job that cost nothing is any amount", async () => {
    const args = adjust("-0.01", "T-5").map((word) => (word === charged ? free : word));
    expect(await refused([...args, "--yes"])).toMatch(/more than the job was charged \(0 USD\)/);
  });

  test("is recorded with --force and a --reason, which the announcement says", async () => {
    const { code, said } = await admin(...adjust("-1", "T-6"), "--yes", "--force", "--reason", "Goodwill");
    expect(code).toBe(0);
    expect(said).toMatch(/^Will add -1 USD .*T-6, although -1 USD is more than the job was charged/);
  });
});

test("a repeated adjustment says that it is already recorded, and asks nothing", async () => {
  const first = await admin(...adjust("0.1", "T-7"), "--yes", "--force", "--reason", "Goodwill");
  const before = await tableDigest();
  const again = await admin(...adjust("0.1", "T-7"));
  expect(again.code).toBe(0);
  expect(again.said).toMatch(/^Already recorded at 20\S+: nothing was changed\.$/);
  expect(again.out).toBe(first.out);
  expect(await tableDigest()).toBe(before);
});

describe("with --json", () => {
  const errorOf = (said: string) => JSON.parse(said.trim().split("\n").at(-1) ?? "").error;

  test.each([
    ["a wrong value", ["org", "set", "org_x", "--anchor-day", "99"], "--anchor-day must be at most 28."],
    ["an unknown option", ["org", "list", "--colour"], "unknown option '--colour'"],
    ["a missing option", ["org", "create"], "required option '--name <name>' not specified"],
    [
      "an unknown organization",
      ["org", "show", "org_x"],
      "There is no organization org_x: org list shows the ids.",
    ],
  ])("%s is an error in JSON on standard error", async (_case, args, message) => {
    const run = await admin(...args, "--json");
    expect(run).toMatchObject({ code: 2, out: "" });
    expect(errorOf(run.said)).toEqual({ code: "input", message });
  });

  test("so is a service that cannot be reached, and every line is JSON", async () => {
    const run = await adminProcess(["org", "list", "--json"], {
      AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:1",
      AWS_MAX_ATTEMPTS: "1",
    });
    expect(run).toMatchObject({ code: 1, out: "" });
    expect(errorOf(run.said)).toMatchObject({ code: "service" });
    const { said } = await admin("org", "create", "--name", "Lines", "--json");
    expect(
      said
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        will: [
          expect.stringMatching(/^create organization org_\w+, Lines, with a key and a signing secret$/),
        ],
      },
    ]);
  });
});

describe("a deployed stage", () => {
  const stage = ["--stage", "prod", "org", "list"];
  const nothing = {
    HOME: empty,
    AWS_REGION: undefined,
    AWS_DEFAULT_REGION: undefined,
    AWS_PROFILE: undefined,
    AWS_ACCESS_KEY_ID: undefined,
    AWS_SECRET_ACCESS_KEY: undefined,
    AWS_EC2_METADATA_DISABLED: "true",
  };
  test("without a region says which variables to set", async () => {
    expect(await refused(stage, (...args) => adminProcess(args, nothing))).toBe(
      "No AWS region is set: set AWS_REGION, such as AWS_REGION=eu-central-1, and AWS_PROFILE.",
    );
  });

  test("without credentials says how to give them", async () => {
    const environment = { ...nothing, AWS_REGION: "eu-central-1" };
    expect(await refused(stage, (...args) => adminProcess(args, environment))).toBe(
      "There are no AWS credentials: set AWS_PROFILE, or sign in with aws sso login.",
    );
  });
});
