import { expect, test } from "vitest";
import { admin, newPartner } from "./service.ts";

test("limits that the operator raises apply, and the usage summary shows them", async () => {
  const partner = await newPartner();
  const raised = ["create_generation_per_minute=1000", "max_concurrent_jobs=200"];
  const limits = raised.flatMap((limit) => ["--limit", limit]);
  await admin("org", "set", partner.organizationId, ...limits, "--yes");
  const { headers } = await partner.send("createGeneration", { body: {} });
  expect(headers["ratelimit-policy"]).toBe('"create_generation";q=1000;w=60');
  const body = await partner.sendOk("getUsageSummary");
  expect(body.rate_limits).toMatchObject({ create_generation_per_minute: 1000, max_concurrent_jobs: 200 });
});
