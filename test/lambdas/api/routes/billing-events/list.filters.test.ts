import { afterAll, describe, expect, test } from "vitest";
import { result } from "../../../../support/admin.ts";
import { startApi } from "../../../../support/api.ts";
import { newBilledPartner } from "../../../../support/billing/billed-partner.ts";
import { makeJobs } from "../../../../support/billing/end-job.ts";
import { fillLedger } from "../../../../support/billing/ledger-events.ts";

const api = await startApi();
afterAll(() => api.stop());

const plan = { name: "plan", included_units: 0, unit_price_micro_usd: 250_000, overage_allowed: true };
const partner = await newBilledPartner(api, plan, 2);
const begin = Date.UTC(2026, 0, 1);
const filled = 2500;
await fillLedger(partner.organizationId, [1, filled], (number) => begin + number * 1000);
const jobs = await makeJobs(api, partner, [
  [0, "succeeds"],
  [1, "succeeds"],
  [0, "succeeds"],
  [1, "fails"],
]);
for (const reference of ["T-1", "T-2", "T-3"])
  await result(
    ...["ledger", "adjust", "--org", partner.organizationId, "--job", jobs[0] ?? ""],
    ...["--amount", "-0.05", "--reference", reference],
  );
const all = await partner.readEvents(200);
type Event = (typeof all)[number];

const page = (query: Record<string, string>) => partner.send("listBillingEvents", { query });

/** Every page of a query, and how many there were. */
async function read(query: Record<string, string>) {
  const events: Event[] = [];
  let pages = 0;
  for (let cursor: string | null = ""; cursor !== null; pages++) {
    const { body } = await page({ ...query, ...(cursor && { cursor }) });
    events.push(...body.items);
    cursor = body.next_cursor;
  }
  return { events, pages };
}

const time = (seconds: number) => new Date(begin + seconds * 1000).toISOString();

describe("the ledger is filtered", () => {
  // @contract added.29
  test("by time, the first moment included and the last one not, in any zone", async () => {
    const { events, pages } = await read({ occurred_from: time(10), occurred_to: time(30), limit: "7" });
    expect(events).toEqual(
      all.filter(({ occurred_at }) => occurred_at >= time(10) && occurred_at < time(30)),
    );
    expect([events.length, pages]).toEqual([20, 3]);
    expect((await read({ occurred_to: "2026-01-01T01:00:03+01:00" })).events).toHaveLength(2);
  });

  // @contract added.29
  test("by job: its charge and its adjustments, page by page", async () => {
    const { events } = await read({ job_id: jobs[0] ?? "", limit: "1" });
    expect(events).toEqual(all.filter(({ job_id }) => job_id === jobs[0]));
    expect(events.map(({ usage_type }) => usage_type)).toEqual([
      "adjustment",
      "adjustment",
      "adjustment",
      "generation",
    ]);
    const credits = await read({ job_id: jobs[0] ?? "", usage_type: "adjustment", occurred_from: time(0) });
    expect(credits.events).toEqual(events.slice(0, 3));
    for (const job_id of [jobs[3] ?? "", "job_unknown"])
      expect((await page({ job_id })).body).toEqual({ items: [], next_cursor: null });
  });

  test("by usage type", async () => {
    for (const usage_type of ["adjustment", "cache_hit", "generation"] as const) {
      const { events, pages } = await read({ usage_type, limit: "200" });
      expect(events, usage_type).toEqual(all.filter((event) => event.usage_type === usage_type));
      expect(pages).toBeGreaterThan(1);
    }
  });

  // @contract added.29
  test("a rare usage type ends a page after a bounded number of events, and the next one continues", async () => {
    const { events, pages } = await read({ usage_type: "adjustment", occurred_to: time(5000) });
    expect([events, pages]).toEqual([[], 3]);
  });
});

// @contract added.29
test("a cursor continues only a list with the same filters", async () => {
  const { body } = await page({ usage_type: "generation", limit: "1" });
  const cursor = body.next_cursor;
  for (const query of [{}, { usage_type: "cache_hit" }, { usage_type: "generation", occurred_from: time(0) }])
    expect(await page({ ...query, cursor })).toMatchObject({
      status: 400,
      body: { error: { code: "bad_request" } },
    });
  expect((await page({ usage_type: "generation", cursor })).status).toBe(200);
});

test.each([
  [{ occurred_from: "2026-01-01" }, "occurred_from must be a date-time"],
  [{ occurred_to: "2026-11-31T00:00:00Z" }, "occurred_to must be a date-time"],
  [{ occurred_from: time(2), occurred_to: time(2) }, "occurred_to must be later than occurred_from."],
  [{ job_id: "src_1" }, "job_id must be a job id"],
  [{ usage_type: "refund" }, "usage_type must be one of generation, regeneration, cache_hit, adjustment"],
])("the query %j is refused", async (query, message) => {
  expect(await page(query)).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringContaining(message) } },
  });
});
