import { afterAll, beforeAll, expect, test } from "vitest";
import { findUsage } from "../../../lambdas/storage/billing/usage.ts";
import { isFullRun } from "../../support/full-run.ts";
import type { Partner } from "../../support/partner.ts";
import { refurnish } from "../../support/requests.ts";
import { holdModel, newPartner, releaseModel } from "./service.ts";

beforeAll(holdModel);
afterAll(releaseModel);

const jobsInFlight = async ({ organizationId }: Partner) => {
  const now = new Date();
  return (await findUsage(organizationId, { start: now, end: now })).jobsInFlight;
};

const identical = isFullRun ? 50 : 20;

test(`${identical} identical concurrent creates give one job, one slot and ${identical} equal bodies`, async () => {
  const partner = await newPartner();
  const body = refurnish(await partner.addAsset());
  const replies = await Promise.all(
    Array.from({ length: identical }, () =>
      partner.send("createGeneration", { body, headers: { "Idempotency-Key": "one" } }),
    ),
  );
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  expect(replies.filter(({ headers }) => headers["idempotent-replayed"] === "true")).toHaveLength(
    identical - 1,
  );
  expect(await jobsInFlight(partner)).toBe(1);
});

/**
 * Fewer than the burst that the stage lets through, so that no other test of this service is refused meanwhile. An emulated
 * table may be too slow to answer all of them within the function's time.
 */
const creates = Number(process.env.CONCURRENT_CREATES ?? (isFullRun ? 150 : 80));

test("of many concurrent creates with different keys exactly 50 are granted, the rest get 429 with Retry-After", async () => {
  const partner = await newPartner({ create_generation_per_minute: 1_000_000 });
  const body = refurnish(await partner.addAsset());
  const replies = await Promise.all(
    Array.from({ length: creates }, () => partner.send("createGeneration", { body })),
  );
  const { 200: granted = [], 429: refused = [], ...others } = Object.groupBy(replies, ({ status }) => status);
  console.log(`${creates} concurrent creates: ${granted.length} granted, ${refused.length} answered 429`);
  expect(others).toEqual({});
  expect([granted.length, refused.length]).toEqual([50, creates - 50]);
  expect(new Set(granted.map((reply) => reply.body.job_id)).size).toBe(50);
  for (const { headers, body: answer } of refused) {
    expect(answer.error.code).toBe("rate_limited");
    expect(headers["retry-after"]).toBe(String(answer.error.retry_after));
  }
  expect(await jobsInFlight(partner)).toBe(50);
});
