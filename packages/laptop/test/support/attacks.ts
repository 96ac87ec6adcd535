import { once } from "node:events";
import { connect } from "node:net";
import type { Address } from "./listening.ts";

/** What a program or a page may send: bytes, and whether its connection then breaks off. */
export type Attack = { what: string; bytes: string | Buffer; breaksOff?: boolean };

const odd = ["constructor", "__proto__", "toString", "hasOwnProperty"];
const now = () => new Date().toISOString().replace(/[-:]|\.\d+/g, "");

const request = (method: string, target: string, headers: string[] = [], body = "") =>
  [`${method} ${target} HTTP/1.1`, ...["host: 127.0.0.1", ...headers], "", body].join("\r\n");
const asking = (what: string, bytes: string, breaksOff = false): Attack => ({ what, bytes, breaksOff });

const targets = [
  ...[
    "/",
    "//",
    "//[",
    "//[/",
    "///\\",
    "/%",
    "/%zz/%ff",
    "/..;/",
    "*",
    "http://[",
    "http://a:99999/",
    "//a:b@c:d/",
  ],
  ...[`/${"a".repeat(9000)}`, "/?%", "/?&&=&", `/?${odd.map((name) => `${name}=1&${name}=2`).join("&")}`],
  ...["/inbox/constructor", "/playground/progress/__proto__", "/documents/__proto__", "/docs/%2e%2e%2f"],
  `/api/v1/generations?${odd.map((name) => `${name}=1`).join("&")}`,
];

/** A signature that names headers and parameters like properties of every object, in a header and in a URL. */
function signed(): Attack[] {
  const [date, credential] = [now(), `local/${now().slice(0, 8)}/eu-central-1/s3/aws4_request`];
  const names = ["host", ...odd].join(";");
  const claims = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=00`;
  const headers = [`authorization: ${claims}`, `x-amz-date: ${date}`, ...odd.map((name) => `${name}: 1`)];
  const parameters = { Algorithm: "AWS4-HMAC-SHA256", Credential: credential, Date: date, Expires: "60" };
  const query = Object.entries({ ...parameters, SignedHeaders: names, Signature: "00" });
  const url = `/b/k?${query.map(([name, value]) => `X-Amz-${name}=${encodeURIComponent(value)}`).join("&")}`;
  return [
    asking("a header's odd signature", request("GET", "/b/k", headers)),
    asking(
      "a URL's odd signature",
      request(
        "GET",
        `${url}&__proto__=1`,
        odd.map((name) => `${name}: 1`),
      ),
    ),
    asking(
      "a signature of words",
      request("GET", "/b/k", ["authorization: AWS4-HMAC-SHA256 Credential=local/, x"]),
    ),
  ];
}

const operations = [
  "x-amz-target: constructor",
  "x-amz-target: __proto__",
  "x-amz-target: DynamoDB_20120810.ListTables",
];

const bodies = [
  "/",
  "/api/v1/generations",
  "/inbox",
  "/inbox/answers",
  "/bucket?delete",
  "/endpoints/a/async-invocations",
];

/** What ends a service that does not expect it, for every listener. */
export const attacks = (): Attack[] => [
  ...targets.flatMap((target) =>
    ["GET", "POST", "OPTIONS"].map((method) => asking(`${method} ${target}`, request(method, target))),
  ),
  ...["GET", "POST"].map((method) =>
    asking(
      `odd headers of ${method}`,
      request(
        method,
        "/api/v1/keys",
        odd.map((name) => `${name}: 1`),
      ),
    ),
  ),
  ...operations.map((header) => asking(header, request("POST", "/", [header, "content-length: 2"], "{}"))),
  ...signed(),
  ...bodies.flatMap((path) => [
    asking(`a body broken off at ${path}`, request("POST", path, ["content-length: 100"], "abc"), true),
    asking(`no chunk size at ${path}`, request("POST", path, ["transfer-encoding: chunked"], "ZZ\r\n")),
    asking(
      `a later chunk at ${path}`,
      request("POST", path, ["transfer-encoding: chunked"], "2\r\nab\r\nZZ\r\n"),
    ),
    asking(
      `chunks broken off at ${path}`,
      request("POST", path, ["transfer-encoding: chunked"], "5\r\nab"),
      true,
    ),
  ]),
  asking("two lengths", request("POST", "/", ["content-length: 1", "content-length: 2"], "ab")),
  asking(
    "a length and chunks",
    request("POST", "/", ["content-length: 1", "transfer-encoding: chunked"], "0\r\n\r\n"),
  ),
  asking("a negative length", request("POST", "/", ["content-length: -1"])),
  asking("an upgrade", request("GET", "/", ["connection: upgrade", "upgrade: websocket"])),
  asking("a tunnel", request("CONNECT", "127.0.0.1:1")),
  asking("an expectation", request("POST", "/", ["expect: coffee", "content-length: 0"])),
  asking("a pipeline that ends in nonsense", `${request("GET", "/")}${request("GET", "/")}\0\0\0`),
  asking("large headers", request("GET", "/", [`x: ${"a".repeat(100_000)}`])),
  asking("no host", "GET / HTTP/1.1\r\n\r\n"),
  asking("another version", "GET / HTTP/9.9\r\nhost: a\r\n\r\n"),
  asking("an unknown method", request("BREW", "/")),
  asking("half a header", "GET / HTTP/1.1\r\nho", true),
  asking("nothing", "", true),
  { what: "TLS", bytes: Buffer.from("16030100f1010000ed0303", "hex") },
];

/** How long a server may think about bytes that it takes for the beginning of more. */
const patienceMs = 2000;

/** Sends an attack, and gives the status that was answered, if any. */
export async function send(
  { host, port }: Address,
  { bytes, breaksOff }: Attack,
): Promise<number | undefined> {
  const socket = connect(port, host);
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  // A reset is one of the right answers.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await once(socket, "connect");
  socket.on("error", () => {});
  if (breaksOff) socket.write(bytes, () => socket.resetAndDestroy());
  else socket.end(bytes);
  socket.setTimeout(patienceMs, () => socket.destroy());
  await closed;
  const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
  return status === undefined ? undefined : Number(status);
}
