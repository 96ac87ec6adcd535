import { afterAll, beforeAll, expect, test } from "vitest";
import { findUsage } from "../../../lambdas/storage/billing/usage.ts";
import { refurnish } from "../../support/partner.ts";
import { type HttpPartner, newHttpPartner, service } from "../../support/service.ts";

/** The model is held: no job ends, so no slot comes back, while the requests are made. */
beforeAll(() => fetch(`${service.modelUrl}/hold`, { method: "POST" }));
afterAll(() => fetch(`${service.modelUrl}/release`, { method: "POST" }));

const jobsInFlight = async ({ organizationId }: HttpPartner) => {
  const now = new Date();
  return (await findUsage(organizationId, { start: now, end: now })).jobsInFlight;
};

test("50 identical concurrent creates give one job, one slot and 50 equal bodies", async () => {
  const partner = await newHttpPartner();
  const body = refurnish(await partner.addAsset());
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => partner.post("/api/v1/generations", body, { "idempotency-key": "one" })),
  );
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  expect(replies.filter(({ headers }) => headers.get("idempotent-replayed") === "true")).toHaveLength(49);
  expect(await jobsInFlight(partner)).toBe(1);
});

test("of 500 concurrent creates with different keys exactly 50 are granted, the rest get 429 with Retry-After", async () => {
  const partner = await newHttpPartner({ create_generation_per_minute: 1_000_000 });
  const body = refurnish(await partner.addAsset());
  const replies = await Promise.all(
    Array.from({ length: 500 }, () => partner.post("/api/v1/generations", body)),
  );
  const granted = replies.filter(({ status }) => status === 200);
  const refused = replies.filter(({ status }) => status === 429);
  console.log(`500 concurrent creates: ${granted.length} granted, ${refused.length} answered 429`);
  expect([granted.length, refused.length]).toEqual([50, 450]);
  expect(new Set(granted.map((reply) => reply.body.job_id)).size).toBe(50);
  for (const { headers, body: answer } of refused) {
    expect(answer.error.code).toBe("rate_limited");
    expect(headers.get("retry-after")).toBe(String(answer.error.retry_after));
  }
  expect(await jobsInFlight(partner)).toBe(50);
});
