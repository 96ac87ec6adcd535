import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { closeConnections, type PostResult, post } from "../../../../lambdas/runtime/network/post.ts";
import {
  closedAddress,
  closeServers,
  dripping,
  endlessly,
  http,
  openSockets,
  saying,
  sockets,
} from "./local-servers.ts";
import { answering } from "./public-internet.ts";

const rules = { allowLocal: true };

afterEach(async () => {
  closeServers();
  await closeConnections();
});

const send = (url: string, options: Partial<Parameters<typeof post>[1]> = {}): Promise<PostResult> =>
  post(url, { rules, headers: { "content-type": "application/json" }, body: "{}", ...options });

describe("a receiver's answer", () => {
  test("holds status, Retry-After, the body's beginning and the duration", async () => {
    const url = await http((_, response) => response.writeHead(503, { "retry-after": "120" }).end("later"));
    expect(await send(url)).toEqual({
      outcome: "response",
      status: 503,
      retryAfter: "120",
      bodySnippet: "later",
      durationMs: expect.any(Number),
    });
  });

  test("is to exactly the bytes and headers given", async () => {
    let received: { request: IncomingMessage; body: Buffer } | undefined;
    const url = await http(async (request, response) => {
      received = { request, body: Buffer.concat(await request.toArray()) };
      response.end();
    });
    const body = Buffer.from('{"name":"Küche"}');
    await send(`${url}hook?a=1`, {
      body,
      headers: { "webhook-id": "msg_1", "content-type": "application/json" },
    });
    expect(received?.body.equals(body)).toBe(true);
    expect(received?.request.method).toBe("POST");
    expect(received?.request.url).toBe("/hook?a=1");
    expect(received?.request.headers).toEqual({
      "webhook-id": "msg_1",
      "content-type": "application/json",
      "content-length": String(body.length),
      connection: "keep-alive",
      host: new URL(url).host,
    });
  });

  test.each([301, 302, 307, 308])("is the redirect itself: %i is not followed", async (status) => {
    let requests = 0;
    const url = await http((_, response) => {
      requests += 1;
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    expect(await send(url)).toMatchObject({ outcome: "response", status });
    expect(requests).toBe(1);
  });
});

describe("an answer counts that browsers take", () => {
  test.each([
    ["a header of 200 KB", `Content-Security-Policy: ${"x".repeat(200_000)}\r\nContent-Length: 2`],
    ["its Content-Length twice", "Content-Length: 2\r\nServer: a\r\ncontent-length:2 "],
    ["its Content-Length twice in one line", "Content-Length: 2, 2\r\nContent-Length: 2"],
  ])("with %s", async (_, header) => {
    const url = await saying(`HTTP/1.1 200 OK\r\n${header}\r\n\r\nok`);
    for (let time = 0; time < 2; time++)
      expect(await send(url, { timeoutMs: 5000 })).toMatchObject({ status: 200, bodySnippet: "ok" });
  });
});

describe("the body snippet", () => {
  const snippetOf = async (body: string | Buffer) => {
    const result = await send(await http((_, response) => response.end(body)));
    return result.outcome === "response" ? result.bodySnippet : expect.unreachable();
  };

  test("is at most 500 bytes", async () => {
    expect(await snippetOf("x".repeat(100_000))).toBe("x".repeat(500));
  });

  test("does not cut a character in two", async () => {
    expect(await snippetOf("x".repeat(499) + "ü".repeat(10))).toBe("x".repeat(499));
  });

  test("stays within 500 bytes when the bytes are not UTF-8", async () => {
    const snippet = await snippetOf(Buffer.alloc(5000, 0xff));
    expect(snippet).toBe("\ufffd".repeat(166));
  });

  test("carries no terminal sequences", async () => {
    expect(await snippetOf("a\u001b[31mb\u0000c\u009bd\r\ne\tf")).toBe("a [31mb c d \ne\tf");
  });

  test("is what has come when the body then hangs, breaks off or never ends", async () => {
    const head = "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\nhalf";
    const answered = { outcome: "response", status: 200, bodySnippet: "half" };
    expect(await send(await saying(head), { timeoutMs: 1000 })).toMatchObject(answered);
    expect(await send(await saying(head, (socket) => socket.end()))).toMatchObject(answered);
    expect(await send(await http(endlessly))).toMatchObject({
      outcome: "response",
      bodySnippet: "x".repeat(500),
    });
  });
});

describe("an error", () => {
  test("blocked: what the rules refuse", async () => {
    const strict = { rules: { allowLocal: false } };
    expect(await send("https://10.0.0.1/hook", strict)).toMatchObject({
      outcome: "error",
      reason: "blocked",
    });
    expect(await send(await http(() => {}), strict)).toMatchObject({ outcome: "error", reason: "blocked" });
    expect(await send("no URL")).toMatchObject({ outcome: "error", reason: "blocked" });
  });

  test("dns_failed: a name without addresses", async () => {
    const result = await send("https://hooks.example.com/", { lookup: answering([]) });
    expect(result).toMatchObject({ outcome: "error", reason: "dns_failed" });
  });

  test("unreachable: refused, reset, not HTTP", async () => {
    const unreachable = { outcome: "error", reason: "unreachable" };
    expect(await send(await closedAddress())).toMatchObject(unreachable);
    expect(await send(await saying("", (socket) => socket.resetAndDestroy()))).toMatchObject(unreachable);
    expect(await send(await saying("garbage\r\n\r\n"))).toMatchObject(unreachable);
    expect(await send(await saying(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(300_000)}`))).toMatchObject(
      unreachable,
    );
  });

  test("timeout: the whole try is bounded, wherever it hangs", async () => {
    const drip = await dripping("HTTP/1.1 200 OK\r\nx: ");
    const hangs = [
      send("https://hooks.example.com/", { timeoutMs: 50, lookup: () => new Promise(() => {}) }),
      send(await saying(""), { timeoutMs: 50 }),
      send(drip, { timeoutMs: 50 }),
    ];
    for (const result of await Promise.all(hangs)) {
      expect(result).toMatchObject({ outcome: "error", reason: "timeout" });
      expect(result.durationMs).toBeGreaterThanOrEqual(49);
    }
  });
});

describe("connections", () => {
  test("are kept and used again", async () => {
    const url = await http((_, response) => response.end("ok"));
    for (let i = 0; i < 20; i++) await send(url);
    expect(sockets.length).toBeLessThan(5);
  });

  test("are not shared by one name at different addresses", async () => {
    const url = new URL(await http((_, response) => response.end("ok")));
    url.hostname = "hooks.example.com";
    await send(url.href, { lookup: answering(["127.0.0.1"]) });
    expect(await send(url.href, { lookup: answering(["127.0.0.2"]) })).toMatchObject({
      reason: "unreachable",
    });
    expect(sockets).toHaveLength(1);
  });

  test("are kept up to a limit", async () => {
    const url = new URL(await http((_, response) => response.end("ok")));
    for (let i = 0; i < 120; i++) {
      url.hostname = `r${i}.example.com`;
      await send(url.href, { lookup: answering(["127.0.0.1"]) });
    }
    await expect.poll(openSockets).toBeLessThanOrEqual(50);
  });
});
