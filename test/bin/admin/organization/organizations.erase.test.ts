import {
  DeleteObjectsCommand,
  type DeleteObjectsCommandInput,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DisclosurePage } from "../../../../lambdas/domain/generation/disclosure.ts";
import type { Generation } from "../../../../lambdas/domain/generation/generation.ts";
import { table, tableName } from "../../../../lambdas/storage/table.ts";
import { admin, result } from "../../../support/admin.ts";
import { startApi } from "../../../support/api.ts";
import { newPageId, publish } from "../../../support/disclosures.ts";
import { succeededJob } from "../../../support/jobs.ts";
import type { Partner } from "../../../support/partner.ts";

let api: Awaited<ReturnType<typeof startApi>>;
let leaving: Partner;
let staying: Partner;
const bucket = mockClient(S3Client);
let objects: string[] = [];

beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  bucket.restore();
  await api.stop();
});

beforeEach(async () => {
  [leaving, staying] = [await api.newPartner(), await api.newPartner()];
  for (const partner of [leaving, staying]) {
    await partner.addAsset();
    await partner.send("getUsageSummary");
    await partner.send("createUpload", { body: { content_length: 1 } });
    const { job } = await succeededJob(partner.organizationId, { config_fingerprint: "cfg_1" });
    await publish(pageOf(job));
    await admin("webhook", "rotate-secret", partner.organizationId, "--yes");
  }
  objects = [leaving, staying].flatMap(({ organizationId }) =>
    ["uploads", "sources", "inference", "outputs"].map((prefix) => `${prefix}/${organizationId}/a.jpg`),
  );
  bucket.reset();
  bucket.on(ListObjectsV2Command).callsFake(({ Prefix }) => ({
    Contents: objects.filter((key) => key.startsWith(Prefix)).map((Key) => ({ Key })),
  }));
  bucket.on(DeleteObjectsCommand).callsFake(({ Delete }: DeleteObjectsCommandInput) => {
    const gone = new Set(Delete?.Objects?.map(({ Key }) => Key));
    objects = objects.filter((key) => !gone.has(key));
    return {};
  });
  process.env.BUCKET_NAME = "pictures";
});

/** The public page of a job's output. */
const pageOf = ({ organization_id, job_id, workflow, capture_type, mode }: Generation): DisclosurePage => ({
  disclosure_id: newPageId(),
  organization_id,
  job_id,
  workflow,
  capture_type,
  mode,
  original_key: "sources/a.jpg",
  altered_key: "outputs/a.jpg",
  altered_at: new Date().toISOString(),
  revoked_at: null,
});

const itemsOf = async ({ organizationId }: Partner) => {
  const { Items = [] } = await table.send(new ScanCommand({ TableName: tableName(), ConsistentRead: true }));
  return Items.filter((item) => JSON.stringify(item).includes(organizationId)).map(({ pk }) => String(pk));
};

// @contract added.14
test("a disabled organization is erased entirely, and no other is touched", async () => {
  /** That it was disabled, and that its erasure began. */
  const auditRecords = 2;
  const others = await itemsOf(staying);
  expect((await itemsOf(leaving)).length).toBe(others.length);
  expect(others.filter((pk) => pk.startsWith("DISCLOSURE#"))).toHaveLength(1);
  await admin("org", "set", leaving.organizationId, "--status", "disabled", "--yes");

  const erased = await result("org", "erase", leaving.organizationId, "--confirm", "Partner");

  expect(await itemsOf(leaving)).toEqual(["AUDIT"]);
  expect(await result("audit", leaving.organizationId)).toMatchObject([
    { command: "org erase", outcome: "done", organization_id: leaving.organizationId },
  ]);
  expect(JSON.stringify(await result("audit", leaving.organizationId))).not.toContain("Partner");
  expect(await itemsOf(staying)).toEqual(others);
  expect(erased).toEqual({
    organization_id: leaving.organizationId,
    pictures: 4,
    items: others.length + auditRecords,
  });
  expect(objects).toHaveLength(4);
  expect(objects.every((key) => key.includes(staying.organizationId))).toBe(true);
  expect((await staying.send("getUsageSummary")).status).toBe(200);
});

test("an organization that may still use the API is not erased", async () => {
  const { code, said } = await admin("org", "erase", leaving.organizationId, "--confirm", "Partner");
  expect(code).toBe(2);
  expect(said).toContain(`disable it first with org set ${leaving.organizationId} --status disabled`);
  expect((await itemsOf(leaving)).length).toBeGreaterThan(5);
});

test("an organization with a job or an ingest under way is not erased", async () => {
  await leaving.send("createSourceAsset", { body: { source_url: "https://pictures.example.com/a.jpg" } });
  await admin("org", "set", leaving.organizationId, "--status", "disabled", "--yes");
  const { code, said } = await admin("org", "erase", leaving.organizationId, "--confirm", "Partner");
  expect(code).toBe(2);
  expect(said).toContain("has jobs or ingests under way, 1 in all: wait until they have ended");
  expect((await itemsOf(leaving)).length).toBeGreaterThan(5);
});

test("a dry run announces the erasure and erases nothing", async () => {
  await admin("org", "set", leaving.organizationId, "--status", "disabled", "--yes");
  const { code, said } = await admin("org", "erase", leaving.organizationId, "--dry-run");
  expect(code).toBe(0);
  expect(said).toContain(`Would erase ${leaving.organizationId}`);
  expect((await itemsOf(leaving)).length).toBeGreaterThan(5);
  expect(objects).toHaveLength(8);
});

test("an object that cannot be deleted stops the erasure, which can be started again", async () => {
  await admin("org", "set", leaving.organizationId, "--status", "disabled", "--yes");
  bucket.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: "sources/x", Message: "Slow down" }] });
  const { code, said } = await admin("org", "erase", leaving.organizationId, "--confirm", "Partner");
  expect(code).toBe(1);
  expect(said).toContain("sources/x cannot be deleted: Slow down");
  expect((await itemsOf(leaving)).length).toBeGreaterThan(5);
});
