import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, test, vi } from "vitest";
import { publishCompletion } from "../../../../lambdas/orchestration/events.ts";
import { keys } from "../../../../lambdas/storage/keys.ts";
import { findKeyUses, recordKeyUse } from "../../../../lambdas/storage/organization/key-use.ts";
import {
  createOrganization,
  findOrganization,
  listOrganizations,
  updateOrganization,
} from "../../../../lambdas/storage/organization/organizations.ts";
import { table, tableName } from "../../../../lambdas/storage/table.ts";
import { findReceiver, recordAnswer } from "../../../../lambdas/storage/webhook/receivers.ts";
import {
  createSigningSecret,
  findSigningSecrets,
} from "../../../../lambdas/storage/webhook/signing-secrets.ts";
import { startApi } from "../../../support/api.ts";
import { succeededJob } from "../../../support/jobs.ts";
import { addOrganization } from "../../../support/partner.ts";
import { day } from "../../../support/since-january.ts";

const api = await startApi();
afterAll(() => api.stop());

const remove = (Key: { pk: string; sk: string }) =>
  table.send(new DeleteCommand({ TableName: tableName(), Key }));

test("an organization is created once, and so is its first signing secret", async () => {
  const { organization, organizationId, secret } = await addOrganization({ name: "First" });
  await expect(createOrganization({ ...organization, name: "Second" })).rejects.toThrow("exists already");
  await expect(createSigningSecret(organizationId)).rejects.toThrow("has a signing secret already");
  expect(await findOrganization(organizationId)).toMatchObject({ name: "First" });
  expect(await findSigningSecrets(organizationId)).toMatchObject({ current: secret });
});

test("a change of an organization that is gone fails and makes none", async () => {
  await expect(updateOrganization("org_unknown", { name: "New" })).rejects.toThrow("no organization");
  expect(await findOrganization("org_unknown")).toBeNull();
});

test("an organization that is listed without a profile, as half-way through an erasure, is left out", async () => {
  const { organizationId } = await addOrganization();
  const other = await addOrganization();
  await remove(keys.organization(organizationId));
  const listed = (await listOrganizations()).map(({ organization_id }) => organization_id);
  expect(listed).toContain(other.organizationId);
  expect(listed).not.toContain(organizationId);
});

test("a use of a key within an hour of the one that is recorded is not recorded", async () => {
  const { key } = await addOrganization();
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));
  for (const minutes of [0, 59]) await recordKeyUse(key, at(minutes));
  expect(await findKeyUses([key])).toEqual([at(0).toISOString()]);
  await recordKeyUse(key, at(60));
  expect(await findKeyUses([key])).toEqual([at(60).toISOString()]);
});

test("a table that cannot count a request fails it, and does not say that the limit is reached", async () => {
  const partner = await api.newPartner();
  await partner.send("getUsageSummary");
  const send = table.send.bind(table);
  vi.spyOn(table, "send").mockImplementation(async (command: object) => {
    if (command instanceof UpdateCommand) throw new Error("The table does not answer.");
    return send(command as never);
  });
  expect((await partner.send("getUsageSummary")).status).toBe(500);
  vi.restoreAllMocks();
});

test("a receiver that is gone from the table since it was read starts from the beginning with the next answer", async () => {
  const { organizationId } = await addOrganization();
  const url = "https://hooks.example/erased";
  await recordAnswer(await findReceiver(organizationId, url), "failed", day("01-01"));
  const known = await findReceiver(organizationId, url);
  await remove(keys.receiver(organizationId, url));
  await recordAnswer(known, "gone", day("01-02"));
  expect(await findReceiver(organizationId, url)).toMatchObject({
    revision: 1,
    disabled_at: day("01-02").toISOString(),
    failing_since: day("01-02").toISOString(),
  });
});

test("a job that has not ended is not announced", async () => {
  const { organizationId } = await addOrganization();
  const { job } = await succeededJob(organizationId, { status: "running", outputs: [] });
  await expect(publishCompletion(job)).rejects.toThrow("has not ended: it is running");
});
