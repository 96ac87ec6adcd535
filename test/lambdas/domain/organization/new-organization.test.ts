import { expect, test } from "vitest";
import { sha256Hex } from "../../../../lambdas/domain/ids.ts";
import {
  newApiKey,
  newOrganization,
  type Random,
} from "../../../../lambdas/domain/organization/new-organization.ts";

const now = new Date("2026-03-01T09:30:00Z");

/** Gives 1, 2, 3 … as ids and the same byte over and over. */
function counting(): Random {
  let last = 0;
  return { id: () => `${++last}`, bytes: (length) => Buffer.alloc(length, 7) };
}

test("a new organization is approved, active and on the standard plan", () => {
  expect(newOrganization("Acme", null, now, counting())).toMatchObject({
    organization_id: "org_1",
    approved: true,
    access_status: "active",
    plan: { name: "standard", included_units: 100, unit_price_micro_usd: 250_000, overage_allowed: true },
    cursor_key: Buffer.alloc(32, 7).toString("base64"),
    created_at: "2026-03-01T09:30:00.000Z",
  });
});

test("a sandbox is one from the start, on a plan that charges, counts and refuses nothing", () => {
  const sandbox = newOrganization("Acme", null, now, counting(), { sandbox: true });
  const plan = { name: "sandbox", included_units: 0, unit_price_micro_usd: 0, overage_allowed: true };
  expect(sandbox).toMatchObject({ sandbox: true, approved: true, access_status: "active", plan });
  expect(newOrganization("Acme", null, now, counting()).sandbox).toBe(false);
});

// @contract authentication.2
test("the keys of a sandbox begin with stg_test_", () => {
  const { shownOnce } = newApiKey({ organization_id: "org_1", sandbox: true }, {}, now, counting());
  expect(shownOnce).toMatch(/^stg_test_1\./);
});

test("the same time and randomness give the same organization and the same key", () => {
  const make = () => {
    const random = counting();
    const organization = newOrganization("Acme", "https://example.com/hook", now, random);
    return [organization, newApiKey(organization, {}, now, random)];
  };
  expect(make()).toEqual(make());
});

test("of a new key only the SHA-256 of its secret is stored", () => {
  const { key, shownOnce } = newApiKey({ organization_id: "org_1", sandbox: false }, {}, now, counting());
  const secret = Buffer.alloc(32, 7).toString("base64url");
  expect(shownOnce).toBe(`stg_live_1.${secret}`);
  expect(key.secret_sha256).toBe(sha256Hex(secret));
  expect(JSON.stringify(key)).not.toContain(secret);
});
