import { describe, expect, test } from "vitest";
import { operations } from "../../../lambdas/api/contract/operations.ts";
import { responseValidator } from "../../support/openapi.ts";
import { developmentPartner, http, service } from "./service.ts";

const partner = developmentPartner();

// @contract service.15 versioning.1
describe("the gateway's own answers carry the envelope and the headers", () => {
  test.each([
    ["GET", "/api/v1/unknown"],
    ["GET", "/api/v1"],
    ["POST", "/api/v1/usage"],
    ["DELETE", "/api/v1/generations/job_1/unknown"],
    ["GET", "/api/v2/usage/summary"],
  ])("%s %s, which does not exist, is answered 404", async (method, path) => {
    const reply = await http(path, { method, headers: { authorization: `Bearer ${service.apiKey}` } });
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual({
      error: {
        code: "not_found",
        message: "There is no such endpoint: check the path.",
        retryable: false,
        retry_after: null,
      },
    });
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ["DELETE", "/api/v1/generations/job_1", "GET, HEAD"],
    ["PUT", "/api/v1/source-assets", "POST"],
    ["POST", "/api/v1/usage/summary", "GET, HEAD"],
    ["OPTIONS", "/api/v1/billing/events", "GET, HEAD"],
  ])(
    "%s %s, a method that the path does not have, is answered 405 with %s",
    async (method, path, allowed) => {
      const headers = { "content-type": "image/png" };
      const reply = await http(path, { method, headers, ...(method === "PUT" && { body: "\u0000" }) });
      expect([reply.status, reply.headers.allow]).toEqual([405, allowed]);
      expect(reply.body).toEqual({
        error: {
          code: "bad_request",
          message: `This path does not take ${method}. Use ${allowed.replace(", ", " or ")}.`,
          retryable: false,
          retry_after: null,
        },
      });
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect(reply.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  // @contract added.56
  test.each(operations.filter(({ method, path }) => method === "GET" && !path.includes("{")))(
    "HEAD of $path is answered as its GET, without the body",
    async ({ path }) => {
      const headers = { Authorization: `Bearer ${partner.apiKey}` };
      const [get, head] = [
        await fetch(`${service.baseUrl}${path}`, { headers }),
        await fetch(`${service.baseUrl}${path}`, { headers, method: "HEAD" }),
      ];
      const told = ({ status, headers: answered }: Response) =>
        ["content-type", "cache-control", "ratelimit-policy"]
          .map((name) => answered.get(name))
          .concat(`${status}`);
      expect(told(head)).toEqual(told(get));
      expect([head.status, await head.text()]).toEqual([200, ""]);
    },
  );

  test("every 401 says how to authenticate", async () => {
    const reply = await fetch(`${service.baseUrl}/api/v1/capabilities`, { method: "HEAD" });
    expect([reply.status, reply.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });

  test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "a header or a query parameter named %s, like a property of every object, is any other",
    async (name) => {
      const headers = { ...Object.fromEntries([[name, "x"]]), Authorization: `Bearer ${partner.apiKey}` };
      const path = `${service.baseUrl}/api/v1/capabilities`;
      const plain = { Authorization: headers.Authorization };
      expect((await fetch(path, { headers: Object.entries({ ...headers }) })).status).toBe(200);
      expect((await fetch(`${path}?${name}=x`, { headers: plain })).status).toBe(422);
    },
  );

  test("JSON reaches the function byte for byte: what is not UTF-8 is refused, everything else echoed", async () => {
    const body = JSON.stringify({
      workflow: "pro_capture",
      capture_type: "photo",
      source_asset_id: "src_1",
      reference: "ä",
    });
    const damaged = await partner.send("createGeneration", { body: Buffer.from(body, "latin1") });
    expect([damaged.status, damaged.body.error.message]).toEqual([
      400,
      "Send the body in UTF-8, the one encoding of JSON.",
    ]);
    const whole = await partner.send("createGeneration", { body: Buffer.from(`\ufeff${body}`) });
    expect(whole.status).toBe(422);
    const accept = { Accept: "application/json" };
    const answered = await partner.send("getUsageSummary", { headers: accept });
    expect([answered.status, answered.headers["content-type"]]).toEqual([200, "application/json"]);
  });

  test("a request that is too large is answered 413", async () => {
    const body = JSON.stringify({ reference: "x".repeat(7 * 1024 * 1024) });
    const reply = await partner.send("createGeneration", { body });
    expect(reply.status).toBe(413);
    expect(responseValidator("createGeneration", 413)(reply.body)).toBeNull();
    expect(reply.body.error.message).toBe("The request is too large: its body may have about 4.4 MB.");
    expect(reply.headers["cache-control"]).toBe("no-store");
  });
});

// @contract service.15
describe("every response carries Cache-Control: no-store and its request id", () => {
  test.each([
    "/api/v1/usage/summary",
    "/api/v1/billing/events",
    "/api/v1/generations/job_1",
    "/api/v1/source-assets/src_1",
  ])("GET %s", async (path) => {
    const reply = await http(path, { headers: { authorization: `Bearer ${service.apiKey}` } });
    const stranger = await http(path);
    for (const { headers } of [reply, stranger]) {
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers["content-type"]).toBe("application/json");
    }
    expect(stranger.status).toBe(401);
    expect(reply.headers.ratelimit).toMatch(/^"[a-z_]+";r=\d+;t=\d+$/);
  });
});
