import { randomUUID } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, describe, expect, test } from "vitest";
import { keys } from "../../../../../lambdas/storage/keys.ts";
import { listAuditRecords } from "../../../../../lambdas/storage/organization/audit.ts";
import { table, tableName } from "../../../../../lambdas/storage/table.ts";
import { findSigningSecrets } from "../../../../../lambdas/storage/webhook/signing-secrets.ts";
import { call, startApi } from "../../../../support/api.ts";
import { crowdOf } from "../../../../support/full-run.ts";
import { addKey } from "../../../../support/partner.ts";

const api = await startApi();
afterAll(() => api.stop());

const secretOf = async (organizationId: string) => (await findSigningSecrets(organizationId))?.current;
const day = 24 * 3600 * 1000;

// @contract added.44
describe("a new signing secret", () => {
  test("signs from then on, and the one before it for 24 hours", async () => {
    const partner = await api.newPartner();
    const old = await secretOf(partner.organizationId);
    const made = await partner.sendOk("createSigningSecret", { body: {} });
    expect(made.signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Date.parse(made.previous_expires_at) - Date.parse(made.created_at)).toBe(day);
    expect(await findSigningSecrets(partner.organizationId)).toEqual({
      current: made.signing_secret,
      previous: { secret: old, expires_at: made.previous_expires_at },
      created_at: made.created_at,
    });
  });

  test("is shown again by a repeat, and is one secret, also of many at once", async () => {
    const partner = await api.newPartner({ limits: { create_generation_per_minute: 100 } });
    const old = await secretOf(partner.organizationId);
    const headers = { "Idempotency-Key": randomUUID() };
    const send = () => partner.send("createSigningSecret", { headers });
    const replies = await Promise.all(Array.from({ length: crowdOf(64) }, send));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const again = await send();
    expect(again.text).toBe(replies[0]?.text);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect((await findSigningSecrets(partner.organizationId))?.previous?.secret).toBe(old);
    const records = await Array.fromAsync(listAuditRecords(new Date(0), partner.organizationId));
    expect(records).toMatchObject([
      { by: `key ${partner.key.public_key_id}`, command: "POST /api/v1/webhooks/secrets" },
    ]);
  });

  test("is not shown to another key under the same Idempotency-Key", async () => {
    const partner = await api.newPartner();
    const headers = { "Idempotency-Key": randomUUID() };
    await partner.sendOk("createSigningSecret", { headers });
    const { apiKey } = await addKey(partner.organization);
    const reply = await call("createSigningSecret", {
      headers: { ...headers, Authorization: `Bearer ${apiKey}` },
    });
    expect(reply).toMatchObject({ status: 409, body: { error: { code: "idempotency_conflict" } } });
  });

  test("stands nowhere but among the signing secrets", async () => {
    const partner = await api.newPartner();
    const { signing_secret } = await partner.sendOk("createSigningSecret");
    const { pk } = keys.signingSecrets(partner.organizationId);
    const scan = new ScanCommand({ TableName: tableName(), ConsistentRead: true });
    const { Items = [] } = await table.send(scan);
    const holders = Items.filter((item) => JSON.stringify(item).includes(signing_secret));
    expect(holders.map((item) => item.pk)).toEqual([pk]);
  });
});
