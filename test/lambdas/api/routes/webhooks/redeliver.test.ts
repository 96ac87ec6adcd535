import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { startApi } from "../../../../support/api.ts";
import { outcomeOf } from "../../../../support/delivery.ts";
import { crowdOf } from "../../../../support/full-run.ts";
import { messageOf, succeededJob } from "../../../../support/jobs.ts";
import { startReceiver } from "../../../../support/receiver.ts";

const api = await startApi();
process.env.ALLOW_LOCAL_NETWORK = "true";
afterAll(() => api.stop());
beforeEach(() => api.stateMachines.resetHistory());

// @contract added.47
describe("a message that is delivered again", () => {
  test("arrives under the same id at the URL that was repaired", async () => {
    await using gone = await startReceiver((response) => response.writeHead(410).end("moved"));
    await using repaired = await startReceiver();
    const partner = await api.newPartner({ default_webhook_url: gone.url });
    const { job, event } = await succeededJob(partner.organizationId);
    expect(await outcomeOf(event)).toEqual({ givenUp: true });
    const id = messageOf(job).message_id;
    const disabled = await partner.send("redeliverWebhook", { id });
    expect(disabled).toMatchObject({ status: 422, body: { error: { message: /has been disabled since/ } } });
    await partner.sendOk("putWebhookSettings", { body: { default_url: repaired.url } });
    const { redelivery_id, url } = await partner.sendOk("redeliverWebhook", { id });
    expect(url).toBe(repaired.url);
    const [{ name, input } = {}] = api.started();
    expect(name).toBe(`${id}-${redelivery_id}`);
    expect(await outcomeOf(JSON.parse(input ?? ""))).toEqual({ ended: true });
    expect(repaired.last().headers["webhook-id"]).toBe(id);
    const { items } = await partner.sendOk("listWebhookDeliveries", { query: { job_id: job.job_id } });
    expect(items[0]).toMatchObject({
      state: "delivered",
      attempts: [
        { outcome: "gone", status: 410, answer: "moved", redelivery_id: null },
        { outcome: "delivered", redelivery_id },
      ],
    });
  });

  test("is one round, also of many requests at once", async () => {
    await using receiver = await startReceiver();
    const partner = await api.newPartner({ default_webhook_url: receiver.url });
    const { job, event } = await succeededJob(partner.organizationId);
    await outcomeOf(event);
    const id = messageOf(job).message_id;
    const headers = { "Idempotency-Key": randomUUID() };
    const send = () => partner.send("redeliverWebhook", { id, headers });
    const replies = await Promise.all(Array.from({ length: crowdOf(64) }, send));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const names = new Set(api.started().map(({ name }) => name));
    expect(names).toEqual(new Set([`${id}-${replies[0]?.body.redelivery_id}`]));
  });

  test("of another organization is as unknown as one that does not exist", async () => {
    await using receiver = await startReceiver();
    const [partner, other] = [await api.newPartner(), await api.newPartner()];
    const { job, event } = await succeededJob(other.organizationId, { webhook_url: receiver.url });
    await outcomeOf(event);
    const replies = [messageOf(job).message_id, "msg_none", "none"].map((id) =>
      partner.send("redeliverWebhook", { id }),
    );
    const bodies = (await Promise.all(replies)).map(({ status, text }) => `${status} ${text}`);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toMatch(/^404 .*There is no webhook delivery with this id/);
  });
});
