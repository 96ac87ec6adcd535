import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JobFailure } from "../../../lambdas/domain/failures.ts";
import { openRemote } from "../../../lambdas/runtime/network/open-remote.ts";
import { selfSigned } from "./certificate.ts";
import { answering, type Handler } from "./public-internet.ts";

const local = { allowLocal: true };
const open: (Server | TcpServer)[] = [];
const sockets = new Set<Socket>();

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of open.splice(0)) server.close();
});

async function listen(server: Server | TcpServer): Promise<string> {
  open.push(server);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const http = (handler: Handler) => listen(createHttpServer(handler));

/** A server that says these bytes and nothing more; `then` decides what becomes of the connection. */
const saying = (text: string, then: (socket: Socket) => void = () => {}) =>
  listen(
    createTcpServer((socket) => {
      socket.once("data", () => socket.write(text, () => then(socket)));
    }),
  );

const limits = { rules: local, maxBytes: 1000 };

async function read(url: string, options: Partial<Parameters<typeof openRemote>[1]> = {}): Promise<Buffer> {
  const { body } = await openRemote(url, { ...limits, ...options });
  return collect(body);
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const failureOf = (url: string, options: Partial<Parameters<typeof openRemote>[1]> = {}) =>
  read(url, options).then(
    () => expect.unreachable("the fetch succeeded"),
    (error: JobFailure) => error.toFailure(),
  );

describe("a file", () => {
  test("is given as it was sent, with its type and the address it came from", async () => {
    const url = await http(({ url: path }, response) => {
      if (path === "/") return response.writeHead(302, { location: "/b.jpg?x=1" }).end();
      return response.writeHead(200, { "content-type": "image/jpeg" }).end("picture");
    });
    const file = await openRemote(url, limits);
    expect(file.contentType).toBe("image/jpeg");
    expect(file.finalUrl).toBe(`${url}b.jpg?x=1`);
    expect((await collect(file.body)).toString()).toBe("picture");
  });

  test("is asked for without cookies, credentials, referrer or compression", async () => {
    let sent: Record<string, unknown> = {};
    const url = await http((request, response) => {
      sent = request.headers;
      response.writeHead(200, { "set-cookie": "a=b" }).end("picture");
    });
    await read(url);
    await read(url);
    expect(Object.keys(sent).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
    expect(sent["accept-encoding"]).toBe("identity");
  });

  test("may be exactly as large as allowed", async () => {
    const url = await http((_, response) => response.end(Buffer.alloc(1000)));
    expect(await read(url)).toHaveLength(1000);
  });

  test("frees its connection when it is not read to the end", async () => {
    const url = await http((_, response) => response.write(Buffer.alloc(500)));
    const { body } = await openRemote(url, limits);
    for await (const _ of body) break;
    await expect.poll(() => sockets.size).toBe(0);
  });

  test("does not go through a proxy that the environment names", async () => {
    const proxied: unknown[] = [];
    const proxy = await http((request, response) => {
      proxied.push(request.url);
      response.end("proxied");
    });
    const url = await http((_, response) => response.end("picture"));
    for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"])
      process.env[name] = proxy;
    expect((await read(url)).toString()).toBe("picture");
    for (const name of ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "NODE_USE_ENV_PROXY"])
      delete process.env[name];
    expect(proxied).toEqual([]);
  });

  test("is found at another of the name's addresses when the first refuses", async () => {
    const url = new URL(await http((_, response) => response.end("picture")));
    url.hostname = "photos.example.com";
    const lookup = answering(["127.9.9.9", "127.0.0.1"]);
    expect((await read(url.href, { lookup })).toString()).toBe("picture");
  });
});

describe("source_too_large", () => {
  const tooLarge = { code: "source_too_large", retryable: false };

  test("is said before the body when its length is announced", async () => {
    let sent = 0;
    const url = await http((_, response) => {
      response.writeHead(200, { "content-length": 51 * 2 ** 20 }).flushHeaders();
      response.on("close", () => {
        sent = response.socket?.bytesWritten ?? 0;
      });
    });
    expect(await failureOf(url, { maxBytes: 50 * 2 ** 20 })).toMatchObject(tooLarge);
    expect(sent).toBeLessThan(1000);
  });

  test("is said as soon as an endless body passes the limit", async () => {
    const url = await http((_, response) => {
      const pump = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65536)));
      };
      response.on("drain", pump);
      pump();
    });
    let received = 0;
    const { body } = await openRemote(url, { ...limits, maxBytes: 50 * 2 ** 20 });
    const reading = (async () => {
      for await (const chunk of body) received += chunk.length;
    })();
    await expect(reading).rejects.toMatchObject({
      code: "source_too_large",
      message: expect.stringContaining("50 MiB"),
    });
    expect(received).toBeLessThanOrEqual(50 * 2 ** 20);
    await expect.poll(() => sockets.size).toBe(0);
  });
});

describe("source_url_http_error", () => {
  test.each([
    [204, "accepted"],
    [304, false],
    [400, false],
    [403, false],
    [404, false],
    [410, false],
    [429, true],
    [500, true],
    [503, true],
  ])("status %i: retryable %s", async (status, retryable) => {
    const url = await http((_, response) => response.writeHead(status).end());
    if (retryable === "accepted") return expect(await read(url)).toHaveLength(0);
    expect(await failureOf(url)).toEqual({
      code: "source_url_http_error",
      message: `127.0.0.1 answered ${status}.`,
      retryable,
    });
  });

  test("a redirect without a Location", async () => {
    const url = await http((_, response) => response.writeHead(302).end());
    expect(await failureOf(url)).toMatchObject({ code: "source_url_http_error", retryable: false });
  });

  test("a redirect loop ends after three redirects", async () => {
    let requests = 0;
    const url = await http((_, response) => {
      requests += 1;
      response.writeHead(302, { location: "/" }).end();
    });
    expect(await failureOf(url)).toMatchObject({ code: "source_url_http_error", retryable: false });
    expect(requests).toBe(4);
  });

  test("a compressed body", async () => {
    const url = await http((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"));
    expect(await failureOf(url)).toMatchObject({ code: "source_url_http_error", retryable: false });
  });
});

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
    const url = await saying("HTTP/1.1 200 OK\r\nx: ", (socket) => {
      const drip = setInterval(() => socket.write("x"), 5);
      socket.on("close", () => clearInterval(drip));
    });
    expect(await failureOf(url, { totalMs: 100 })).toMatchObject(timedOut);
  });

  test("a body that stops half-way", async () => {
    expect(await failureOf(await saying(`${head}half`), { idleMs: 50 })).toMatchObject(timedOut);
  });

  test("a body that drips without end", async () => {
    const url = await saying(head, (socket) => {
      const drip = setInterval(() => socket.write("x"), 5);
      socket.on("close", () => clearInterval(drip));
    });
    expect(await failureOf(url, { totalMs: 100 })).toMatchObject(timedOut);
    await expect.poll(() => sockets.size).toBe(0);
  });

  test("redirects that each take a while share one time limit", async () => {
    const url = await http((_, response) => {
      setTimeout(() => response.writeHead(302, { location: "/" }).end(), 60);
    });
    expect(await failureOf(url, { totalMs: 100 })).toMatchObject(timedOut);
  });

  test("a file opened but not read in time gives up its connection", async () => {
    const { body } = await openRemote(await saying(`${head}half`), { ...limits, totalMs: 50 });
    await expect.poll(() => sockets.size).toBe(0);
    await expect(collect(body)).rejects.toMatchObject(timedOut);
  });
});

describe("source_url_unreachable", () => {
  const unreachable = { code: "source_url_unreachable", retryable: true };
  let closedPort = "";
  beforeEach(async () => {
    closedPort = await http(() => {});
    await new Promise((closed) => open.pop()?.close(closed));
  });

  test("a refused connection", async () => {
    expect(await failureOf(closedPort)).toEqual({
      ...unreachable,
      message: "The connection to 127.0.0.1 failed or broke off.",
    });
  });

  test("a name's addresses are not told", async () => {
    const { port } = new URL(closedPort);
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
    ["headers without end", `HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}`],
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
  ])("%s", async (_, text) => {
    expect(await failureOf(await saying(text, (socket) => socket.end()))).toMatchObject(unreachable);
  });

  test("a body longer than announced is cut where it was to end", async () => {
    const url = await saying("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhalf and more", (socket) =>
      socket.end(),
    );
    expect((await read(url)).toString()).toBe("half");
  });

  test("plain HTTP where TLS is expected", async () => {
    const url = await saying("HTTP/1.1 400 Bad Request\r\n\r\n", (socket) => socket.end());
    expect(await failureOf(url.replace("http:", "https:"))).toMatchObject(unreachable);
  });

  test("a certificate that nobody vouches for", async () => {
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

/** V8 otherwise lets up to 64 MB of dead buffers lie before it collects them; a function sets it by NODE_OPTIONS. */
const smallYoungGeneration = ["--max-semi-space-size=1"];

test("50 MiB reach a file with at most 30 MiB of memory above idle", async () => {
  const picture = Buffer.alloc(50 * 2 ** 20, "picture");
  const url = await http((request, response) => response.end(request.url === "/" ? picture : "small"));
  const directory = await mkdtemp(join(tmpdir(), "fetch-"));
  const file = join(directory, "picture");
  const program = join(import.meta.dirname, "fetch-to-file.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...smallYoungGeneration,
    program,
    url,
    file,
  ]);
  console.log("50 MiB fetched:", stdout.trim());
  expect(picture.equals(await readFile(file))).toBe(true);
  expect(JSON.parse(stdout).grewMiB).toBeLessThanOrEqual(30);
  await rm(directory, { recursive: true });
});
