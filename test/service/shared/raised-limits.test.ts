import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { newHttpPartner, service } from "../../support/service.ts";

const root = join(import.meta.dirname, "../../..");
const admin = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, "bin/admin.ts"), ...args], {
    env: { ...process.env, ...service.environment },
  });

test("limits that the operator raises are in force and shown by the usage summary", async () => {
  const partner = await newHttpPartner();
  const raised = ["create_generation_per_minute=1000", "max_concurrent_jobs=200"];
  await admin(
    "org",
    "set",
    partner.organizationId,
    ...raised.flatMap((limit) => ["--limit", limit]),
    "--yes",
  );
  const { headers } = await partner.post("/api/v1/generations", {});
  expect(headers.get("ratelimit-policy")).toBe('"create_generation";q=1000;w=60');
  const { body } = await partner.get("/api/v1/usage/summary");
  expect(body.rate_limits).toMatchObject({ create_generation_per_minute: 1000, max_concurrent_jobs: 200 });
});
