import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { webhookReceiver } from "@image-staging/conformance/examples/receive-webhooks/receiver";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signingSecret } from "../../../lambdas/domain/webhook/signing.ts";
import { sendWebhook } from "../../../lambdas/pipeline/webhook/send.ts";
import { closeConnections } from "../../../lambdas/runtime/network/post.ts";

const secrets = { current: signingSecret(randomBytes(32)), previous: null };
const body = JSON.stringify({ type: "generation.succeeded", data: { reference: "Küche" } });
const events: [string, unknown][] = [];
const server = createServer(webhookReceiver(secrets.current, (...event) => events.push(event)));
let url: string;

beforeAll(async () => {
  process.env.ALLOW_LOCAL_NETWORK = "true";
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
beforeEach(() => void events.splice(0));
afterAll(async () => {
  await closeConnections();
  server.close();
});

test("the example receiver accepts what the service sends, and each message once", async () => {
  for (let time = 0; time < 3; time++)
    expect(await sendWebhook(url, "msg_1", body, secrets)).toMatchObject({ status: 204 });
  expect(await sendWebhook(url, "msg_2", body, secrets)).toMatchObject({ status: 204 });
  expect(events).toEqual([
    ["msg_1", JSON.parse(body)],
    ["msg_2", JSON.parse(body)],
  ]);
});

test("the example receiver refuses a body signed with another secret, and one without a signature", async () => {
  const forged = { current: signingSecret(randomBytes(32)), previous: null };
  expect(await sendWebhook(url, "msg_3", body, forged)).toMatchObject({ status: 400 });
  expect((await fetch(url, { method: "POST", body })).status).toBe(400);
  expect(events).toEqual([]);
});
