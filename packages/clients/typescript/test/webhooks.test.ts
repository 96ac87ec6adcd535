import { readTable } from "@image-staging/conformance/tables";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { WebhookError, webhooks } from "../src/index.ts";

/** The client as it verifies where there is no Node: in a worker. */
async function withoutNode(): Promise<typeof webhooks.verify> {
  vi.resetModules();
  vi.stubGlobal("process", undefined);
  const client = await import("../src/index.ts");
  vi.unstubAllGlobals();
  return client.webhooks.verify;
}
const inWorkers = await withoutNode();

type Message = {
  title: string;
  secrets: string[];
  headers: Record<string, string>;
  body: string;
  now: number;
  tolerance_seconds?: number;
  event?: { type: string; job_id: string };
  code?: string;
};
const messages: Message[] = readTable("webhooks.json");
afterEach(() => {
  vi.useRealTimers();
});

test.each(messages)("$title", async ({ secrets, headers, body, now, tolerance_seconds, event, code }) => {
  const options = { now, ...(tolerance_seconds !== undefined && { toleranceSeconds: tolerance_seconds }) };
  const inArrays = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const forms = [
    () => webhooks.verify(body, headers, secrets, options),
    () => webhooks.verify(new TextEncoder().encode(body), new Headers(headers), secrets, options),
    () => webhooks.verify(body, inArrays, secrets, options),
    () => inWorkers(body, headers, secrets, options),
  ];
  for (const verify of forms) {
    if (event) {
      const { type, data } = await verify();
      expect({ type, job_id: "job_id" in data ? data.job_id : "" }).toEqual(event);
    } else {
      const error = await verify().catch((thrown) => thrown);
      expect([error.name, error.code]).toEqual(["WebhookError", code]);
    }
  }
});

describe("the standardwebhooks package judges the same", () => {
  // Its tolerance is fixed, it reads the timestamp's whole part only, keeps blanks around a secret, and parses what this
  // client leaves to its own error.
  const compared = messages.filter(
    ({ tolerance_seconds, title, secrets }) =>
      tolerance_seconds === undefined &&
      !title.includes("no whole number") &&
      secrets.every((secret) => secret === secret.trim()),
  );
  test.each(compared)("$title", ({ secrets, headers, body, now, event }) => {
    vi.useFakeTimers({ now: now * 1000 });
    const verdicts = secrets.map((secret) => {
      try {
        new Webhook(secret).verify(body, headers);
        return true;
      } catch {
        return false;
      }
    });
    expect(verdicts.some(Boolean)).toBe(event !== undefined);
  });
});

test("a message is verified by its bytes, not by how they read as text", async () => {
  const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
  const body = JSON.stringify({ type: "webhook.test", timestamp: "", data: { test_id: "Küche" } });
  const at = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", at, body),
  };
  const bytes = new TextEncoder().encode(body);
  expect(await webhooks.verify(bytes.buffer, headers, secret)).toMatchObject({ data: { test_id: "Küche" } });
  await expect(webhooks.verify(bytes.slice(1), headers, secret)).rejects.toThrow(WebhookError);
});

test("a secret that is not base64 is the caller's mistake", async () => {
  const [message] = messages;
  if (!message) throw new Error("the table is empty");
  const { body, headers, now } = message;
  await expect(webhooks.verify(body, headers, "whsec_???", { now })).rejects.toThrow(TypeError);
});

describe("a refusal says what is wrong", () => {
  const [signed] = messages;
  if (!signed) throw new Error("the table is empty");
  const { secrets, headers, body, now } = signed;
  const others = (changed: Record<string, string>) => ({ ...headers, ...changed });
  test.each([
    [{ "webhook-id": "", "webhook-signature": "" }, "A header is missing: webhook-id, webhook-signature."],
    [{ "webhook-timestamp": "soon" }, "webhook-timestamp is no whole number of seconds."],
    [{ "webhook-timestamp": String(now - 301) }, "The message is too old."],
    [
      { "webhook-timestamp": String(now + 301) },
      "The message is from the future: is this machine's clock right?",
    ],
    [{ "webhook-signature": "v1a,AAAA" }, "webhook-signature has no signature of version v1."],
  ])("%j: %s", async (changed, message) => {
    const refusal = await webhooks.verify(body, others(changed), secrets, { now }).catch((thrown) => thrown);
    expect([refusal instanceof WebhookError, refusal.message]).toEqual([true, message]);
  });

  test("a body that was parsed, and no secret at all, are the caller's mistakes", async () => {
    const parsed = JSON.parse(body);
    await expect(webhooks.verify(parsed, headers, secrets, { now })).rejects.toThrow(
      /^Give the body as it arrived/,
    );
    await expect(webhooks.verify(body, headers, [], { now })).rejects.toThrow(
      "Give at least one signing secret.",
    );
  });
});
