import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { type Listening, listen, readBody } from "../src/http.ts";

const logged: string[] = [];
let broken = 0;
const server: Listening = await listen(
  0,
  async (request, response) => {
    if (request.url === "/now") throw new Error("at once");
    if (request.url === "/later") await turn().then(() => Promise.reject(new Error("later")));
    if (request.url === "/half") {
      response.write("half");
      throw new Error("in the middle");
    }
    request.once("close", () => {
      if (!request.complete) broken++;
    });
    const body = request.method === "POST" ? await readBody(request, 100) : "";
    response.end(`${request.method} ${body}`);
  },
  {
    log: (line) => void logged.push(String(line)),
    fail: (_request, response) => void response.writeHead(500).end(),
  },
);
afterAll(() => server.close());

/** Sends bytes and reads until the server closes the connection. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  socket.on("error", () => {});
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.end(bytes);
  await closed;
  return answer;
}

test.each([
  ["throws at once", "/now", "at once"],
  ["rejects later", "/later", "later"],
])("a handler that %s is logged and answered", async (_how, path, why) => {
  expect((await fetch(server.url + path)).status).toBe(500);
  expect(logged.at(-1)).toContain(`GET ${path}: Error: ${why}`);
});

test("a response that fails in the middle is cut", async () => {
  await expect(fetch(`${server.url}/half`).then((answer) => answer.text())).rejects.toThrow();
});

test.each([
  ["an unknown method", "BREW / HTTP/1.1\r\nhost: a\r\n\r\n"],
  ["no HTTP at all", "\x16\x03\x01\x02\x00\x01"],
  ["headers that are too large", `GET / HTTP/1.1\r\nhost: ${"a".repeat(100_000)}\r\n\r\n`],
])("%s is handled as a request without anything, and the connection ends", async (_what, bytes) => {
  expect(await exchange(bytes)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*null /s);
});

test("a body that is broken by its sender is answered once, and ends its own connection alone", async () => {
  const chunked = "POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n";
  expect((await exchange(`${chunked}ZZ\r\n`)).match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect((await exchange(`${chunked}2\r\nab\r\n-1\r\n`)).match(/HTTP\/1\.1 /g)).toHaveLength(1);
  const before = broken;
  await exchange("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nabc");
  await expect.poll(() => broken).toBeGreaterThan(before);
  expect(await (await fetch(server.url)).text()).toBe("GET ");
});
