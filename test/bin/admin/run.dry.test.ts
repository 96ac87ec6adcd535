import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { mockClient } from "aws-sdk-client-mock";
import type { Command } from "commander";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { adminProgram } from "../../../bin/admin/run.ts";
import { admin, result, tableDigest } from "../../support/admin.ts";
import { startApi } from "../../support/api.ts";
import { type BilledPartner, newBilledPartner } from "../../support/billing/billed-partner.ts";
import { endJob } from "../../support/billing/end-job.ts";
import { publish } from "../../support/disclosures.ts";

const plan = { name: "plan", included_units: 0, unit_price_micro_usd: 250_000, overage_allowed: true };
const page = "a".repeat(26);
const bucket = mockClient(S3Client);
bucket.on(ListObjectsV2Command).resolves({ Contents: [{ Key: "outputs/one.jpg" }] });

let api: Awaited<ReturnType<typeof startApi>>;
let partner: BilledPartner;
let job = "";
let sentBefore = 0;
beforeAll(async () => {
  api = await startApi();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2026-01-10T09:00:00.000Z");
  partner = await newBilledPartner(api, plan);
  const { body } = await partner.create(0, {}, "first");
  job = body.job_id;
  await endJob(api, partner.organizationId, job, "succeeds");
  vi.setSystemTime("2026-02-10T09:00:00.000Z");
  await result("statement", partner.organizationId, "--period", "2026-01");
  await publish({
    disclosure_id: page,
    organization_id: partner.organizationId,
    job_id: job,
    workflow: "staging",
    capture_type: "photo",
    mode: "refurnish",
    original_key: "a",
    altered_key: "b",
    altered_at: "2026-01-10T09:00:00.000Z",
    revoked_at: null,
  });
  vi.setSystemTime("2026-03-10T09:00:00.000Z");
  sentBefore = api.started().length;
  bucket.resetHistory();
});
afterAll(async () => {
  vi.useRealTimers();
  bucket.restore();
  await api.stop();
});

const since = ["--since", "2026-01-01"];
/** How each command is given so that, without --dry-run, it would do all that it can do. */
const commands: Record<string, () => string[]> = {
  "org create": () => ["--name", "New", "--webhook-url", "https://hooks.example.com"],
  "org show": () => [partner.organizationId],
  "org list": () => [],
  "org set": () => [partner.organizationId, "--name", "Renamed", "--anchor-day", "5"],
  "org erase": () => [partner.organizationId, "--confirm", "Partner"],
  "key issue": () => [partner.organizationId],
  "key list": () => [partner.organizationId],
  "key revoke-leaked": () => [partner.key.public_key_id],
  "key revoke": () => [partner.key.public_key_id],
  "plan set": () => [partner.organizationId, "--base-fee", "49"],
  "plan remove": () => [partner.organizationId],
  "usage show": () => [partner.organizationId],
  "ledger export": () => ["--org", partner.organizationId],
  "ledger adjust": () => [
    "--org",
    partner.organizationId,
    "--job",
    job,
    "--amount",
    "-0.1",
    "--reference",
    "T",
  ],
  "statement show": () => [partner.organizationId, "--period", "2026-02"],
  "statement void": () => [partner.organizationId, "--period", "2026-01", "--reason", "Wrong"],
  "job list": () => [partner.organizationId],
  "job index": () => [],
  "job show": () => [partner.organizationId, job],
  "webhook list": () => [partner.organizationId, ...since],
  "webhook show": () => [partner.organizationId, job],
  "webhook redeliver": () => [partner.organizationId, job],
  "webhook redeliver-all": () => [partner.organizationId, ...since],
  "webhook test": () => [partner.organizationId],
  "webhook endpoints": () => [partner.organizationId],
  "webhook enable": () => [partner.organizationId, "https://hooks.example.com"],
  "webhook rotate-secret": () => [partner.organizationId],
  "disclosure show": () => [page],
  "disclosure revoke": () => [page],
  "disclosure restore": () => [page],
  "restore check": () => ["restored"],
  "restore copy": () => ["restored"],
  "settings show": () => ["dev"],
  "settings set": () => ["dev", "--alarm-email", "other@example.com"],
  "dev seed": () => [],
  logs: () => ["sweep", "--stage", "prod"],
  resources: () => ["--stage", "prod"],
  audit: () => [],
  doctor: () => [],
};

const leavesOf = (command: Command, path: string[] = []): string[] =>
  command.commands.length === 0
    ? [path.join(" ")]
    : command.commands.flatMap((one) => leavesOf(one, [...path, one.name()]));

test("every command is tried", () => {
  expect(Object.keys(commands).toSorted()).toEqual(leavesOf(adminProgram(false)).toSorted());
});

const settings = join(import.meta.dirname, "../../../cdk.json");

test.each(Object.keys(commands))("%s stores, sends and deletes nothing as a dry run", async (name) => {
  const before = [await tableDigest(), readFileSync(settings, "utf8")];
  const { code } = await admin(...name.split(" "), ...(commands[name]?.() ?? []), "--yes", "--dry-run");
  expect([0, 1, 2]).toContain(code);
  expect([await tableDigest(), readFileSync(settings, "utf8")]).toEqual(before);
  expect(api.started()).toHaveLength(sentBefore);
  const sent = bucket.calls().map(({ args }) => args[0].constructor.name);
  expect(sent.filter((command) => !/^(List|Get|Head)/.test(command))).toEqual([]);
});
