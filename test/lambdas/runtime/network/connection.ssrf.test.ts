import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Lookup } from "../../../../lambdas/runtime/network/connection.ts";
import { openRemote } from "../../../../lambdas/runtime/network/open-remote.ts";
import { post } from "../../../../lambdas/runtime/network/post.ts";
import { goodUrls } from "./good-urls.ts";
import { answering, openPublicInternet, type PublicInternet, publicAddress } from "./public-internet.ts";
import { isPublic } from "./socket-tap.ts";
import { oddForms, oddUrls, privateAddresses } from "./ssrf-cases.ts";

const rules = { allowLocal: false };
const url = "https://photos.example.com/a.jpg";
const bracketed = (address: string) => (address.includes(":") ? `[${address}]` : address);
const publicName = answering([publicAddress]);

let internet: PublicInternet;
beforeAll(async () => {
  internet = await openPublicInternet();
});
beforeEach(() => internet.forget());
afterAll(() => internet.close());

async function codeOfFetch(text: string, lookup: Lookup = publicName): Promise<string> {
  try {
    const { body } = await openRemote(text, { rules, maxBytes: 1024, lookup });
    for await (const _ of body);
    return "fetched";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

async function reasonOfPost(text: string, lookup: Lookup = publicName): Promise<string> {
  const result = await post(text, { rules, headers: {}, body: "{}", lookup });
  return result.outcome === "error" ? result.reason : "answered";
}

const reached = () => internet.attempts.filter(({ address }) => !isPublic(address));

const literals = [
  ...privateAddresses.map((address) => `https://${bracketed(address)}/a.jpg`),
  ...["127.0.0.1", "169.254.169.254", "10.0.0.1", "192.168.1.1", "0.0.0.0"].flatMap((address) =>
    oddForms(address).map((form) => `https://${form}/a.jpg`),
  ),
  ...oddUrls,
];

test("the socket tap sees a connection to a private address, so none seen means none made", async () => {
  const canary = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  await once(canary, "listening");
  const { port } = canary.address() as AddressInfo;
  await once(connect({ host: "127.0.0.1", port }), "connect");
  expect(reached()).toEqual([{ address: "127.0.0.1", port }]);
  canary.close();
});

describe("no connection is attempted for a URL with a text that is refused", () => {
  test.each(literals)("%s", async (text) => {
    expect(await codeOfFetch(text)).toBe("source_url_blocked");
    expect(await reasonOfPost(text)).toBe("blocked");
    expect(internet.attempts).toEqual([]);
  });
});

describe("no connection is attempted when a name resolves to", () => {
  const mixes = privateAddresses.flatMap((address) => [
    [address],
    [publicAddress, address],
    [address, publicAddress],
  ]);
  test.each(mixes.map((answer) => [answer.join(" and "), answer] as const))("%s", async (_, answer) => {
    expect(await codeOfFetch(url, answering(answer))).toBe("source_url_blocked");
    expect(await reasonOfPost(url, answering(answer))).toBe("blocked");
    expect(internet.attempts).toEqual([]);
  });
});

describe("a redirect does not lead to", () => {
  const targets = [
    ...privateAddresses.map((address) => `https://${bracketed(address)}/a.jpg`),
    ...oddForms("127.0.0.1").map((form) => `https://${form}/a.jpg`),
    ...[
      "//127.0.0.1/a.jpg",
      "http://photos.example.com/",
      "https://photos.example.com:8443/",
      "https://db.internal/",
    ],
    ...[
      "file:///etc/passwd",
      "data:image/png;base64,aa",
      "https://localhost/",
      "https://u:p@photos.example.com/",
    ],
  ];
  test.each(targets)("%s", async (location) => {
    const status = [301, 302, 303, 307, 308][targets.indexOf(location) % 5] ?? 302;
    internet.handle((_, response) => response.writeHead(status, encodeLocation(location)).end());
    expect(await codeOfFetch(url)).toMatch(/^source_url_(blocked|http_error)$/);
    expect(await reasonOfPost(url)).toBe("answered");
    expect(reached()).toEqual([]);
    expect(internet.requests).toHaveLength(2);
  });

  test.each(privateAddresses)("a name that resolves to %s, at any hop", async (address) => {
    for (const hops of [1, 2, 3]) {
      internet.forget();
      internet.handle((_, response) => response.writeHead(302, { location: "/again" }).end());
      const answers = [...Array(hops).fill([publicAddress]), [address]];
      expect(await codeOfFetch(url, answering(...answers))).toBe("source_url_blocked");
      expect(internet.attempts).toHaveLength(hops);
      expect(reached()).toEqual([]);
    }
  });
});

describe("a DNS answer that changes after the check is not used: rebinding to", () => {
  test.each(privateAddresses)("%s", async (address) => {
    internet.handle((_, response) => response.end("picture"));
    const rebinding = answering([publicAddress], [address]);
    expect(await codeOfFetch(url, rebinding)).toBe("fetched");
    expect(rebinding.calls()).toBe(1);
    expect(await reasonOfPost(url, answering([publicAddress], [address]))).toBe("answered");
    const kept = answering([publicAddress], [address]);
    expect(await reasonOfPost(url, kept)).toBe("answered");
    expect(await reasonOfPost(url, kept)).toBe("blocked");
    expect(reached()).toEqual([]);
  });
});

describe("a good URL is fetched and posted to", () => {
  test.each(goodUrls)("%s", async (text) => {
    internet.handle((_, response) => response.end("picture"));
    expect(await codeOfFetch(text)).toBe("fetched");
    expect(await reasonOfPost(text)).toBe("answered");
    expect(internet.requests.map(({ host }) => host)).toEqual([new URL(text).host, new URL(text).host]);
    expect(internet.attempts.every(({ port }) => port === 443)).toBe(true);
  });
});

test("there are at least 300 hostile URLs and 50 good ones", () => {
  expect(literals.length + privateAddresses.length * 5).toBeGreaterThanOrEqual(300);
  expect(new Set(goodUrls).size).toBeGreaterThanOrEqual(50);
});

describe("if local addresses are allowed", () => {
  const local = { allowLocal: true };

  test.each(privateAddresses.filter((address) => !/^(127\.|::1$)/.test(address)))(
    "%s is still refused",
    async (address) => {
      const text = `http://${bracketed(address)}:8080/`;
      await expect(openRemote(text, { rules: local, maxBytes: 1 })).rejects.toMatchObject({
        code: "source_url_blocked",
      });
      const named = await post(url, { rules: local, headers: {}, body: "", lookup: answering([address]) });
      expect(named).toMatchObject({ outcome: "error", reason: "blocked" });
      expect(internet.attempts).toEqual([]);
    },
  );
});

/** Node refuses to send non-ASCII header text, servers in the wild do not: bytes as UTF-8 read as Latin-1. */
function encodeLocation(location: string): { location: string } {
  return { location: Buffer.from(location).toString("latin1") };
}
