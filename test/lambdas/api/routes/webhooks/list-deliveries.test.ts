import { afterAll, describe, expect, test } from "vitest";
import type { AttemptResult } from "../../../../../lambdas/domain/webhook/delivery.ts";
import { settleAttempt, startAttempt } from "../../../../../lambdas/storage/webhook/deliveries.ts";
import { startApi } from "../../../../support/api.ts";
import { messageOf, succeededJob } from "../../../../support/jobs.ts";

const api = await startApi();
afterAll(() => api.stop());

const url = "https://crm.example.com/hooks";
const answered = (status: number, detail = "ok"): AttemptResult => ({
  outcome: status === 200 ? "delivered" : "http_error",
  status,
  duration_ms: 12,
  detail,
});
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString();
const soon = at(59);

/** Logs the attempts to deliver the message of a job that ended in that minute. */
async function log(organizationId: string, minute: number, results: (AttemptResult | null)[], next = soon) {
  const { job } = await succeededJob(organizationId, { completed_at: at(minute) });
  const message = messageOf(job);
  for (const [made, result] of results.entries()) {
    const number = made + 1;
    const began = { number, made, redelivery_id: null, started_at: at(minute) };
    const attempt = { ...message, ...began, url, result: null, next_attempt_at: null };
    await startAttempt(attempt);
    const isLast = number === results.length;
    if (result) await settleAttempt(attempt, result, result.status === 200 || !isLast ? null : next || null);
  }
  return message;
}

const partner = await api.newPartner();
const delivered = await log(partner.organizationId, 1, [answered(500, "busy"), answered(200)]);
const waiting = await log(partner.organizationId, 2, [answered(503)]);
const givenUp = await log(partner.organizationId, 3, [answered(404)], "");
const underWay = await log(partner.organizationId, 4, [null]);

const idsOf = (items: { webhook_id: string }[]) => items.map(({ webhook_id }) => webhook_id);
const list = (query: Record<string, string> = {}) => partner.sendOk("listWebhookDeliveries", { query });

// @contract added.46
describe("the list of deliveries", () => {
  test("has each message with its attempts, newest first", async () => {
    const { items, next_cursor } = await list();
    expect(next_cursor).toBeNull();
    expect(idsOf(items)).toEqual([underWay, givenUp, waiting, delivered].map((one) => one.message_id));
    expect(items.map(({ state }: { state: string }) => state)).toEqual([
      "under_way",
      "given_up",
      "waiting",
      "delivered",
    ]);
    expect(items[3]).toEqual({
      webhook_id: delivered.message_id,
      type: "generation.succeeded",
      job_id: delivered.job_id,
      url,
      state: "delivered",
      created_at: at(1),
      next_attempt_at: null,
      attempts: [
        expect.objectContaining({ number: 1, outcome: "http_error", status: 500, answer: "busy" }),
        {
          number: 2,
          redelivery_id: null,
          started_at: at(1),
          outcome: "delivered",
          status: 200,
          duration_ms: 12,
          answer: "ok",
        },
      ],
    });
  });

  test("shows no reason that an attempt had no answer: it may name what only operators know", async () => {
    const own = await api.newPartner();
    const blocked = {
      outcome: "blocked",
      status: null,
      duration_ms: 1,
      detail: "10.0.0.1 is private",
    } as const;
    await log(own.organizationId, 1, [blocked]);
    const { items } = await own.sendOk("listWebhookDeliveries");
    expect(items[0].attempts[0]).toMatchObject({ outcome: "blocked", status: null, answer: null });
    expect(JSON.stringify(items)).not.toContain("10.0.0.1");
  });

  test.each([
    [{ state: "given_up" }, [givenUp]],
    [{ state: "delivered" }, [delivered]],
    [{ created_from: at(2), created_to: at(3) }, [waiting]],
    [{ job_id: waiting.job_id ?? "" }, [waiting]],
    [{ job_id: waiting.job_id ?? "", state: "delivered" }, []],
    [{ job_id: waiting.job_id ?? "", created_to: at(2) }, []],
    [{ job_id: "job_none" }, []],
  ])("filters by %j", async (query, expected) => {
    expect(idsOf((await list(query)).items)).toEqual(expected.map((one) => one.message_id));
  });

  test("shows nothing of another organization, whatever is asked", async () => {
    const other = await api.newPartner();
    for (const query of [{}, { job_id: waiting.job_id ?? "" }])
      expect((await other.sendOk("listWebhookDeliveries", { query })).items).toEqual([]);
  });

  test("continues page by page, each message once, with the filters of its cursor", async () => {
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await list({ limit: "1", ...(cursor && { cursor }) });
      seen.push(...idsOf(page.items));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
      const other = await partner.send("listWebhookDeliveries", {
        query: { cursor: page.next_cursor, state: "waiting" },
      });
      expect(other.status).toBe(400);
    }
    expect(seen).toEqual([underWay, givenUp, waiting, delivered].map((one) => one.message_id));
  });

  test("has a message whole that a bound of the read would cut", async () => {
    const own = await api.newPartner();
    // Attempts without an answer: half of the writes.
    const many = Array.from({ length: 300 }, () => null);
    const [first, second] = [await log(own.organizationId, 1, many), await log(own.organizationId, 2, many)];
    const page = await own.sendOk("listWebhookDeliveries");
    expect(idsOf(page.items)).toEqual([second.message_id]);
    const next = await own.sendOk("listWebhookDeliveries", { query: { cursor: page.next_cursor } });
    expect(idsOf(next.items)).toEqual([first.message_id]);
    expect(next.items[0].attempts).toHaveLength(50);
    expect(next.next_cursor).toBeNull();
  });
});
