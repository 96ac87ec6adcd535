import { expect, test } from "vitest";
import { type Exchange, startScriptedServer } from "../src/scripted-server.ts";
import { readTable } from "../src/tables.ts";

const { scenarios, bodies, requests } = readTable("scenarios.json");
const apiKey = "stg_live_x.y";
const script: Exchange[] = [
  {
    request: "POST /api/v1/generations",
    body: { workflow: "staging" },
    answer: { status: 202, body: "queued" },
  },
];
const headers = { authorization: `Bearer ${apiKey}`, "idempotency-key": "once" };

test("each scenario names bodies and requests that are there", () => {
  const used = scenarios.flatMap(({ server }: { server: Exchange[] }) =>
    server.map(({ answer }) => answer.body),
  );
  expect(used.filter((name: unknown) => typeof name === "string" && !(name in bodies))).toEqual([]);
  const named = scenarios.map(({ call }: { call: { with?: unknown } }) => call.with);
  expect(named.filter((name: unknown) => typeof name === "string" && !(name in requests))).toEqual([]);
});

test("a request that fits its script is answered by it", async () => {
  const { url, close, keys, flaws, left } = await startScriptedServer(
    script,
    { queued: { at: "{server}/x" } },
    apiKey,
  );
  const body = JSON.stringify({ workflow: "staging", capture_type: "photo" });
  const answer = await fetch(`${url}/api/v1/generations`, { method: "POST", headers, body });
  expect([answer.status, await answer.json()]).toEqual([202, { at: `${url}/x` }]);
  expect([keys, flaws, left]).toEqual([["once"], [], []]);
  await close();
});

test.each<[string, RequestInit]>([
  ["another method", { headers }],
  [
    "no key of its own",
    { method: "POST", headers: { authorization: headers.authorization }, body: '{"workflow":"staging"}' },
  ],
  ["no API key", { method: "POST", headers: { "idempotency-key": "once" }, body: '{"workflow":"staging"}' }],
  ["another body", { method: "POST", headers, body: '{"workflow":"pro_capture"}' }],
])("a request with %s is kept as a flaw", async (_, request) => {
  const { url, close, flaws } = await startScriptedServer(script, { queued: {} }, apiKey);
  await fetch(`${url}/api/v1/generations`, request);
  expect(flaws).toHaveLength(1);
  await close();
});

test("a request beyond the script is a flaw", async () => {
  const { url, close, flaws } = await startScriptedServer([], {}, apiKey);
  expect((await fetch(`${url}/api/v1/usage/summary`)).status).toBe(404);
  expect(flaws).toEqual(["unexpected: GET /api/v1/usage/summary"]);
  await close();
});
