import { randomUUID } from "node:crypto";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import * as v from "valibot";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { type OperationId, operations } from "../../../../lambdas/api/contract/operations.ts";
import { source_asset_id } from "../../../../lambdas/api/contract/published/examples/source-assets.ts";
import { publishedOperations } from "../../../../lambdas/api/contract/published/index.ts";
import type { LimitOverrides } from "../../../../lambdas/domain/organization/limits.ts";
import { keys } from "../../../../lambdas/storage/keys.ts";
import { updateOrganization } from "../../../../lambdas/storage/organization/organizations.ts";
import { readItem, table } from "../../../../lambdas/storage/table.ts";
import { call, startApi } from "../../../support/api.ts";
import { Form } from "../../../support/form.ts";
import { crowdOf } from "../../../support/full-run.ts";
import { addKey, unlimited } from "../../../support/partner.ts";
import { type Call, refurnish } from "../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
afterEach(() => {
  vi.useRealTimers();
});

const at = (time: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(`2026-11-21T${time}Z`) });

/** The limit of each endpoint of the contract 1.0.0. */
const limits = new Map<OperationId, keyof LimitOverrides>([
  ["createSourceAsset", "create_generation_per_minute"],
  ["getSourceAsset", "get_generation_per_minute"],
  ["createGeneration", "create_generation_per_minute"],
  ["getGeneration", "get_generation_per_minute"],
  ["regenerateGeneration", "regenerate_generation_per_minute"],
  ["getUsageSummary", "usage_summary_per_minute"],
  ["listBillingEvents", "billing_events_per_minute"],
]);

/** The first request that is published of an operation, on the asset of the examples, or on what does not exist. */
const requests = new Map(
  publishedOperations.map(({ operation, request }): [OperationId, Call] => [
    operation.operationId,
    { id: "none_1", ...(request && { body: Object.values<object>(request.examples)[0] }) },
  ]),
);

test("no two operations count against one counter", () => {
  const names = operations.map(({ counter }) => counter.name);
  expect(names).toEqual([...new Set(names)]);
});

// @contract errors.12 errors.15 limits.11 limits.12 added.5 added.24
describe("requests are limited per minute", () => {
  test.each(operations)("$operationId", async ({ operationId, counter }) => {
    const policy = counter.name;
    const limit = limits.get(operationId) ?? counter.limit;
    at("09:00:15");
    const partner = await api.newPartner({ limits: { ...unlimited, [limit]: 3 } });
    await partner.addAsset(undefined, source_asset_id);
    const send = () => partner.send(operationId, requests.get(operationId));
    const replies = [await send(), await send(), await send(), await send()];
    expect(replies.map(({ status }) => status === 429)).toEqual([false, false, false, true]);
    expect(replies.map(({ headers }) => headers.ratelimit)).toEqual(
      [2, 1, 0, 0].map((left) => `"${policy}";r=${left};t=45`),
    );
    expect(replies.map(({ headers }) => headers["ratelimit-policy"])).toEqual(
      [3, 3, 3, 3].map((quota) => `"${policy}";q=${quota};w=60`),
    );
    expect(replies[3]?.headers["retry-after"]).toBe("45");
    expect(replies[3]?.body.error).toEqual({
      code: "rate_limited",
      message: "The limit of requests per minute is reached. Try again in 45 seconds.",
      retryable: true,
      retry_after: 45,
    });
    at("09:01:00");
    expect((await send()).status).not.toBe(429);
  });

  test("refused requests, of whatever kind, count as well", async () => {
    at("09:00:00");
    const partner = await api.newPartner({ limits: { ...unlimited, create_generation_per_minute: 4 } });
    const bodies = ["{", {}, { ...refurnish("src_1") }, { ...refurnish("src_1"), workflow: "x" }, "{"];
    const statuses: number[] = [];
    for (const body of bodies) statuses.push((await partner.send("createGeneration", { body })).status);
    expect(statuses).toEqual([400, 400, 422, 422, 429]);
  });

  test("one that the limit refuses has no effect", async () => {
    at("09:00:00");
    const partner = await api.newPartner({ limits: { ...unlimited, create_generation_per_minute: 1 } });
    const body = refurnish(await partner.addAsset());
    const before = api.started().length;
    const statuses: number[] = [];
    for (let time = 0; time < 2; time++)
      statuses.push((await partner.send("createGeneration", { body })).status);
    expect(statuses).toEqual([200, 429]);
    expect(api.started()).toHaveLength(before + 1);
    expect((await partner.sendOk("getUsageSummary")).jobs.total).toBe(1);
  });

  test("a form that the limit refuses is not read", async () => {
    at("09:00:00");
    const partner = await api.newPartner({ limits: { ...unlimited, create_generation_per_minute: 1 } });
    const decode = vi.spyOn(Buffer, "from");
    const reads: number[] = [];
    for (const status of [400, 429]) {
      decode.mockClear();
      const body = new Form([["workflow", "staging"]]);
      expect((await partner.send("createGeneration", { body })).status).toBe(status);
      reads.push(decode.mock.calls.filter((given: unknown[]) => given[1] === "base64").length);
    }
    decode.mockRestore();
    expect(reads).toEqual([1, 0]);
  });

  test("a window's count outlasts the window by about an hour", async () => {
    at("09:00:15.900");
    const partner = await api.newPartner();
    await partner.send("getUsageSummary");
    const key = keys.rateWindow(partner.organizationId, "2026-11-21T09:00:00.000Z");
    const window = await readItem(v.object({ expires_at: v.number() }), key);
    expect(window?.expires_at).toBe(Date.parse("2026-11-21T10:00:15.000Z") / 1000);
  });

  test("a replay counts once, like any request, and one that the limit refuses does not count", async () => {
    at("09:00:00");
    const partner = await api.newPartner({ limits: { ...unlimited, create_generation_per_minute: 3 } });
    const request = {
      body: refurnish(await partner.addAsset()),
      headers: { "Idempotency-Key": randomUUID() },
    };
    const left: (string | undefined)[] = [];
    for (let repeat = 0; repeat < 5; repeat++)
      left.push((await partner.send("createGeneration", request)).headers.ratelimit?.match(/r=(\d+)/)?.[1]);
    expect(left).toEqual(["2", "1", "0", "0", "0"]);
    await updateOrganization(partner.organizationId, { limits: { create_generation_per_minute: 4 } });
    at("09:00:31");
    expect((await partner.send("createGeneration", request)).status).toBe(200);
  });

  // @contract errors.12 limits.10
  test("by the key's own limit if it is smaller, and by the organization's over all its keys", async () => {
    at("09:00:00");
    const partner = await api.newPartner(
      { limits: { ...unlimited, usage_summary_per_minute: 3 } },
      { usage_summary_per_minute: 2 },
    );
    const { apiKey } = await addKey(partner.organization);
    const second = () => call("getUsageSummary", { headers: { Authorization: `Bearer ${apiKey}` } });
    const first = () => partner.send("getUsageSummary");
    const [a, b, c, d, e] = [await first(), await first(), await first(), await second(), await second()];
    expect([a, b, c, d, e].map(({ status }) => status)).toEqual([200, 200, 429, 200, 429]);
    expect([a, d].map(({ headers }) => headers["ratelimit-policy"])).toEqual([
      '"usage_summary";q=2;w=60',
      '"usage_summary";q=3;w=60',
    ]);
    expect([a, d].map(({ headers }) => headers.ratelimit)).toEqual([
      '"usage_summary";r=1;t=60',
      '"usage_summary";r=0;t=60',
    ]);
  });

  // @contract usage.rate_limits.create_generation_per_minute limits.9 limits.12 limits.13
  test("the limits in force are those that the usage summary shows", async () => {
    const partner = await api.newPartner({
      limits: { create_generation_per_minute: 1000, max_concurrent_jobs: 200 },
    });
    expect((await partner.send("getUsageSummary")).body.rate_limits).toEqual({
      create_generation_per_minute: 1000,
      regenerate_generation_per_minute: 30,
      get_generation_per_minute: 600,
      usage_summary_per_minute: 60,
      billing_events_per_minute: 60,
      source_url_fetch_per_minute: 60,
      max_concurrent_jobs: 200,
    });
  });
});

// @contract limits.12
describe("fetches of source URLs have a separate limit", () => {
  test("over both endpoints, and files do not count", async () => {
    at("09:00:20");
    const partner = await api.newPartner({ limits: { ...unlimited, source_url_fetch_per_minute: 2 } });
    const source_url = "https://pictures.example.com/a.jpg";
    const generation = { body: { source_url, workflow: "pro_capture", capture_type: "photo" } };
    expect((await partner.send("createSourceAsset", { body: { source_url } })).status).toBe(200);
    expect((await partner.send("createGeneration", generation)).status).toBe(200);
    const refused = await partner.send("createGeneration", generation);
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      "retry-after": "40",
      "ratelimit-policy": '"source_url_fetch";q=2;w=60',
      ratelimit: '"source_url_fetch";r=0;t=40',
    });
    expect(refused.body.error.retry_after).toBe(40);
    expect(
      (await partner.send("createGeneration", { body: refurnish(await partner.addAsset()) })).status,
    ).toBe(200);
  });
});

describe("the in-flight cap", () => {
  // @contract limits.9 limits.11
  test("is 50 unless it is raised, and refuses creates and regenerations", async () => {
    const partner = await api.newPartner({
      limits: { create_generation_per_minute: 1000, regenerate_generation_per_minute: 1000 },
    });
    const body = refurnish(await partner.addAsset());
    const create = () => partner.send("createGeneration", { body });
    const accepted = await Promise.all(Array.from({ length: 50 }, create));
    expect(accepted.every(({ status }) => status === 200)).toBe(true);
    const refused = await create();
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({ code: "rate_limited", retryable: true, retry_after: 5 });
    expect(refused.headers).toMatchObject({
      "retry-after": "5",
      "ratelimit-policy": '"max_concurrent_jobs";q=50',
      ratelimit: '"max_concurrent_jobs";r=0',
    });
    const id = accepted[0]?.body.job_id;
    expect((await partner.send("regenerateGeneration", { id })).status).toBe(429);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 });
    await updateOrganization(partner.organizationId, { limits: { max_concurrent_jobs: 51 } });
    expect((await partner.send("regenerateGeneration", { id })).status).toBe(200);
    expect((await create()).status).toBe(429);
  });

  test("of many concurrent creates with different keys, exactly as many as the cap are granted", async () => {
    const [many, cap] = [crowdOf(200), crowdOf(20)];
    const partner = await api.newPartner({ limits: { ...unlimited, max_concurrent_jobs: cap } });
    const body = refurnish(await partner.addAsset());
    const replies = await Promise.all(
      Array.from({ length: many }, () => partner.send("createGeneration", { body })),
    );
    const granted = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status === 429);
    expect([granted.length, refused.length]).toEqual([cap, many - cap]);
    expect(new Set(granted.map((reply) => reply.body.job_id)).size).toBe(cap);
    expect(
      refused.every(({ headers, body: { error } }) => headers["retry-after"] === String(error.retry_after)),
    ).toBe(true);
  });

  test("creates that contend for the slots until their retries are used up are answered 429, and nothing is created", async () => {
    const partner = await api.newPartner();
    const body = refurnish(await partner.addAsset());
    const send = table.send.bind(table);
    const CancellationReasons = [{ Code: "None" }, { Code: "TransactionConflict" }, { Code: "None" }];
    const spy = vi.spyOn(table, "send").mockImplementation(async (command: object) => {
      if (!(command instanceof TransactWriteCommand)) return send(command as never);
      throw new TransactionCanceledException({ message: "conflict", $metadata: {}, CancellationReasons });
    });
    const waits = vi.spyOn(Math, "random").mockReturnValue(0);
    const refused = await partner.send("createGeneration", { body });
    waits.mockRestore();
    spy.mockRestore();
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({ code: "rate_limited", retryable: true, retry_after: 1 });
    expect(refused.headers["retry-after"]).toBe("1");
    expect(refused.headers).not.toHaveProperty("ratelimit");
    expect((await partner.send("getUsageSummary")).body.jobs.total).toBe(0);
  });

  // @contract limits.10
  test("is checked before a file is stored", async () => {
    const partner = await api.newPartner({ limits: { max_concurrent_jobs: 1 } });
    await partner.send("createGeneration", { body: refurnish(await partner.addAsset()) });
    const before = api.stored.size;
    const form = new Form([
      ["file", Buffer.from("picture")],
      ["workflow", "pro_capture"],
      ["capture_type", "photo"],
    ]);
    expect((await partner.send("createGeneration", { body: form })).status).toBe(429);
    expect(api.stored.size).toBe(before);
  });
});
