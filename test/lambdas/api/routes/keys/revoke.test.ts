import { afterAll, describe, expect, test } from "vitest";
import { findApiKey } from "../../../../../lambdas/storage/organization/api-keys.ts";
import { call, startApi } from "../../../../support/api.ts";
import { crowdOf } from "../../../../support/full-run.ts";
import { addKey } from "../../../../support/partner.ts";

const api = await startApi();
afterAll(() => api.stop());

const by = (apiKey: string) => ({ headers: { Authorization: `Bearer ${apiKey}` } });

// @contract added.41
describe("a key that a partner revokes", () => {
  test("is answered 401, and the others still serve", async () => {
    const partner = await api.newPartner();
    const { body } = await partner.send("createKey", { body: { scope: "full" } });
    const revoked = await partner.sendOk("revokeKey", { id: body.key_id });
    expect(revoked).toMatchObject({ key_id: body.key_id, revoked_at: expect.any(String) });
    expect((await call("getUsageSummary", { ...by(body.api_key), sourceIp: "198.51.100.7" })).status).toBe(
      401,
    );
    expect((await partner.send("getUsageSummary")).status).toBe(200);
  });

  test("is the same when it is revoked again", async () => {
    const partner = await api.newPartner();
    const { key_id } = await partner.sendOk("createKey", { body: { scope: "read" } });
    const first = await partner.sendOk("revokeKey", { id: key_id });
    expect(await partner.sendOk("revokeKey", { id: key_id })).toEqual(first);
  });

  test("has one answer if many revoke it at once", async () => {
    const partner = await api.newPartner();
    const { key_id } = await partner.sendOk("createKey", { body: { scope: "read" } });
    const revoke = () => partner.send("revokeKey", { id: key_id });
    const replies = await Promise.all(Array.from({ length: crowdOf(64) }, revoke));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 200, body: { key_id, revoked_at: expect.any(String) } });
  });

  test("is not found if another organization has it", async () => {
    const [partner, other] = [await api.newPartner(), await api.newPartner()];
    const { status } = await partner.send("revokeKey", { id: other.key.public_key_id });
    expect(status).toBe(404);
    expect((await findApiKey(other.key.public_key_id))?.revoked_at).toBeNull();
  });

  test("may be the last but one with the scope full, whatever others there are", async () => {
    const partner = await api.newPartner();
    await addKey(partner.organization, {}, "read");
    const { key } = await addKey(partner.organization);
    await partner.sendOk("revokeKey", { id: key.public_key_id });
    const last = await partner.send("revokeKey", { id: partner.key.public_key_id });
    expect(last).toMatchObject({ status: 422, body: { error: { code: "validation_error" } } });
  });

  test("is not the last that lasts: of one that ends within a week, nobody could issue another", async () => {
    const partner = await api.newPartner();
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString();
    const ending = (days: number) =>
      partner.sendOk("createKey", { body: { scope: "full", expires_at: inDays(days) } });
    const [soon, sooner] = [await ending(6), await ending(1)];
    const revoke = async (id: string) => (await partner.send("revokeKey", { id })).status;
    expect(await revoke(partner.key.public_key_id)).toBe(422);
    expect(await revoke(sooner.key_id)).toBe(200);
    expect(await revoke(soon.key_id)).toBe(200);
    await ending(8);
    expect(await revoke(partner.key.public_key_id)).toBe(200);
  });

  test("of keys that are all revoked at once, one with the scope full stays", async () => {
    const partner = await api.newPartner();
    const others = await Promise.all([1, 2, 3].map(() => addKey(partner.organization)));
    const ids = [partner.key, ...others.map(({ key }) => key)].map(({ public_key_id }) => public_key_id);
    const replies = await Promise.all(ids.map((id) => partner.send("revokeKey", { id })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 422]);
  });
});
