import { randomUUID } from "node:crypto";
import { StartExecutionCommand } from "@aws-sdk/client-sfn";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { listAuditRecords } from "../../../../../lambdas/storage/organization/audit.ts";
import { startApi } from "../../../../support/api.ts";
import { outcomeOf } from "../../../../support/delivery.ts";
import { crowdOf } from "../../../../support/full-run.ts";
import { startReceiver } from "../../../../support/receiver.ts";

const api = await startApi();
process.env.ALLOW_LOCAL_NETWORK = "true";
afterAll(() => api.stop());
beforeEach(() => api.stateMachines.resetHistory());

/** Runs what was started, as the state machine would. */
const runStarted = async () => {
  const [{ input } = {}] = api.started();
  return outcomeOf(JSON.parse(input ?? "{}"));
};

// @contract added.45
describe("a test that a partner asks for", () => {
  test("arrives signed at the default URL as it is now", async () => {
    await using receiver = await startReceiver();
    const partner = await api.newPartner();
    await partner.sendOk("putWebhookSettings", { body: { default_url: receiver.url } });
    const sent = await partner.sendOk("testWebhook");
    expect(sent).toMatchObject({ url: receiver.url, test_id: expect.stringMatching(/^test_\w+$/) });
    expect(await runStarted()).toEqual({ ended: true });
    const { headers, body } = receiver.last();
    expect(() => new Webhook(partner.secret).verify(body, headers)).not.toThrow();
    expect(headers["webhook-id"]).toBe(sent.webhook_id);
    expect(JSON.parse(body)).toEqual({
      type: "webhook.test",
      timestamp: sent.created_at,
      data: { test_id: sent.test_id },
    });
  });

  test("goes to the URL that it names, and so does its redelivery", async () => {
    await using receiver = await startReceiver();
    const partner = await api.newPartner({ default_webhook_url: "https://crm.example.com/" });
    const { webhook_id } = await partner.sendOk("testWebhook", { body: { url: receiver.at("/named") } });
    await runStarted();
    api.stateMachines.resetHistory();
    const again = await partner.sendOk("redeliverWebhook", { id: webhook_id });
    expect(again).toMatchObject({ webhook_id, url: receiver.at("/named"), type: "webhook.test" });
    await runStarted();
    expect(receiver.receivedAt("/named")).toHaveLength(2);
  });

  test("can be sent again before its first attempt, and arrives once", async () => {
    await using receiver = await startReceiver();
    const partner = await api.newPartner();
    const { webhook_id } = await partner.sendOk("testWebhook", { body: { url: receiver.url } });
    const again = await partner.sendOk("redeliverWebhook", { id: webhook_id });
    expect(again).toMatchObject({ webhook_id, url: receiver.url, type: "webhook.test" });
    const [first, second] = api.started().map(({ input }) => JSON.parse(input ?? "{}"));
    expect(await outcomeOf(second)).toEqual({ ended: true });
    expect(await outcomeOf(first)).toEqual({ ended: true });
    expect(receiver.received).toHaveLength(1);
  });

  test("is one delivery and one record, also of many requests at once", async () => {
    const partner = await api.newPartner();
    const headers = { "Idempotency-Key": randomUUID() };
    const body = { url: "https://crm.example.com/hooks" };
    const send = () => partner.send("testWebhook", { body, headers });
    const replies = await Promise.all(Array.from({ length: crowdOf(64) }, send));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const names = api.started().map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set([replies[0]?.body.test_id]));
    const records = await Array.fromAsync(listAuditRecords(new Date(0), partner.organizationId));
    expect(records).toMatchObject([
      {
        by: `key ${partner.key.public_key_id}`,
        command: "POST /api/v1/webhooks/test",
        changes: ["send a test event to https://crm.example.com/hooks"],
      },
    ]);
  });

  test("is started by a repeat if its first start failed", async () => {
    const partner = await api.newPartner();
    const headers = { "Idempotency-Key": randomUUID() };
    const body = { url: "https://crm.example.com/hooks" };
    api.stateMachines.on(StartExecutionCommand).rejectsOnce(new Error("Throttled")).resolves({});
    expect((await partner.send("testWebhook", { body, headers })).status).toBe(500);
    const { test_id } = await partner.sendOk("testWebhook", { body, headers });
    expect(api.started().map(({ name }) => name)).toEqual([test_id, test_id]);
  });

  test.each(["https://127.0.0.1/", "https://10.0.0.1/", "ftp://crm.example.com/"])(
    "is refused for the URL %s outside the laptop",
    async (url) => {
      process.env.ALLOW_LOCAL_NETWORK = "false";
      const { status, body } = await (await api.newPartner()).send("testWebhook", { body: { url } });
      process.env.ALLOW_LOCAL_NETWORK = "true";
      expect(status).toBe(422);
      expect(body.error.message).toMatch(/^url is refused/);
      expect(api.started()).toEqual([]);
    },
  );
});
