import { afterAll, beforeAll, beforeEach, vi } from "vitest";
import type { Plan } from "../../../lambdas/domain/organization/organization.ts";
import { startApi } from "../api.ts";

/** The API, with a clock that is set: every test begins in the morning of 10 March 2026. */
export async function startApiInMarch() {
  const api = await startApi();
  beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  beforeEach(() => void vi.setSystemTime("2026-03-10T09:00:00.000Z"));
  afterAll(async () => {
    vi.useRealTimers();
    await api.stop();
  });
  return api;
}

/** A plan with a base fee and a price from the first unit on. */
export const plan: Plan = {
  name: "spring",
  included_units: 0,
  unit_price_micro_usd: 250_000,
  overage_allowed: true,
  base_fee_micro_usd: 49_000_000,
};
