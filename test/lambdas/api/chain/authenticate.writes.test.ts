import { afterAll, describe, expect, test } from "vitest";
import { operations } from "../../../../lambdas/api/contract/operations.ts";
import { saveApiKey } from "../../../../lambdas/storage/organization/api-keys.ts";
import { updateOrganization } from "../../../../lambdas/storage/organization/organizations.ts";
import { startApi } from "../../../support/api.ts";
import type { Partner } from "../../../support/partner.ts";

const api = await startApi();
afterAll(() => api.stop());

/** What these make has an end of its own: an upload within the hour, a job by its time limit. */
const makesPictures = /\/(uploads|source-assets|generations)\b/;
const writes = operations.filter(({ method }) => method !== "GET");

/** What changes while a container still knows the key as it was, and what a request is then answered. */
const changes: [string, (partner: Partner) => Promise<void>, number][] = [
  ["a revoked key", ({ key }) => saveApiKey({ ...key, revoked_at: new Date().toISOString() }), 401],
  ["a narrowed scope", ({ key }) => saveApiKey({ ...key, scope: "read" }), 403],
  [
    "a disabled organization",
    ({ organizationId }) => updateOrganization(organizationId, { access_status: "disabled" }),
    403,
  ],
];

// @contract added.54
describe.each(changes)("%s, while the key is cached,", (_change, make, refused) => {
  test.each(writes.filter(({ path }) => !makesPictures.test(path)))(
    "is refused at once by $operationId",
    async ({ operationId }) => {
      const partner = await api.newPartner();
      await partner.sendOk("getUsageSummary");
      await make(partner);
      const { status } = await partner.send(operationId, { id: partner.key.public_key_id });
      expect(status).toBe(refused);
    },
  );

  test.each(writes.filter(({ path }) => makesPictures.test(path)))(
    "is not read for by $operationId, so that it makes no round trip more",
    async ({ operationId }) => {
      const partner = await api.newPartner();
      await partner.sendOk("getUsageSummary");
      await make(partner);
      const { status } = await partner.send(operationId, { id: "none" });
      expect([400, 404, 422]).toContain(status);
    },
  );
});
