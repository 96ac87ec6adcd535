import { createHmac } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "../../../local/http.ts";
import { createInbox, verify } from "../../../local/inbox.ts";
import { openStore, type Store } from "../../../local/store.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const secretOfSandbox = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
let store: Store;
let server: Listening;

beforeAll(async () => {
  store = openStore(mkdtempSync(join(tmpdir(), "inbox-")), false);
  server = await listen(0, createInbox(store, [secretOfSandbox, secret]));
});
afterAll(async () => {
  await server.close();
  store.close();
});

function signed(body: string, key = secret, at = new Date()) {
  const id = "msg_1";
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(key).sign(id, at, body),
  };
}

test("deliveries are stored in order, each with its exact body and whether its signature is valid", async () => {
  const send = (body: string, headers: Record<string, string>) =>
    fetch(server.url, { method: "POST", body, headers });
  expect((await send('{"a": 1}', signed('{"a": 1}'))).status).toBe(204);
  await send('{"a":1}', signed('{"a": 1}'));
  await send("{}", {});
  const kept = (await (await fetch(server.url)).json()) as {
    headers: Record<string, string>;
    body: string;
    verified: boolean;
  }[];
  expect(kept.map(({ body, verified }) => [body, verified])).toEqual([
    ['{"a": 1}', true],
    ['{"a":1}', false],
    ["{}", false],
  ]);
  expect(new Webhook(secret).verify(kept[0]?.body ?? "", kept[0]?.headers ?? {})).toEqual({ a: 1 });
});

test("one valid signature of several is enough; another secret, an old time or a changed id is refused", () => {
  const now = Date.now();
  const headers = signed("body");
  const both = {
    ...headers,
    "webhook-signature": `${signed("body", other)["webhook-signature"]} ${headers["webhook-signature"]}`,
  };
  expect(verify(headers, "body", secret, now)).toBe(true);
  expect(verify(both, "body", secret, now)).toBe(true);
  expect(verify(headers, "body", other, now)).toBe(false);
  expect(verify(headers, "body", secret, now + 6 * 60_000)).toBe(false);
  expect(verify({ ...headers, "webhook-id": "msg_2" }, "body", secret, now)).toBe(false);
  const unsigned = createHmac("sha256", "")
    .update(`msg_1.${headers["webhook-timestamp"]}.body`)
    .digest("base64");
  expect(verify({ ...headers, "webhook-signature": `v1,${unsigned}` }, "body", secret, now)).toBe(false);
});

test("a body over one megabyte is refused, and only the last thousand deliveries are kept", async () => {
  const large = await fetch(server.url, { method: "POST", body: "x".repeat((1 << 20) + 1) });
  expect(large.status).toBe(413);
  for (let index = 0; index < 1001; index++) await fetch(server.url, { method: "POST", body: String(index) });
  const kept = (await (await fetch(server.url)).json()) as { body: string }[];
  expect([kept.length, kept[0]?.body, kept.at(-1)?.body]).toEqual([1000, "1", "1000"]);
});
