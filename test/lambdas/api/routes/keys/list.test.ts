import { afterAll, expect, test } from "vitest";
import { startApi } from "../../../../support/api.ts";
import { addKey } from "../../../../support/partner.ts";

const api = await startApi();
afterAll(() => api.stop());

// @contract added.41
test("the list of keys has every key of the organization, oldest first, without a secret", async () => {
  const partner = await api.newPartner();
  await api.newPartner();
  const { key } = await addKey(partner.organization, {}, "billing");
  const { items } = await partner.sendOk("listKeys");
  expect(items).toEqual([
    {
      key_id: partner.key.public_key_id,
      name: null,
      scope: "full",
      created_at: partner.key.created_at,
      last_used_at: expect.any(String),
      expires_at: null,
      revoked_at: null,
    },
    expect.objectContaining({ key_id: key.public_key_id, scope: "billing", last_used_at: null }),
  ]);
});
