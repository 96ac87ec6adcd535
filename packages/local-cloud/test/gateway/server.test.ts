import { rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { discard, makeAssembly, restApi, startTestCloud } from "../support/assembly.ts";

const code = {
  echo: `export const handler = async (event) => ({ statusCode: 200, headers: { "X-Own": "1" }, body: JSON.stringify(event) });`,
  odd: `export const handler = async (event) => JSON.parse(event.body);`,
  failing: `export const handler = async () => { throw new Error("secret detail"); };`,
};
const routes = {
  "POST /api/v1/things": "Echo",
  "GET /api/v1/things/{thing_id}": "Echo",
  "GET /api/v1/things/special": "Special",
  "GET /files/{path+}": "Echo",
  "POST /odd": "Odd",
  "GET /failing": "Failing",
};
const envelope = (code: string) =>
  `{"error":{"code":"${code}","message":$context.error.messageString,"request":"$context.requestId"}}`;
const gatewayResponse = (ResponseType: string, code: string, StatusCode?: string) => ({
  Type: "AWS::ApiGateway::GatewayResponse",
  Properties: {
    ResponseType,
    ...(StatusCode && { StatusCode }),
    ResponseTemplates: { "application/json": envelope(code) },
    ResponseParameters: {
      "gatewayresponse.header.Cache-Control": "'no-store'",
      "gatewayresponse.header.x-request-id": "context.requestId",
    },
  },
});
const assembly = makeAssembly(
  {
    Echo: { code: code.echo },
    Special: { code: `export const handler = async () => ({ statusCode: 200, body: "special" });` },
    Odd: { code: code.odd },
    Failing: { code: code.failing },
  },
  {
    ...restApi(routes, { BinaryMediaTypes: ["multipart/form-data"] }),
    Unknown: gatewayResponse("MISSING_AUTHENTICATION_TOKEN", "not_found", "404"),
    Client: gatewayResponse("DEFAULT_4XX", "bad_request"),
    Server: gatewayResponse("DEFAULT_5XX", "internal_error"),
  },
);
let service: Awaited<ReturnType<typeof startTestCloud>>;

beforeAll(async () => {
  service = await startTestCloud(assembly);
});
afterAll(async () => {
  await discard(service);
  rmSync(assembly, { recursive: true });
});

const call = (path: string, init?: RequestInit) => fetch(service.baseUrl + path, init);
type Event = { body: string; isBase64Encoded: boolean; pathParameters: unknown };
const eventOf = async (path: string, init?: RequestInit) => (await (await call(path, init)).json()) as Event;
const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; request: string; message: string } }).error;

test("a route's function gets the proxy event of API Gateway", async () => {
  const event = await eventOf("/api/v1/things/th%20ing?a=1&a=2&b=x%26y", {
    headers: { "X-Mixed-Case": "yes" },
  });
  expect(event).toMatchObject({
    resource: "/api/v1/things/{thing_id}",
    path: "/api/v1/things/th%20ing",
    httpMethod: "GET",
    pathParameters: { thing_id: "th%20ing" },
    queryStringParameters: { a: "2", b: "x&y" },
    multiValueQueryStringParameters: { a: ["1", "2"], b: ["x&y"] },
    body: null,
    isBase64Encoded: false,
    requestContext: { identity: { sourceIp: "127.0.0.1" }, requestId: expect.stringMatching(/.{20}/) },
  });
});

test("absent parameters are null and header names keep their case", async () => {
  const event = await new Promise<string>((resolve) => {
    request(
      `${service.baseUrl}/api/v1/things`,
      { method: "POST", headers: { "X-Mixed-Case": ["1", "2"] } },
      (response) => {
        let body = "";
        response.on("data", (chunk) => (body += chunk)).on("end", () => resolve(body));
      },
    ).end();
  });
  expect(JSON.parse(event)).toMatchObject({
    pathParameters: null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    headers: { "X-Mixed-Case": "2" },
    multiValueHeaders: { "X-Mixed-Case": ["1", "2"] },
  });
});

test("headers and parameters named like a property of every object arrive like any other", async () => {
  const names = ["constructor", "__proto__", "toString", "hasOwnProperty"];
  const query = names.map((name) => `${name}=1&${name}=2`).join("&");
  const event = await new Promise<string>((resolve) => {
    const headers = names.flatMap((name) => [name, `of ${name}`]);
    request(
      `${service.baseUrl}/api/v1/things/1?${query}`,
      { headers: ["host", "localhost", ...headers] },
      (response) => {
        let body = "";
        response.on("data", (chunk) => (body += chunk)).on("end", () => resolve(body));
      },
    ).end();
  });
  const { headers, multiValueHeaders, queryStringParameters, multiValueQueryStringParameters } =
    JSON.parse(event);
  for (const name of names) {
    expect(Object.getOwnPropertyDescriptor(headers, name)?.value).toBe(`of ${name}`);
    expect(Object.getOwnPropertyDescriptor(multiValueHeaders, name)?.value).toEqual([`of ${name}`]);
    expect(Object.getOwnPropertyDescriptor(queryStringParameters, name)?.value).toBe("2");
    expect(Object.getOwnPropertyDescriptor(multiValueQueryStringParameters, name)?.value).toEqual(["1", "2"]);
  }
});

test("bodies of binary media types arrive base64-encoded, others as text", async () => {
  const form = new FormData();
  form.set("file", new Blob([Buffer.from([0, 255, 254])]), "a.jpg");
  const binary = await eventOf("/api/v1/things", { method: "POST", body: form });
  expect(binary.isBase64Encoded).toBe(true);
  expect(Buffer.from(binary.body, "base64").includes(Buffer.from([0, 255, 254]))).toBe(true);
  const text = await eventOf("/api/v1/things", { method: "POST", body: '{"ä":1}' });
  expect([text.isBase64Encoded, text.body]).toEqual([false, '{"ä":1}']);
});

test("a fixed path takes precedence over a parameter, and a greedy parameter takes the rest", async () => {
  expect(await (await call("/api/v1/things/special")).text()).toBe("special");
  expect((await eventOf("/files/a/b/c")).pathParameters).toEqual({ path: "a/b/c" });
});

test("unknown paths and methods get the template's own answer with its status, headers and request id", async () => {
  for (const [path, method] of [
    ["/api/v1/other", "GET"],
    ["/api/v1/things", "DELETE"],
    ["/api/v1/things/1/", "GET"],
  ] as const) {
    const response = await call(path, { method });
    const error = await errorOf(response);
    expect(response.status).toBe(404);
    expect(error).toMatchObject({ code: "not_found", message: "Missing Authentication Token" });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-request-id")).toBe(error.request);
  }
});

test("an unknown path with a bearer token gets the template's answer for an invalid signature", async () => {
  const response = await call("/api/v1/other", { headers: { authorization: "Bearer key" } });
  expect([response.status, (await errorOf(response)).code]).toEqual([403, "bad_request"]);
});

test("a body over ten megabytes, or too large for a Lambda payload, is refused before the function runs", async () => {
  for (const size of [11 << 20, 7 << 20]) {
    const response = await call("/api/v1/things", { method: "POST", body: Buffer.alloc(size, "x") });
    expect([response.status, (await errorOf(response)).code]).toEqual([413, "bad_request"]);
  }
});

/** Sends bytes to the service as they are and returns what comes back. */
const sendRaw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(service.baseUrl).port), "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk)).on("end", () => resolve(answer));
    socket.on("error", reject);
  });

test.each([
  ["an unknown method", "FOO /api/v1/things HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["headers of 20 KB", `GET /api/v1/things/1 HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
  ["no Host", "GET /api/v1/things/1 HTTP/1.1\r\nConnection: close\r\n\r\n"],
])("a request with %s gets the template's answer to a bad request", async (_what, bytes) => {
  const [head = "", body = ""] = (await sendRaw(bytes)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(head.toLowerCase()).toContain("cache-control: no-store");
  expect(body).toContain('"code":"bad_request"');
});

test("a request with a whole URL as its target is served by its path", async () => {
  const answer = await sendRaw(
    "GET http://a.example/api/v1/things/special?a=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*special/);
});

test("an answer in base64 is decoded if the caller's first Accept type is a binary media type", async () => {
  const ask = async (accept: string) => {
    const answer = { statusCode: 200, body: Buffer.from("bytes").toString("base64"), isBase64Encoded: true };
    const response = await call("/odd", {
      method: "POST",
      headers: { accept },
      body: JSON.stringify(answer),
    });
    return response.text();
  };
  expect(await ask("multipart/form-data, */*")).toBe("bytes");
  expect(await ask("*/*, multipart/form-data")).toBe("Ynl0ZXM=");
});

test("if every media type is binary, any body arrives base64-encoded and a text answer is sent as it is", async () => {
  const all = makeAssembly(
    { Echo: { code: code.echo } },
    restApi({ "POST /things": "Echo" }, { BinaryMediaTypes: ["*/*"] }),
  );
  const other = await startTestCloud(all);
  for (const type of ["application/json", "application/json; charset=utf-8", "x/y", ""]) {
    const body = new Uint8Array([0xff, 0xfe]);
    const reply = await fetch(`${other.baseUrl}/things`, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    expect(await reply.json()).toMatchObject({ body: "//4=", isBase64Encoded: true });
  }
  await discard(other);
});

test("a failing function and an invalid answer are a 502 without any detail", async () => {
  const failures = [
    await call("/failing"),
    await call("/odd", { method: "POST", body: '{"body":"no status"}' }),
    await call("/odd", { method: "POST", body: '{"statusCode":200,"body":{"not":"text"}}' }),
  ];
  for (const response of failures) {
    const text = await response.text();
    expect([response.status, JSON.parse(text).error.code]).toEqual([502, "internal_error"]);
    expect(text).not.toContain("secret");
  }
});

test("status, headers and encoding of the function's answer are passed on", async () => {
  const answer = {
    statusCode: 201,
    headers: { A: "1" },
    multiValueHeaders: { "Set-Cookie": ["x", "y"] },
    body: "ä",
  };
  const response = await call("/odd", { method: "POST", body: JSON.stringify(answer) });
  expect([
    response.status,
    response.headers.get("a"),
    response.headers.getSetCookie(),
    await response.text(),
  ]).toEqual([201, "1", ["x", "y"], "ä"]);
});

test("five hundred concurrent requests are all answered", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => (await call(`/api/v1/things/${index}`)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test("each method has a throttle to itself: the stage's, or what the template gives it alone", async () => {
  const limits = { ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 3 };
  const MethodSettings = [
    { HttpMethod: "*", ResourcePath: "/*", ...limits },
    { HttpMethod: "GET", ResourcePath: "/~1d~1{disclosure_id}", ...limits, ThrottlingBurstLimit: 1 },
  ];
  const Stage = { Type: "AWS::ApiGateway::Stage", Properties: { MethodSettings } };
  const routes = { "GET /things": "Echo", "POST /things": "Echo", "GET /d/{disclosure_id}": "Echo" };
  const throttled = makeAssembly({ Echo: { code: code.echo } }, { ...restApi(routes), Stage });
  const slow = await startTestCloud(throttled);
  const five = async (method: string, path: string) => {
    const calls = Array.from({ length: 5 }, (_, index) =>
      fetch(`${slow.baseUrl}${path.replace("*", `${index}`)}`, { method }),
    );
    return (await Promise.all(calls)).map(({ status }) => status).sort();
  };
  expect(await five("GET", "/d/*")).toEqual([200, 429, 429, 429, 429]);
  expect(await five("GET", "/things")).toEqual([200, 200, 200, 429, 429]);
  expect(await five("POST", "/things")).toEqual([200, 200, 200, 429, 429]);
  await discard(slow);
});

test("a route that is added to the template is served", async () => {
  const more = makeAssembly(
    { Added: { code: `export const handler = async () => ({ statusCode: 200, body: "added" });` } },
    restApi({ "GET /api/v1/added": "Added" }),
  );
  const other = await startTestCloud(more);
  expect(await (await fetch(`${other.baseUrl}/api/v1/added`)).text()).toBe("added");
  expect((await call("/api/v1/added")).status).toBe(404);
  await discard(other);
});
