import { createHmac } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Listening, listen } from "@image-staging/local-cloud/http";
import { openStore, type Store } from "@image-staging/local-cloud/store";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createInbox } from "../src/inbox.ts";
import { verdictOf } from "../src/webhook-verdict.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const secretOfSandbox = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const known = [
  { organization_id: "org_sandbox", secret: secretOfSandbox },
  { organization_id: "org_1", secret },
];
const redeliveries: string[][] = [];
const verify = (headers: Record<string, string>, body: string, key: string, now: number) =>
  verdictOf(headers, body, [{ organization_id: "org_1", secret: key }], now).problem === null;
let store: Store;
let server: Listening;

beforeAll(async () => {
  store = openStore(mkdtempSync(join(tmpdir(), "inbox-")), false);
  server = await listen(
    0,
    createInbox(store, {
      findSecrets: async () => known,
      redeliver: async (...asked) => redeliveries.push(asked),
    }),
  );
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

test("a delivery names its organization, or says why it is not valid, and an organization made since is known", async () => {
  const send = (headers: Record<string, string>) =>
    fetch(server.url, { method: "POST", body: "{}", headers });
  await send(signed("{}"));
  await send({});
  await send(signed("{}", other));
  known.push({ organization_id: "org_new", secret: other });
  await send(signed("{}", other));
  const kept = (await (await fetch(server.url)).json()) as {
    organization_id: string | null;
    problem: string | null;
  }[];
  expect(
    kept.slice(-4).map(({ organization_id, problem }) => [organization_id, problem?.slice(0, 20)]),
  ).toEqual([
    ["org_1", undefined],
    [null, "It has no webhook-id"],
    [null, "Its signature is of "],
    ["org_new", undefined],
  ]);
});

test("the next deliveries are answered with 500 as often as asked for", async () => {
  const json = { "content-type": "application/json" };
  const ask = (path: string, body: unknown, headers: Record<string, string> = json) =>
    fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  expect(await (await ask("/inbox/answers", { fail_next: 1 })).json()).toEqual({ fail_next: 1 });
  const statuses = [];
  for (const _ of [1, 2]) statuses.push((await fetch(server.url, { method: "POST", body: "{}" })).status);
  expect(statuses).toEqual([500, 204]);
  expect((await ask("/inbox/answers", { fail_next: 1000 })).status).toBe(422);
  expect((await ask("/inbox/answers", { fail_next: 1 }, { "content-type": "text/plain" })).status).toBe(415);
  await ask("/inbox/redeliveries", { organization_id: "org_1", job_id: "job_1" });
  expect(redeliveries).toEqual([["org_1", "job_1"]]);
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
