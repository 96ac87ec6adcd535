import { expect, test } from "vitest";
import { limitsInForce, rateWindow } from "../../../../lambdas/domain/organization/limits.ts";
import { newApiKey, newOrganization } from "../../../../lambdas/domain/organization/new-organization.ts";
import {
  accessStatuses,
  isAccessEnabled,
  isKeyInForce,
  keyEndOf,
} from "../../../../lambdas/domain/organization/organization.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const random = { id: () => "1", bytes: (length: number) => Buffer.alloc(length) };
const organization = newOrganization("Acme", null, now, random);
const { key } = newApiKey(organization, {}, now, random);

test("an organization has access while it is approved and not suspended or disabled", () => {
  const enabled = (approved: boolean) =>
    accessStatuses.filter((access_status) => isAccessEnabled({ ...organization, approved, access_status }));
  expect(enabled(true)).toEqual(["active", "trialing", "past_due"]);
  expect(enabled(false)).toEqual([]);
});

test("a key is in force until it is revoked or its time has come", () => {
  const { key: limited } = newApiKey(organization, {}, now, random, { validUntil: now });
  const at = (ms: number) => isKeyInForce(limited, new Date(now.getTime() + ms));
  expect([at(-1), at(0), at(1)]).toEqual([true, false, false]);
  expect([keyEndOf(limited), keyEndOf(key)]).toEqual([now.getTime(), Number.POSITIVE_INFINITY]);
  expect(isKeyInForce(key, now)).toBe(true);
  expect(isKeyInForce({ ...key, revoked_at: now.toISOString() }, now)).toBe(false);
});

test("limits are the defaults but for those that the operator set", () => {
  const limits = limitsInForce({ max_concurrent_jobs: 7 });
  expect([limits.max_concurrent_jobs, limits.get_generation_per_minute]).toEqual([7, 600]);
});

test.each([
  ["12:00:00.000", "12:00", 60],
  ["12:00:00.001", "12:00", 60],
  ["12:00:01.000", "12:00", 59],
  ["12:00:59.999", "12:00", 1],
  ["12:01:00.000", "12:01", 60],
])("the window of %s begins at %s and ends in %i seconds", (time, start, secondsLeft) => {
  expect(rateWindow(new Date(`2026-03-01T${time}Z`))).toEqual({
    start: `2026-03-01T${start}:00.000Z`,
    secondsLeft,
  });
});
