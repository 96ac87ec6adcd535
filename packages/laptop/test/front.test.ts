import { request } from "node:http";
import { text } from "node:stream/consumers";
import { type Listening, listen, sendJson } from "@image-staging/local-cloud/http";
import { withCors } from "@image-staging/local-cloud/s3/cors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { frontHandler, startingHandler } from "../src/front.ts";

const objectStore = "http://127.0.0.1:4100";
let front: Listening;

beforeAll(async () => {
  front = await listen(
    0,
    frontHandler({
      inbox: (_request, response) => sendJson(response, 200, ["a delivery"]),
      api: (_request, response) => sendJson(response, 200, "the API"),
      documents: (_request, response) => sendJson(response, 200, "the documents"),
      apiKey: "stg_live_key",
      objectStore,
      model: "simulated",
      progressOf: (jobId) => ({ [jobId]: "render" }),
    }),
  );
});
afterAll(() => front.close());

/** fetch does not let a caller choose the Host header. */
const get = (path: string, host: string, method = "GET") =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const options = { port: front.port, host: "127.0.0.1", path, method, headers: { host } };
    request(options, async (response) => resolve({ status: response.statusCode, body: await text(response) }))
      .once("error", reject)
      .end();
  });

const pages = [
  "/",
  "/docs",
  "/openapi.json",
  "/site/site.css",
  "/playground/session.json",
  "/playground/progress/job_1",
  "/inbox",
  "/documents/",
];

test.each([
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.evil.example:4000",
  "192.168.1.7:4000",
  "0.0.0.0:4000",
])("under the foreign host name '%s' there is no page, no inbox and no key", async (host) => {
  for (const path of pages) {
    const { status, body } = await get(path, host);
    expect([path, status]).toEqual([path, 403]);
    expect(body).not.toMatch(/stg_live_key|a delivery/);
    expect(JSON.parse(body).error).toMatchObject({
      code: "forbidden",
      retryable: false,
      retry_after: null,
    });
  }
});

test.each(["localhost", "127.0.0.1:4000", "[::1]:4000", "staging.localhost:4000"])(
  "under the name %s of this machine everything is served",
  async (host) => {
    for (const path of pages) expect([path, (await get(path, host)).status]).toEqual([path, 200]);
    expect(JSON.parse((await get("/playground/session.json", host)).body)).toEqual({
      api_key: "stg_live_key",
      model: "simulated",
    });
    expect(JSON.parse((await get("/playground/progress/job_1", host)).body)).toEqual({ job_1: "render" });
  },
);

test("HEAD is answered as GET, without the content", async () => {
  for (const path of [...pages, "/playground/pages.css"]) {
    const head = await fetch(front.url + path, { method: "HEAD" });
    const got = await fetch(front.url + path);
    expect([path, head.status, head.headers.get("content-type")]).toEqual([
      path,
      got.status,
      got.headers.get("content-type"),
    ]);
    expect(await head.text()).toBe("");
  }
});

test("the API and the delivery of webhooks do not depend on the host name: they need a key and a signature", async () => {
  expect((await get("/api/v1/usage/summary", "evil.example")).body).toBe('"the API"');
  expect((await get("/inbox", "evil.example", "POST")).status).toBe(200);
});

test("pages carry no inline script, and no other site can frame them or guess their type", async () => {
  for (const path of ["/", "/inbox", "/playground/session.json"]) {
    const { headers } = await fetch(front.url + path);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  }
  for (const path of ["/", "/inbox/index.html"]) {
    const response = await fetch(front.url + path);
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`img-src 'self' blob: data: ${objectStore};`);
    expect(await response.text()).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|javascript:/);
  }
});

test("while the service starts, programs get the error envelope and browsers a page that asks again", async () => {
  const starting = await listen(0, startingHandler);
  const answer = await fetch(`${starting.url}/api/v1/usage/summary`);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await answer.json()).toEqual({
    error: {
      code: "internal_error",
      message: "The local service is starting. Try again in a few seconds.",
      retryable: true,
      retry_after: 2,
    },
  });
  const page = await fetch(starting.url, { headers: { accept: "text/html" } });
  expect([page.status, page.headers.get("refresh")]).toEqual([503, "2"]);
  await starting.close();
});

test("the object store lets the local pages read and put objects, and pages of no other origin", async () => {
  const origin = "http://localhost:4000";
  const store = await listen(
    0,
    withCors([origin], (_request, response) => sendJson(response, 200, {})),
  );
  const preflight = {
    "access-control-request-method": "PUT",
    "access-control-request-headers": "content-type",
  };
  const allowed = await fetch(store.url, { method: "OPTIONS", headers: { origin, ...preflight } });
  expect(Object.fromEntries(allowed.headers)).toMatchObject({
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, HEAD, PUT",
    "access-control-allow-headers": "content-type",
  });
  const other = await fetch(store.url, { headers: { origin: "http://evil.example" } });
  expect(other.headers.has("access-control-allow-origin")).toBe(false);
  await store.close();
});
