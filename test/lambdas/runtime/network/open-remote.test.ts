import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { openRemote } from "../../../../lambdas/runtime/network/open-remote.ts";
import { closeServers, endlessly, http, openSockets } from "./local-servers.ts";
import { answering } from "./public-internet.ts";
import { collect, failureOf, limits, read } from "./reading.ts";

afterEach(closeServers);

describe("a file", () => {
  test("arrives as it was sent, with the address it came from", async () => {
    const url = await http(({ url: path }, response) => {
      if (path === "/") return response.writeHead(302, { location: "/b.jpg?x=1" }).end();
      return response.writeHead(200, { "content-type": "image/jpeg" }).end("picture");
    });
    const file = await openRemote(url, limits);
    expect(file.finalUrl).toBe(`${url}b.jpg?x=1`);
    expect((await collect(file.body)).toString()).toBe("picture");
  });

  test("is requested without cookies, credentials, referrer or compression", async () => {
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
    // Some hosts answer 406 if Accept has no type of theirs.
    expect(sent.accept).toBe("image/jpeg, image/png, image/webp, */*;q=0.1");
  });

  test.each(["", "none", "UTF-8", "Identity", "aws-chunked", "binary"])(
    "is taken with the Content-Encoding “%s”, which names no coding",
    async (encoding) => {
      const url = await http((_, response) =>
        response.writeHead(200, { "content-encoding": encoding }).end("picture"),
      );
      expect((await read(url)).toString()).toBe("picture");
    },
  );

  test.each([
    ["UTF-8", Buffer.from("/wohnküche.jpg"), "/wohnk%C3%BCche.jpg"],
    ["Latin-1", Buffer.from("/wohnk\xfcche.jpg", "latin1"), "/wohnk%C3%BCche.jpg"],
    ["percent-encoded", Buffer.from("/wohnk%C3%BCche.jpg"), "/wohnk%C3%BCche.jpg"],
  ])("is found by a redirect whose Location is raw %s", async (_, location, expected) => {
    const url = await http(({ url: path, socket }, response) => {
      if (path !== "/") return response.end(path);
      const head = "HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: ";
      socket.end(Buffer.concat([Buffer.from(head), location, Buffer.from("\r\n\r\n")]));
    });
    expect((await read(url)).toString()).toBe(expected);
  });

  test("may be exactly as large as allowed", async () => {
    const url = await http((_, response) => response.end(Buffer.alloc(1000)));
    expect(await read(url)).toHaveLength(1000);
  });

  test("frees its connection when it is not read to the end", async () => {
    const url = await http((_, response) => response.write(Buffer.alloc(500)));
    // No time limit ends it first.
    const { body } = await openRemote(url, { ...limits, idleMs: 120_000, totalMs: 120_000 });
    for await (const _ of body) break;
    await expect.poll(openSockets).toBe(0);
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

  test("is reported before the body is read when its length is announced", async () => {
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

  test("is reported as soon as an endless body exceeds the limit", async () => {
    const url = await http(endlessly);
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
    await expect.poll(openSockets).toBe(0);
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

  test("status 202, unless it comes with a picture", async () => {
    const url = await http(({ url: path }, response) =>
      response.writeHead(202, { "content-type": path === "/" ? "text/html" : "image/png" }).end("picture"),
    );
    expect(await failureOf(url)).toEqual({
      code: "source_url_http_error",
      message: "127.0.0.1 answered 202: it does not have the picture yet.",
      retryable: true,
    });
    expect(await read(`${url}a.png`)).toHaveLength(7);
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

  test.each(["gzip", "br", "GZIP", "identity, deflate", "none, zstd"])(
    "a body that is compressed as %s",
    async (encoding) => {
      const url = await http((_, response) =>
        response.writeHead(200, { "content-encoding": encoding }).end("x"),
      );
      expect(await failureOf(url)).toEqual({
        code: "source_url_http_error",
        message: expect.stringMatching(/^127\.0\.0\.1 sent the picture as (gzip|br|deflate|zstd), /),
        retryable: false,
      });
    },
  );
});

/** Without it V8 leaves up to 64 MB of dead buffers uncollected; a function sets it by NODE_OPTIONS. */
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
