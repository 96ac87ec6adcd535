import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import type { Operation } from "../../../../lambdas/api/contract/operation.ts";
import { operations } from "../../../../lambdas/api/contract/operations.ts";
import {
  accessStatuses,
  type KeyScope,
  keyScopes,
} from "../../../../lambdas/domain/organization/organization.ts";
import { keys } from "../../../../lambdas/storage/keys.ts";
import { saveApiKey } from "../../../../lambdas/storage/organization/api-keys.ts";
import { findKeyUses } from "../../../../lambdas/storage/organization/key-use.ts";
import { updateOrganization } from "../../../../lambdas/storage/organization/organizations.ts";
import { table, tableName } from "../../../../lambdas/storage/table.ts";
import { call, startApi } from "../../../support/api.ts";
import { addKey } from "../../../support/partner.ts";

const api = await startApi();
afterAll(() => api.stop());
afterEach(() => {
  vi.useRealTimers();
});

let addresses = 0;
/** Each test comes from its own address: failures are counted by address. */
const newAddress = () => `198.51.100.${addresses++}`;

// @contract endpoints.1 post-source-assets.2 post-generations.Authorization regenerate.3 authentication.1
// @contract authentication.2 authentication.3 errors.7
describe("a request without a valid key is answered 401", () => {
  test.each([
    ["no Authorization header", undefined],
    ["an empty one", ""],
    ["another scheme", "Basic dXNlcjpwYXNz"],
    ["no token", "Bearer"],
    ["a token of another shape", "Bearer secret"],
    ["a key without its secret", "Bearer stg_live_01JD6M3V9QK8T2X4Y6Z8A0B1C2"],
    ["a key with an empty secret", "Bearer stg_live_01JD6M3V9QK8T2X4Y6Z8A0B1C2."],
    ["a key of another prefix", "Bearer sk_live_01JD6M3V9QK8T2X4Y6Z8A0B1C2.secret"],
    ["an unknown key", "Bearer stg_live_01JD6M3V9QK8T2X4Y6Z8A0B1C2.secret"],
    ["a key id longer than any table's key", `Bearer stg_live_${"A".repeat(3000)}.secret`],
    ["two tokens", "Bearer stg_live_A.b stg_live_A.b"],
  ])("%s", async (_case, authorization) => {
    const reply = await call("getUsageSummary", {
      headers: { Authorization: authorization },
      sourceIp: newAddress(),
    });
    expect(reply.status).toBe(401);
    expect(reply.body.error).toMatchObject({ code: "unauthorized", retryable: false, retry_after: null });
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  test("an unknown key, a wrong secret, a revoked and an expired key get the same answer", async () => {
    const partner = await api.newPartner();
    const expired = await api.newPartner();
    await saveApiKey({ ...expired.key, valid_until: new Date().toISOString() });
    const revoked = await api.newPartner();
    await saveApiKey({ ...revoked.key, revoked_at: new Date().toISOString() });
    const sourceIp = newAddress();
    const answers = await Promise.all(
      [
        "stg_live_01JD6M3V9QK8T2X4Y6Z8A0B1C2.unknown",
        `${partner.apiKey.slice(0, -1)}${partner.apiKey.endsWith("A") ? "B" : "A"}`,
        revoked.apiKey,
        expired.apiKey,
      ].map((key) => call("getUsageSummary", { headers: { Authorization: `Bearer ${key}` }, sourceIp })),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("a wrong secret costs the same reads as an unknown key, also while the valid key is cached", async () => {
    const partner = await api.newPartner();
    expect((await partner.send("getUsageSummary")).status).toBe(200);
    const reads = vi.spyOn(table, "send");
    const readsFor = async (key: string) => {
      reads.mockClear();
      await call("getUsageSummary", { headers: { Authorization: `Bearer ${key}` }, sourceIp: newAddress() });
      return reads.mock.calls.map(([command]) => command.constructor.name);
    };
    const wrong = await readsFor(`${partner.apiKey}x`);
    const unknown = await readsFor("stg_live_01JD6M3V9QK8T2X4Y6Z8A0B1C2.unknown");
    reads.mockRestore();
    expect(wrong).toEqual(["GetCommand", "UpdateCommand"]);
    expect(unknown).toEqual(wrong);
  });

  test.each([
    ["the key of a sandbox, written as a real one", true],
    ["a real key, written as a sandbox's", false],
  ])("%s", async (_case, sandbox) => {
    const partner = await api.newPartner({ sandbox });
    const [issued, other] = sandbox ? ["stg_test_", "stg_live_"] : ["stg_live_", "stg_test_"];
    expect(partner.apiKey.startsWith(issued ?? "")).toBe(true);
    const send = (apiKey: string) =>
      call("getUsageSummary", { headers: { Authorization: `Bearer ${apiKey}` }, sourceIp: newAddress() });
    const swapped = partner.apiKey.replace(issued ?? "", other ?? "");
    expect((await send(swapped)).status).toBe(401);
    expect((await send(partner.apiKey)).status).toBe(200);
    expect((await send(swapped)).status).toBe(401);
  });

  test("a malformed body without a valid key is answered 401, not 400", async () => {
    const reply = await call("createGeneration", { body: "{", sourceIp: newAddress() });
    expect(reply.status).toBe(401);
  });

  test("the scheme may be written in any case", async () => {
    const { apiKey } = await api.newPartner();
    const reply = await call("getUsageSummary", { headers: { authorization: `bEARER ${apiKey}` } });
    expect(reply.status).toBe(200);
  });
});

// @contract usage.access.enabled usage.access.status usage.access.plan authentication.4 errors.8
describe("an organization without access to the API is answered 403", () => {
  test.each(accessStatuses)("by its access status: %s", async (access_status) => {
    const partner = await api.newPartner({ access_status });
    const reply = await partner.send("getUsageSummary");
    const isEnabled = ["active", "trialing", "past_due"].includes(access_status);
    expect(reply.status).toBe(isEnabled ? 200 : 403);
    if (isEnabled) expect(reply.body.access).toMatchObject({ enabled: true, status: access_status });
    else expect(reply.body.error).toMatchObject({ code: "forbidden", retryable: false });
  });

  test("while it is not approved", async () => {
    const partner = await api.newPartner({ approved: false });
    const reply = await partner.send("getUsageSummary");
    expect(reply.status).toBe(403);
    expect(reply.body.error.message).toContain("not approved");
  });
});

/** A partner, and the time, which stands until it is set. */
async function partnerOfNow() {
  vi.useFakeTimers({ toFake: ["Date"] });
  return { partner: await api.newPartner(), start: Date.now() };
}

describe("a key is cached for at most 30 seconds", () => {
  test("a revocation takes effect within that time", async () => {
    const { partner, start } = await partnerOfNow();
    expect((await partner.send("getUsageSummary")).status).toBe(200);
    await saveApiKey({ ...partner.key, revoked_at: new Date().toISOString() });
    vi.setSystemTime(start + 29_000);
    expect((await partner.send("getUsageSummary")).status).toBe(200);
    vi.setSystemTime(start + 30_000);
    expect((await partner.send("getUsageSummary")).status).toBe(401);
  });

  test("so does disabling the organization, and requests do not prolong it", async () => {
    const { partner, start } = await partnerOfNow();
    for (const second of [0, 10, 20]) {
      vi.setSystemTime(start + second * 1000);
      expect((await partner.send("getUsageSummary")).status).toBe(200);
      await updateOrganization(partner.organizationId, { access_status: "disabled" });
    }
    vi.setSystemTime(start + 30_000);
    expect((await partner.send("getUsageSummary")).status).toBe(403);
  });

  test("one that expires is refused from that moment", async () => {
    const { partner, start } = await partnerOfNow();
    await saveApiKey({ ...partner.key, valid_until: new Date(start + 10_000).toISOString() });
    const statuses: number[] = [];
    for (const after of [0, 9999, 10_000]) {
      vi.setSystemTime(start + after);
      statuses.push((await partner.send("getUsageSummary")).status);
    }
    expect(statuses).toEqual([200, 200, 401]);
  });

  test("the table is not read for it within that time", async () => {
    const partner = await api.newPartner();
    await partner.send("getUsageSummary");
    const reads = vi.spyOn(table, "send");
    await partner.send("getUsageSummary");
    const commands = reads.mock.calls.map(([command]) => command.constructor.name);
    reads.mockRestore();
    expect(commands).not.toContain("GetCommand");
  });
});

describe("the last use of a key", () => {
  const isUse = (command: unknown) =>
    command instanceof UpdateCommand && command.input.Key?.sk === "LAST_USE";
  const usesWritten = (calls: unknown[][]) => calls.filter(([command]) => isUse(command)).length;

  test("is recorded at most once an hour, in parallel with the read of its organization", async () => {
    const { partner, start } = await partnerOfNow();
    const sent = vi.spyOn(table, "send");
    for (const minute of [0, 1, 30, 59]) {
      vi.setSystemTime(start + minute * 60_000);
      await partner.send("getUsageSummary");
    }
    expect(usesWritten(sent.mock.calls)).toBe(1);
    expect(await findKeyUses([partner.key])).toEqual([new Date(start).toISOString()]);
    vi.setSystemTime(start + 61 * 60_000);
    await partner.send("getUsageSummary");
    expect(usesWritten(sent.mock.calls)).toBe(2);
    expect(await findKeyUses([partner.key])).toEqual([new Date(start + 61 * 60_000).toISOString()]);
    sent.mockRestore();
  });

  test("is not recorded for a wrong secret", async () => {
    const partner = await api.newPartner();
    const headers = { Authorization: `Bearer ${partner.apiKey}x` };
    await call("getUsageSummary", { headers, sourceIp: newAddress() });
    expect(await findKeyUses([partner.key])).toEqual([null]);
  });

  test("that can't be recorded does not fail the request", async () => {
    const partner = await api.newPartner();
    const send = table.send.bind(table);
    const outage = vi.spyOn(table, "send").mockImplementation(async (command: object) => {
      if (isUse(command)) throw new Error("The table is throttled.");
      return send(command as never);
    });
    expect((await partner.send("getUsageSummary")).status).toBe(200);
    outage.mockRestore();
  });
});

// @contract errors.12 limits.10
describe("failed authentication is limited by address", () => {
  test("the 31st failure within a minute is answered 429, and a valid key is still served", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T09:00:15Z") });
    const partner = await api.newPartner();
    const sourceIp = newAddress();
    const fail = () => call("getUsageSummary", { sourceIp });
    for (let failure = 0; failure < 30; failure++) expect((await fail()).status).toBe(401);
    const refused = await fail();
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("45");
    expect(refused.body.error).toMatchObject({ code: "rate_limited", retryable: true, retry_after: 45 });
    expect((await partner.send("getUsageSummary", { sourceIp })).status).toBe(200);
    expect((await call("getUsageSummary", { sourceIp: newAddress() })).status).toBe(401);
    vi.setSystemTime(new Date("2026-11-21T09:01:00Z"));
    expect((await fail()).status).toBe(401);
  });
});

// @contract added.38
describe("a key does what its scope includes", async () => {
  const partner = await api.newPartner();
  const keyOf = async (scope: KeyScope) => (await addKey(partner.organization, {}, scope)).apiKey;
  const apiKeys = { billing: await keyOf("billing"), read: await keyOf("read"), full: await keyOf("full") };
  const allowed: Record<KeyScope, (operation: Operation) => boolean> = {
    billing: ({ path }) => path.includes("/usage/") || path.includes("/billing/"),
    read: ({ method }) => method === "GET",
    full: () => true,
  };

  test.each(
    operations.flatMap((operation) =>
      keyScopes.map((scope) => [operation.operationId, scope, operation] as const),
    ),
  )("%s by a key with the scope %s", async (operationId, scope, operation) => {
    const headers = { Authorization: `Bearer ${apiKeys[scope]}` };
    const reply = await call(operationId, { headers, id: "none", sourceIp: newAddress() });
    if (allowed[scope](operation)) expect([401, 403]).not.toContain(reply.status);
    else {
      expect(reply.status).toBe(403);
      expect(reply.body.error).toMatchObject({ code: "forbidden", retryable: false });
      expect(reply.body.error.message).toContain(`scope ${scope}`);
    }
  });

  test("a key that was stored before there were scopes does everything", async () => {
    const { key, apiKey } = await addKey(partner.organization);
    const { scope, ...earlier } = key;
    await table.send(
      new PutCommand({ TableName: tableName(), Item: { ...keys.apiKey(key.public_key_id), ...earlier } }),
    );
    const headers = { Authorization: `Bearer ${apiKey}` };
    expect((await call("createGeneration", { headers, body: {} })).body.error.code).toBe("bad_request");
  });
});

test("a key of an organization that is gone is answered 401", async () => {
  const partner = await api.newPartner();
  const Item = {
    ...keys.apiKey("ORPHAN"),
    ...partner.key,
    organization_id: "org_gone",
    public_key_id: "ORPHAN",
  };
  await table.send(new PutCommand({ TableName: tableName(), Item }));
  const apiKey = partner.apiKey.replace(partner.key.public_key_id, "ORPHAN");
  const reply = await call("getUsageSummary", {
    headers: { Authorization: `Bearer ${apiKey}` },
    sourceIp: newAddress(),
  });
  expect(reply.status).toBe(401);
});
