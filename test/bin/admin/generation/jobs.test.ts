import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listKeysOf } from "../../../../lambdas/storage/generation/lists.ts";
import { table, tableName } from "../../../../lambdas/storage/table.ts";
import { admin, result, tableDigest } from "../../../support/admin.ts";
import { startApi } from "../../../support/api.ts";
import { storeJobs } from "../../../support/listed-jobs.ts";
import type { Partner } from "../../../support/partner.ts";

const api = await startApi();
afterAll(() => api.stop());
let partner: Partner;

/** 90 jobs, of which the first 60 are in no list, as 1.0.0 stored them. */
beforeAll(async () => {
  partner = await api.newPartner();
  const jobs = await storeJobs(partner.organizationId, 90, (index) => ({
    created_at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    reference: index % 3 === 0 ? "listing 1" : null,
  }));
  for (const Key of jobs.slice(0, 60).flatMap(listKeysOf))
    await table.send(new DeleteCommand({ TableName: tableName(), Key }));
});

const listed = async (query = {}) =>
  (await partner.sendOk("listGenerations", { query: { limit: "200", ...query } })).items.length;

// @contract added.25
test("job index puts the jobs of before 1.1.0 into the lists, says how far it is, and changes nothing again", async () => {
  expect([await listed(), await listed({ reference: "listing 1" })]).toEqual([30, 10]);
  const before = await tableDigest();
  expect((await admin("job", "index", "--dry-run")).code).toBe(0);
  expect(await tableDigest()).toBe(before);
  const { code, out, said } = await admin("job", "index", "--yes");
  expect([code, out]).toEqual([0, "80 entries were missing in the lists and are there now."]);
  expect(said).toMatch(/^Read items: [1-9]\d*, of which jobs: 90; added entries: 80\./m);
  expect([await listed(), await listed({ reference: "listing 1" })]).toEqual([90, 30]);
  expect(await result("job", "index")).toMatchObject({ jobs: 90, added: 0 });
});
