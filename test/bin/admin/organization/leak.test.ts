import { afterAll, expect, test } from "vitest";
import { findOrganization } from "../../../../lambdas/storage/organization/organizations.ts";
import { findSigningSecrets } from "../../../../lambdas/storage/webhook/signing-secrets.ts";
import { admin, result } from "../../../support/admin.ts";
import { call, startApi } from "../../../support/api.ts";
import { addKey } from "../../../support/partner.ts";

const api = await startApi();
afterAll(() => api.stop());

/** What the holder of a key may do with it. */
const by = (apiKey: string) => ({
  headers: { Authorization: `Bearer ${apiKey}`, "Idempotency-Key": apiKey },
});
const issue = async (apiKey: string, scope = "full") =>
  (await call("createKey", { ...by(apiKey), body: { scope } })).body;
const setUrl = async (apiKey: string, default_url: string | null) =>
  expect((await call("putWebhookSettings", { ...by(apiKey), body: { default_url } })).status).toBe(200);

test("a leaked key ends with the keys that came of it, its webhook URL and its secret, and the owner's stay", async () => {
  const { organization, organizationId, key, apiKey } = await api.newPartner();
  const leaked = await issue(apiKey);
  const owned = await issue((await addKey(organization)).apiKey, "read");
  await setUrl(apiKey, "https://owner.example.com/hook");
  const child = await issue(leaked.api_key);
  const grandchild = await issue(child.api_key, "read");
  await setUrl(leaked.api_key, "https://thief.example.com/1");
  await setUrl(child.api_key, "https://thief.example.com/2");
  const { signing_secret: known } = (await call("createSigningSecret", by(child.api_key))).body;
  await call("revokeKey", { ...by(child.api_key), id: owned.key_id });
  const ended = await result("key", "revoke-leaked", leaked.key_id);
  expect(ended).toEqual({
    organization_id: organizationId,
    revoked_keys: [leaked.key_id, child.key_id, grandchild.key_id],
    keys_that_it_revoked: [owned.key_id],
    keys_whose_webhook_urls_end: [leaked.key_id, child.key_id, grandchild.key_id],
    default_webhook_url: "https://owner.example.com/hook",
    signing_secret: expect.stringMatching(/^whsec_/),
    full_keys_left: 2,
  });
  expect((await findOrganization(organizationId))?.default_webhook_url).toBe(
    "https://owner.example.com/hook",
  );
  const secrets = await findSigningSecrets(organizationId);
  expect(secrets?.current).toBe(ended.signing_secret);
  expect(JSON.stringify(secrets)).not.toContain(known);
  const { items } = (await call("listKeys", by(apiKey))).body;
  const valid = items.filter(({ revoked_at }: { revoked_at: string | null }) => revoked_at === null);
  expect(valid.map(({ key_id }: { key_id: string }) => key_id)).toContain(key.public_key_id);
  expect(valid).toHaveLength(2);
  const again = await admin("key", "revoke-leaked", leaked.key_id, "--yes");
  expect(again).toMatchObject({ code: 2, said: `Nothing is left of key ${leaked.key_id}.` });
});

test("what the owner has set since then is not taken back", async () => {
  const { organizationId, apiKey } = await api.newPartner();
  const leaked = await issue(apiKey);
  await setUrl(leaked.api_key, "https://thief.example.com/");
  await call("createSigningSecret", by(leaked.api_key));
  await setUrl(apiKey, "https://owner.example.com/hook");
  await call("createSigningSecret", by(apiKey));
  const before = await findSigningSecrets(organizationId);
  await result("key", "revoke", leaked.key_id);
  expect(await result("key", "revoke-leaked", leaked.key_id)).toMatchObject({ revoked_keys: [] });
  expect((await findOrganization(organizationId))?.default_webhook_url).toBe(
    "https://owner.example.com/hook",
  );
  expect(await findSigningSecrets(organizationId)).toEqual(before);
});
