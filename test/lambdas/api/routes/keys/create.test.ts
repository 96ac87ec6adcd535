import { randomUUID } from "node:crypto";
import { ScanCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, describe, expect, test, vi } from "vitest";
import { listApiKeys, saveApiKey } from "../../../../../lambdas/storage/organization/api-keys.ts";
import { listAuditRecords } from "../../../../../lambdas/storage/organization/audit.ts";
import { table, tableName } from "../../../../../lambdas/storage/table.ts";
import { call, startApi } from "../../../../support/api.ts";
import { crowdOf } from "../../../../support/full-run.ts";
import { addKey } from "../../../../support/partner.ts";

const api = await startApi();
afterAll(() => api.stop());
const partner = await api.newPartner();

const create = (body: object, headers = {}) => partner.send("createKey", { body, headers });
const by = (apiKey: string) => ({ headers: { Authorization: `Bearer ${apiKey}` } });

// @contract added.40
describe("a key that a partner issues", () => {
  test("works with its scope, and expires as it says", async () => {
    const expires_at = new Date(Date.now() + 3600_000).toISOString();
    const { body } = await create({ scope: "billing", name: "finance", expires_at });
    expect(body).toMatchObject({ name: "finance", scope: "billing", expires_at, revoked_at: null });
    expect(body.api_key).toMatch(new RegExp(`^stg_live_${body.key_id}\\.[\\w-]{43}$`));
    expect((await call("getUsageSummary", by(body.api_key))).status).toBe(200);
    expect((await call("listGenerations", by(body.api_key))).status).toBe(403);
  });

  test("has the prefix of a sandbox in a sandbox", async () => {
    const sandbox = await api.newPartner({ sandbox: true });
    const { api_key } = await sandbox.sendOk("createKey", { body: { scope: "read" } });
    expect(api_key).toMatch(/^stg_test_/);
    expect((await call("listGenerations", by(api_key))).status).toBe(200);
  });

  test("is shown again by a repeat, and is one key, also of many at once", async () => {
    const own = await api.newPartner();
    const headers = { "Idempotency-Key": randomUUID() };
    const send = () => own.send("createKey", { body: { scope: "read" }, headers });
    const replies = await Promise.all(Array.from({ length: crowdOf(64) }, send));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const again = await send();
    expect(again.text).toBe(replies[0]?.text);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect((await own.sendOk("listKeys")).items).toHaveLength(2);
    expect((await call("listGenerations", by(again.body.api_key))).status).toBe(200);
  });

  test("is not shown to another key under the same Idempotency-Key", async () => {
    const own = await api.newPartner();
    const headers = { "Idempotency-Key": randomUUID() };
    await own.sendOk("createKey", { body: { scope: "read" }, headers });
    const { apiKey } = await addKey(own.organization);
    const reply = await call("createKey", {
      body: { scope: "read" },
      headers: { ...headers, ...by(apiKey).headers },
    });
    expect(reply).toMatchObject({ status: 409, body: { error: { code: "idempotency_conflict" } } });
  });

  test("is one of 100 in force, also of many at once", async () => {
    const own = await api.newPartner();
    for (let keys = 1; keys < 98; keys++) await addKey(own.organization);
    const send = () => own.send("createKey", { body: { scope: "read" } });
    const statuses = (await Promise.all(Array.from({ length: 6 }, send))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 422, 422, 422, 422]);
    expect((await own.sendOk("listKeys")).items).toHaveLength(100);
  });

  test("is refused if its issuer is revoked meanwhile", async () => {
    const own = await api.newPartner();
    const send = table.send.bind(table);
    const spy = vi.spyOn(table, "send").mockImplementation(async (command: object) => {
      if (command instanceof TransactWriteCommand) {
        spy.mockRestore();
        await saveApiKey({ ...own.key, revoked_at: new Date().toISOString() });
      }
      return send(command as never);
    });
    expect((await own.send("createKey", { body: { scope: "full" } })).status).toBe(401);
    expect(await listApiKeys(own.organizationId, new Date())).toHaveLength(1);
  });

  test("leaves its secret nowhere in the table", async () => {
    const { body } = await create({ scope: "read" });
    const secret = body.api_key.split(".")[1];
    const { Items = [] } = await table.send(
      new ScanCommand({ TableName: tableName(), ConsistentRead: true }),
    );
    expect(JSON.stringify(Items)).toContain(body.key_id);
    expect(JSON.stringify(Items)).not.toContain(secret);
  });

  test("is audited with the key that issued it", async () => {
    const own = await api.newPartner();
    const { key_id } = await own.sendOk("createKey", { body: { scope: "read" } });
    const records = await Array.fromAsync(listAuditRecords(new Date(0), own.organizationId));
    expect(records).toMatchObject([
      {
        by: `key ${own.key.public_key_id}`,
        command: "POST /api/v1/keys",
        changes: [`issue key ${key_id} (read)`],
        outcome: "done",
      },
    ]);
  });

  test.each([
    [{}, /scope is required/],
    [{ scope: "admin" }, /scope must be one of billing, read, full/],
    [{ scope: "read", name: "" }, /name must have at least 1 character/],
    [{ scope: "read", name: "n".repeat(101) }, /name must have at most 100 characters/],
    [{ scope: "read", expires_at: "soon" }, /expires_at must be a date-time/],
    [{ scope: "read", limits: {} }, /limits is not a field of this request/],
  ])("is refused for %j", async (body, message) => {
    const reply = await create(body);
    expect(reply.status).toBe(422);
    expect(reply.body.error.message).toMatch(message);
  });
});
