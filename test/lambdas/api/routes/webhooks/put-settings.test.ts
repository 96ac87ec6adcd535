import { afterAll, describe, expect, test } from "vitest";
import { listAuditRecords } from "../../../../../lambdas/storage/organization/audit.ts";
import { findReceiver, recordAnswer } from "../../../../../lambdas/storage/webhook/receivers.ts";
import { startApi } from "../../../../support/api.ts";
import { crowdOf } from "../../../../support/full-run.ts";

const api = await startApi();
afterAll(() => api.stop());

const url = "https://crm.example.com/hooks";
const auditOf = (organizationId: string) => Array.fromAsync(listAuditRecords(new Date(0), organizationId));
const disable = async (organizationId: string, gone: string) =>
  recordAnswer(await findReceiver(organizationId, gone), "gone", new Date());

// @contract added.43
describe("the webhook settings", () => {
  test("have the default URL that was put last, and no other organization's", async () => {
    const [partner, other] = [await api.newPartner(), await api.newPartner()];
    expect(await partner.sendOk("getWebhookSettings")).toEqual({ default_url: null, receivers: [] });
    const put = await partner.sendOk("putWebhookSettings", { body: { default_url: url } });
    expect(put).toEqual({ default_url: url, receivers: [] });
    expect(await partner.sendOk("getWebhookSettings")).toEqual(put);
    expect(await other.sendOk("getWebhookSettings")).toEqual({ default_url: null, receivers: [] });
    await partner.sendOk("putWebhookSettings", { body: { default_url: null } });
    expect((await partner.sendOk("getWebhookSettings")).default_url).toBeNull();
  });

  test("say which receiver is disabled and why, the disabled ones first, until it is enabled", async () => {
    const partner = await api.newPartner();
    const { organizationId } = partner;
    await recordAnswer(await findReceiver(organizationId, `${url}/new`), "failed", new Date());
    await disable(organizationId, url);
    const { receivers } = await partner.sendOk("getWebhookSettings");
    expect(receivers).toEqual([
      { url, failing_since: expect.any(String), disabled_at: expect.any(String), disabled_because: "gone" },
      {
        url: `${url}/new`,
        failing_since: expect.any(String),
        disabled_at: null,
        disabled_because: null,
      },
    ]);
    const body = { default_url: null, enable: [url, `${url}/new`] };
    const enabled = await partner.sendOk("putWebhookSettings", { body });
    expect(enabled.receivers).toEqual([receivers[1]]);
    expect((await findReceiver(organizationId, url)).disabled_at).toBeNull();
  });

  test("keep what a request leaves out, and enable no URL of which nothing is known", async () => {
    const partner = await api.newPartner();
    const { organizationId } = partner;
    const put = (body: object) => partner.send("putWebhookSettings", { body });
    await put({ default_url: `${url}/default` });
    await disable(organizationId, url);
    const misspelled = { enable: [url, `${url}/misspelled`], default_url: null };
    expect((await put(misspelled)).status).toBe(422);
    expect((await findReceiver(organizationId, url)).disabled_at).not.toBeNull();
    const default_url = `${url}/default`;
    for (const body of [{ enable: [url] }, { enable: [url, default_url] }])
      expect(await put(body)).toMatchObject({ status: 200, body: { default_url, receivers: [] } });
    expect((await auditOf(organizationId)).map(({ changes }) => changes)).toEqual([
      [`change default_webhook_url of ${organizationId} from null to ${default_url}`],
      [`deliver to ${url} of ${organizationId} again`],
    ]);
  });

  test.each([{}, { enable: null }])("are not put by %j, which asks for nothing", async (body) => {
    const partner = await api.newPartner();
    const { status, body: answer } = await partner.send("putWebhookSettings", { body });
    expect([status, answer.error.message]).toEqual([422, "default_url or enable is required."]);
  });

  test("are audited by what changes, and a repeat changes nothing", async () => {
    const partner = await api.newPartner();
    const { organizationId } = partner;
    await disable(organizationId, url);
    const body = { default_url: url, enable: [url] };
    const first = await partner.sendOk("putWebhookSettings", { body });
    expect(await partner.sendOk("putWebhookSettings", { body })).toEqual(first);
    expect(await auditOf(organizationId)).toMatchObject([
      {
        by: `key ${partner.key.public_key_id}`,
        command: "PUT /api/v1/webhooks/settings",
        changes: [
          `change default_webhook_url of ${organizationId} from null to ${url}`,
          `deliver to ${url} of ${organizationId} again`,
        ],
      },
    ]);
  });

  test("are the same after many requests at once, and each receiver is enabled once", async () => {
    const partner = await api.newPartner({ limits: { create_generation_per_minute: 100 } });
    await disable(partner.organizationId, url);
    const body = { default_url: url, enable: [url] };
    const send = () => partner.send("putWebhookSettings", { body });
    const replies = await Promise.all(Array.from({ length: crowdOf(64) }, send));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await findReceiver(partner.organizationId, url)).revision).toBe(2);
  });

  test.each([
    [{ default_url: 1 }, /default_url must be a string/],
    [{ default_url: "https://10.0.0.1/" }, /default_url is refused: Use a host that is reachable/],
    [{ default_url: null, enable: ["no url"] }, /enable.0 is refused/],
    [{ default_url: null, enable: Array(11).fill(url) }, /enable must have at most 10 URLs/],
    [{ default_url: null, secret: "" }, /secret is not a field of this request/],
  ])("are refused for %j", async (body, message) => {
    const partner = await api.newPartner();
    const reply = await partner.send("putWebhookSettings", { body });
    expect(reply.status).toBe(422);
    expect(reply.body.error.message).toMatch(message);
  });
});
