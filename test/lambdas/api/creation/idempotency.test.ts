import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { findUsage } from "../../../../lambdas/storage/billing/usage.ts";
import { updateOrganization } from "../../../../lambdas/storage/organization/organizations.ts";
import { startApi } from "../../../support/api.ts";
import { Form } from "../../../support/form.ts";
import { crowdOf } from "../../../support/full-run.ts";
import type { Partner } from "../../../support/partner.ts";
import { refurnish } from "../../../support/requests.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();
const asset = await partner.addAsset();
afterEach(() => {
  vi.useRealTimers();
});

const keyed = (key: string) => ({ headers: { "Idempotency-Key": key } });
const inFlight = async ({ organizationId }: Partner) => {
  const now = new Date();
  return (await findUsage(organizationId, { start: now, end: now })).jobsInFlight;
};

// @contract endpoints.1 post-source-assets.2 post-generations.3 regenerate.3 errors.18 limits.1
describe("the Idempotency-Key header", () => {
  test.each([
    ["missing", undefined],
    ["empty", ""],
    ["longer than 200 characters", "k".repeat(201)],
    ["longer than 200 characters of two bytes", Buffer.from("ü".repeat(201)).toString("latin1")],
  ])("%s is answered 400", async (_case, key) => {
    for (const operation of ["createGeneration", "createSourceAsset"] as const) {
      const body =
        operation === "createGeneration"
          ? refurnish(asset)
          : { source_url: "https://pictures.example.com/room.jpg" };
      const reply = await partner.send(operation, { body, headers: { "Idempotency-Key": key } });
      expect(reply.status).toBe(400);
      expect(reply.body.error).toMatchObject({ code: "bad_request", retryable: false });
      expect(reply.body.error.message).toContain("Idempotency-Key");
    }
  });

  const inBytes = (key: string) => Buffer.from(key).toString("latin1");
  test.each(["k", "k".repeat(200), "ü key/with:signs", inBytes("ü".repeat(200)), inBytes("🛋".repeat(200))])(
    "%s is accepted",
    async (key) => {
      expect((await partner.send("createGeneration", { body: refurnish(asset), ...keyed(key) })).status).toBe(
        200,
      );
    },
  );
});

describe("a repeated request", () => {
  // @contract errors.17
  test("returns the first response, byte for byte, and says so", async () => {
    const request = { body: refurnish(asset, { metadata: { z: 1, a: 2 } }), ...keyed(randomUUID()) };
    const first = await partner.send("createGeneration", request);
    const again = await partner.send("createGeneration", request);
    expect(again.text).toBe(first.text);
    expect([first.headers["idempotent-replayed"], again.headers["idempotent-replayed"]]).toEqual([
      undefined,
      "true",
    ]);
    expect(again.status).toBe(200);
    expect(again.headers["cache-control"]).toBe("no-store");
  });

  test("creates, starts and counts nothing", async () => {
    const own = await api.newPartner();
    const request = { body: refurnish(await own.addAsset()), ...keyed(randomUUID()) };
    await own.send("createGeneration", request);
    api.stateMachines.resetHistory();
    for (let repeat = 0; repeat < 3; repeat++) await own.send("createGeneration", request);
    expect(api.started()).toEqual([]);
    expect(await inFlight(own)).toBe(1);
  });

  test("is the same whatever the order and layout of its JSON", async () => {
    const key = keyed(randomUUID());
    const body = refurnish(asset, { reference: "r" });
    const first = await partner.send("createGeneration", { body, ...key });
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(body).toReversed()), null, 4);
    const again = await partner.send("createGeneration", { body: reordered, ...key });
    expect(again.text).toBe(first.text);
  });

  test("as a form is the same with another boundary, and a different one with another file", async () => {
    const key = keyed(randomUUID());
    const form = (picture: string) =>
      new Form([
        ["file", Buffer.from(picture)],
        ["workflow", "pro_capture"],
        ["capture_type", "photo"],
      ]);
    const first = await partner.send("createGeneration", { body: form("one"), ...key });
    const again = await partner.send("createGeneration", { body: form("one"), ...key });
    expect(again.text).toBe(first.text);
    const other = await partner.send("createGeneration", { body: form("two"), ...key });
    expect(other.status).toBe(409);
  });

  test("of a source asset or a regeneration is replayed as well", async () => {
    const source = { body: { source_url: "https://pictures.example.com/a.jpg" }, ...keyed(randomUUID()) };
    const parent = await partner.send("createGeneration", { body: refurnish(asset) });
    const regenerate = { id: parent.body.job_id, ...keyed(randomUUID()) };
    for (const [operation, request] of [
      ["createSourceAsset", source],
      ["regenerateGeneration", regenerate],
    ] as const) {
      const first = await partner.send(operation, request);
      expect(first.status).toBe(200);
      const again = await partner.send(operation, request);
      expect(again.text).toBe(first.text);
      expect(again.headers["idempotent-replayed"]).toBe("true");
    }
  });

  // @contract errors.10
  test("with another payload is answered 409", async () => {
    const key = keyed(randomUUID());
    await partner.send("createGeneration", { body: refurnish(asset), ...key });
    const other = await partner.send("createGeneration", {
      body: refurnish(asset, { reference: "x" }),
      ...key,
    });
    expect(other.status).toBe(409);
    expect(other.body.error).toMatchObject({
      code: "idempotency_conflict",
      retryable: false,
      retry_after: null,
    });
  });

  // @contract limits.2
  test("is replayed for 24 hours, then it is a new request", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const start = Date.now();
    const request = { body: refurnish(asset), ...keyed(randomUUID()) };
    const first = await partner.send("createGeneration", request);
    vi.setSystemTime(start + 24 * 3600_000 - 1000);
    expect((await partner.send("createGeneration", request)).text).toBe(first.text);
    vi.setSystemTime(start + 24 * 3600_000);
    const later = await partner.send("createGeneration", request);
    expect(later.status).toBe(200);
    expect(later.body.job_id).not.toBe(first.body.job_id);
  });
});

describe("an Idempotency-Key counts", () => {
  test("per organization, per operation and per path", async () => {
    const key = keyed("the same everywhere");
    const stranger = await api.newPartner();
    const parents = await Promise.all(
      [1, 2].map(() => partner.send("createGeneration", { body: refurnish(asset) })),
    );
    const replies = [
      await partner.send("createGeneration", { body: refurnish(asset), ...key }),
      await stranger.send("createGeneration", { body: refurnish(await stranger.addAsset()), ...key }),
      await partner.send("createSourceAsset", {
        body: { source_url: "https://pictures.example.com/a.jpg" },
        ...key,
      }),
      ...(await Promise.all(
        parents.map(({ body }) => partner.send("regenerateGeneration", { id: body.job_id, ...key })),
      )),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(replies.every(({ headers }) => headers["idempotent-replayed"] === undefined)).toBe(true);
  });

  test("not for a request that was refused", async () => {
    const key = keyed(randomUUID());
    const refused = await partner.send("createGeneration", { body: refurnish(asset, { mode: "x" }), ...key });
    expect(refused.status).toBe(422);
    expect((await partner.send("createGeneration", { body: refurnish(asset), ...key })).status).toBe(200);
  });
});

describe("an accepted request is replayed", () => {
  test("while the in-flight cap is reached", async () => {
    const capped = await api.newPartner({ limits: { max_concurrent_jobs: 1 } });
    const body = refurnish(await capped.addAsset());
    const request = { body, ...keyed(randomUUID()) };
    const first = await capped.send("createGeneration", request);
    expect((await capped.send("createGeneration", { body })).status).toBe(429);
    expect((await capped.send("createGeneration", request)).text).toBe(first.text);
  });

  test("after the plan was removed", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const own = await api.newPartner();
    const body = refurnish(await own.addAsset());
    const request = { body, ...keyed(randomUUID()) };
    const first = await own.send("createGeneration", request);
    await updateOrganization(own.organizationId, { plan: null });
    vi.setSystemTime(Date.now() + 30_000);
    const refused = await own.send("createGeneration", { body });
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "entitlement_required" } } });
    expect((await own.send("createGeneration", request)).text).toBe(first.text);
  });
});

const many = crowdOf(50);
test(`${many} identical concurrent requests give one job, one slot and equal bodies`, async () => {
  const own = await api.newPartner();
  const request = { body: refurnish(await own.addAsset()), ...keyed(randomUUID()) };
  api.stateMachines.resetHistory();
  const replies = await Promise.all(
    Array.from({ length: many }, () => own.send("createGeneration", request)),
  );
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  expect(replies.filter(({ headers }) => headers["idempotent-replayed"] === "true")).toHaveLength(many - 1);
  expect(await inFlight(own)).toBe(1);
  expect(api.started()).toHaveLength(1);
});
