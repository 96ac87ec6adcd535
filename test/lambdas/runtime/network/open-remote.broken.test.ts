import { createServer as createHttpsServer } from "node:https";
import { afterEach, describe, expect, test } from "vitest";
import { openRemote } from "../../../../lambdas/runtime/network/open-remote.ts";
import { selfSigned } from "./certificate.ts";
import { closedAddress, closeServers, dripping, http, listen, openSockets, saying } from "./local-servers.ts";
import { answering } from "./public-internet.ts";
import { collect, failureOf, limits, read } from "./reading.ts";

afterEach(closeServers);

describe("source_fetch_timeout", () => {
  const timedOut = { code: "source_fetch_timeout", retryable: true };
  const head = "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n";

  test("a name server that never answers", async () => {
    const lookup = () => new Promise<never>(() => {});
    expect(await failureOf("https://photos.example.com/", { lookup, totalMs: 50 })).toMatchObject(timedOut);
  });

  test("headers that never come", async () => {
    expect(await failureOf(await saying(""), { idleMs: 50 })).toMatchObject(timedOut);
  });

  test("headers that come a byte at a time without end", async () => {
    const url = await dripping("HTTP/1.1 200 OK\r\nx: ");
    expect(await failureOf(url, { totalMs: 100 })).toMatchObject(timedOut);
  });

  test("a body that stops half-way", async () => {
    expect(await failureOf(await saying(`${head}half`), { idleMs: 50 })).toMatchObject(timedOut);
  });

  test("a body that drips without end", async () => {
    const url = await dripping(head);
    expect(await failureOf(url, { totalMs: 100 })).toMatchObject(timedOut);
    await expect.poll(openSockets).toBe(0);
  });

  test("redirects that each take a while share one time limit", async () => {
    const url = await http((_, response) => {
      setTimeout(() => response.writeHead(302, { location: "/" }).end(), 60);
    });
    expect(await failureOf(url, { totalMs: 100 })).toMatchObject(timedOut);
  });

  test("a file opened but not read in time gives up its connection", async () => {
    const { body } = await openRemote(await saying(`${head}half`), { ...limits, totalMs: 1000 });
    await expect.poll(openSockets).toBe(0);
    await expect(collect(body)).rejects.toMatchObject(timedOut);
  });
});

describe("source_url_unreachable", () => {
  const unreachable = { code: "source_url_unreachable", retryable: true };

  test("a refused connection", async () => {
    expect(await failureOf(await closedAddress())).toEqual({
      ...unreachable,
      message: "The connection to 127.0.0.1 failed or broke off.",
    });
  });

  test("the message does not reveal a name's addresses", async () => {
    const { port } = new URL(await closedAddress());
    const failure = await failureOf(`http://photos.example.com:${port}/`, {
      lookup: answering(["127.3.4.5"]),
    });
    expect(failure).toMatchObject(unreachable);
    expect(failure.message).toContain("photos.example.com");
    expect(failure.message).not.toContain("127.3.4.5");
  });

  test.each([
    ["a reset before the headers", ""],
    ["a reset half-way", "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\nhalf"],
    ["a reset within a chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nhalf"],
  ])("%s", async (_, text) => {
    expect(await failureOf(await saying(text, (socket) => socket.resetAndDestroy()))).toMatchObject(
      unreachable,
    );
  });

  test.each([
    ["a body shorter than announced", "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\nhalf"],
    ["chunks without their end", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
    ["two different lengths", "HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nhalf"],
    ["a negative length", "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nhalf"],
    ["headers without end", `HTTP/1.1 200 OK\r\nx: ${"x".repeat(300_000)}`],
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
  ])("%s", async (_, text) => {
    expect(await failureOf(await saying(text, (socket) => socket.end()))).toMatchObject(unreachable);
  });

  test.each([
    [
      `HTTP/1.1 200 OK\r\nx: ${"x".repeat(300_000)}\r\n\r\n`,
      "127.0.0.1 answered with a header of more than 256 KiB.",
    ],
    [
      "HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nhalf",
      "127.0.0.1 answered with a body of another length than its Content-Length.",
    ],
    [
      "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nhalf",
      "127.0.0.1 answered with what is not HTTP: Invalid character in Content-Length.",
    ],
  ])("an answer that cannot be read says why", async (text, message) => {
    expect(await failureOf(await saying(text))).toEqual({ ...unreachable, message });
  });

  test("a body longer than announced is cut at its announced length", async () => {
    const url = await saying("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhalf and more", (socket) =>
      socket.end(),
    );
    expect((await read(url)).toString()).toBe("half");
  });

  test("plain HTTP instead of TLS", async () => {
    const url = await saying("HTTP/1.1 400 Bad Request\r\n\r\n", (socket) => socket.end());
    expect(await failureOf(url.replace("http:", "https:"))).toMatchObject(unreachable);
  });

  test("a certificate of an unknown authority", async () => {
    const url = await listen(
      createHttpsServer(selfSigned(["127.0.0.1"]), (_, response) => response.end("picture")),
    );
    expect(await failureOf(url.replace("http:", "https:"))).toEqual({
      ...unreachable,
      message: "No trusted TLS connection to 127.0.0.1 could be made.",
    });
  });
});

test("source_url_dns_failed: a name without addresses", async () => {
  const dnsFailed = {
    code: "source_url_dns_failed",
    message: "The name photos.example.com could not be resolved.",
    retryable: true,
  };
  const url = "https://photos.example.com/";
  expect(await failureOf(url, { lookup: answering([]) })).toEqual(dnsFailed);
  const broken = () =>
    Promise.reject(Object.assign(new Error("queryA ESERVFAIL 10.0.0.2"), { code: "ESERVFAIL" }));
  expect(await failureOf(url, { lookup: broken })).toEqual(dnsFailed);
});
