import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApi } from "../../../../support/api.ts";
import { fillLedger } from "../../../../support/billing/ledger-events.ts";
import { isFullRun } from "../../../../support/full-run.ts";

const count = isFullRun ? 10_000 : 260;
const begin = Date.UTC(2026, 0, 1);
/** Three events a millisecond apart from the next three: ties are ordered by event id. */
const timeOf = (number: number) => begin + Math.floor(number / 3);

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
beforeAll(() => fillLedger(partner.organizationId, [1, count], timeOf));

const page = (query: Record<string, string>, { send } = partner) => send("listBillingEvents", { query });

describe("while new events arrive", () => {
  let newest = count;
  const arrive = async () => {
    await fillLedger(partner.organizationId, [newest + 1, newest + 5], (number) => timeOf(number + 3));
    newest += 5;
  };

  // @contract service.14 billing-event.occurred_at get-billing-events.cursor get-billing-events.3
  for (const limit of [1, 7, 50, 200])
    test(`pages of ${limit} give the events that existed at the start, newest first, each once`, async () => {
      const existing = await partner.readEvents(200);
      const read: string[] = [];
      let cursor: string | null = null;
      let pages = 0;
      do {
        const { body } = await page({ limit: String(limit), ...(cursor && { cursor }) });
        read.push(...body.items.map(({ event_id }: { event_id: string }) => event_id));
        cursor = body.next_cursor;
        if (pages++ % 20 === 0) await arrive();
      } while (cursor !== null);
      expect(read).toEqual(existing.map(({ event_id }) => event_id));
      expect(pages).toBe(Math.ceil(existing.length / limit));
      const positions = existing.map(({ occurred_at, event_id }) => `${occurred_at}#${event_id}`);
      expect(positions).toEqual(positions.toSorted().reverse());
    }, 600_000);
});

// @contract get-billing-events.limit limits.8
test("a page without a limit has 50 events", async () => {
  expect((await page({})).body.items).toHaveLength(50);
});

// @contract get-billing-events.3
test("a ledger without events is one empty page", async () => {
  expect((await page({}, await api.newPartner())).body).toEqual({ items: [], next_cursor: null });
});

// @contract get-billing-events.limit limits.8
test.each(["0", "201", "-1", "1.5", "", "ten"])("limit %j is refused", async (limit) => {
  expect(await page({ limit })).toMatchObject({
    status: 422,
    body: { error: { code: "validation_error" } },
  });
});

// @contract get-billing-events.cursor
test("a cursor of another organization, a changed one and a made-up one are refused", async () => {
  const other = await api.newPartner();
  await fillLedger(other.organizationId, [1, 3], timeOf);
  const theirs = (await page({ limit: "1" }, other)).body.next_cursor;
  const ours = (await page({ limit: "1" })).body.next_cursor;
  const [position = "", signature] = ours.split(".");
  const moved = Buffer.from(Buffer.from(position, "base64url").toString().replace("2026", "2027")).toString(
    "base64url",
  );
  for (const cursor of [theirs, `${moved}.${signature}`, position, `${ours}.x`, "x.y"])
    expect(await page({ cursor }), cursor).toMatchObject({
      status: 400,
      body: { error: { code: "bad_request" } },
    });
  expect((await page({ cursor: ours })).status).toBe(200);
});
