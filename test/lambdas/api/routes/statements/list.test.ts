import { describe, expect, test, vi } from "vitest";
import { result } from "../../../../support/admin.ts";
import { type BilledPartner, newBilledPartner } from "../../../../support/billing/billed-partner.ts";
import { endJob } from "../../../../support/billing/end-job.ts";
import { plan, startApiInMarch } from "../../../../support/billing/march.ts";

const api = await startApiInMarch();
const list = (partner: BilledPartner, query = {}) => partner.sendOk("listStatements", { query });
const startOf = ({ billing_period }: { billing_period: { start_at: string } }) =>
  billing_period.start_at.slice(0, 10);

// @contract added.39
describe("the list of statements", () => {
  test("has each billing period since the organization was created once, newest first", async () => {
    const partner = await newBilledPartner(api, plan, 1);
    const { body } = await partner.create(0, {}, "a job of March");
    await endJob(api, partner.organizationId, body.job_id, "succeeds");
    vi.setSystemTime("2026-05-15T09:00:00.000Z");
    const { items, next_cursor } = await list(partner);
    expect(items.map((item: never) => [startOf(item), (item as { total_usd: number }).total_usd])).toEqual([
      ["2026-05-01", 49],
      ["2026-04-01", 49],
      ["2026-03-01", 49.25],
    ]);
    expect(next_cursor).toBeNull();
  });

  test("says of each what its statement says, and closes none", async () => {
    const partner = await newBilledPartner(api, plan);
    vi.setSystemTime("2026-05-15T09:00:00.000Z");
    const before = await list(partner);
    expect(before.items.map(({ state }: { state: string }) => state)).toEqual(["open", "open", "open"]);
    expect(await list(partner)).toEqual(before);
    const { number, state, closed_at, billing_period, currency, total_usd } = await partner.sendOk(
      "getStatement",
      { id: "2026-04-01" },
    );
    const after = await list(partner);
    expect(state).toBe("closed");
    expect(after.items[1]).toEqual({ number, state, closed_at, billing_period, currency, total_usd });
    expect([after.items[0], after.items[2]]).toEqual([before.items[0], before.items[2]]);
  });

  test("shows the number that follows one that was taken back", async () => {
    const partner = await newBilledPartner(api, plan);
    vi.setSystemTime("2026-04-15T09:00:00.000Z");
    const { number } = await partner.sendOk("getStatement", { id: "2026-03-01" });
    await result(
      "statement",
      "void",
      partner.organizationId,
      "--period",
      "2026-03",
      "--reason",
      "Wrong plan",
    );
    expect((await list(partner)).items[1]).toMatchObject({ number: `${number}-2`, state: "open" });
  });

  test("continues page by page without a gap or a repeat, also over the turn of a period", async () => {
    const partner = await newBilledPartner(api, plan);
    vi.setSystemTime("2026-07-31T23:00:00.000Z");
    const starts: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list(partner, { limit: "2", ...(cursor && { cursor }) });
      starts.push(...page.items.map(startOf));
      cursor = page.next_cursor;
      vi.setSystemTime("2026-08-01T01:00:00.000Z");
    }
    expect(starts).toEqual(["2026-07-01", "2026-06-01", "2026-05-01", "2026-04-01", "2026-03-01"]);
  });

  test("refuses the cursor of another organization, and of another list", async () => {
    const [one, other] = [await newBilledPartner(api, plan), await newBilledPartner(api, plan)];
    vi.setSystemTime("2026-05-15T09:00:00.000Z");
    const { next_cursor } = await list(one, { limit: "1" });
    for (const [partner, operation] of [
      [other, "listStatements"],
      [one, "listBillingEvents"],
    ] as const)
      expect((await partner.send(operation, { query: { cursor: next_cursor } })).status).toBe(400);
  });
});
