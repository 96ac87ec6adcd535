import { once } from "node:events";
import { createServer } from "node:https";
import { syncBuiltinESMExports } from "node:module";
import { setDefaultCACertificates } from "node:tls";
import { hostOf } from "service/lambdas/runtime/network/check-url.ts";
import { openRemote } from "service/lambdas/runtime/network/open-remote.ts";
import { selfSigned } from "service/test/lambdas/runtime/network/certificate.ts";
import { goodUrls } from "service/test/lambdas/runtime/network/good-urls.ts";
import { isPublic } from "service/test/lambdas/runtime/network/socket-tap.ts";
import { oddForms, oddUrls, privateAddresses } from "service/test/lambdas/runtime/network/ssrf-cases.ts";
import * as v from "valibot";
import { answerLookups, tapSockets } from "./socket-tap.ts";
import { printTable } from "./table.ts";

/**
 * Hostile URLs, each fetched with our guard and with two libraries'. A case has leaked when a connection to an address
 * that is not public was made. Every connection of the process ends at one local server.
 */
const publicAddress = "93.184.215.14";
const name = "photos.example.com";
const page = `https://${name}/a.jpg`;

/** What is fetched; what its name resolves to, one answer after another; and the URL to which the first answer redirects. */
type Case = { url: string; answers?: string[][]; location?: string };
const bracketed = (address: string) => (address.includes(":") ? `[${address}]` : address);
const direct = (address: string): Case => ({ url: `https://${bracketed(address)}/a.jpg` });
const targets = ["127.0.0.1", "169.254.169.254", "10.0.0.1"];

const groups: Record<string, Case[]> = {
  "private and special IPv4 addresses": privateAddresses.filter((one) => !one.includes(":")).map(direct),
  "IPv6: local, mapped, NAT64, 6to4, Teredo, reserved": privateAddresses
    .filter((one) => one.includes(":"))
    .map(direct),
  "decimal, octal, hexadecimal, shortened, full-width, with a dot at the end": targets
    .flatMap(oddForms)
    .map((form) => ({ url: `https://${form}/a.jpg` })),
  "local names, user info, zone ids, other schemes": oddUrls.map((url) => ({
    url,
    answers: [["127.0.0.1"]],
  })),
  "a name that resolves to a private address": privateAddresses.map((address) => ({
    url: page,
    answers: [[address]],
  })),
  "a name with a public and a private address": privateAddresses.map((address) => ({
    url: page,
    answers: [[publicAddress, address]],
  })),
  "a name that turns private after the first lookup": privateAddresses.map((address) => ({
    url: page,
    answers: [[publicAddress], [address]],
    location: "/again",
  })),
  "a redirect to a private address": [
    ...privateAddresses.map((address) => ({ url: page, location: `https://${bracketed(address)}/a.jpg` })),
    ...oddForms("127.0.0.1").map((form) => ({ url: page, location: `https://${form}/a.jpg` })),
  ],
  "a redirect to plain HTTP": targets.map((address) => ({ url: page, location: `http://${address}/` })),
};

let current: Case = { url: "" };
let lookups = 0;
let requests = 0;
const addressesOf = () => {
  const { answers = [[publicAddress]] } = current;
  return (answers[Math.min(lookups++, answers.length - 1)] ?? []).map((address) => ({
    address,
    family: address.includes(":") ? 6 : 4,
  }));
};

const { key, cert } = selfSigned([...new Set([...goodUrls.map((url) => hostOf(new URL(url))), name])]);
setDefaultCACertificates([cert]);
const server = createServer({ key, cert }, (_, response) => {
  const { location } = current;
  if (location !== undefined && requests++ === 0)
    response.writeHead(302, { location: Buffer.from(location).toString("latin1") });
  response.end("picture");
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const { reached } = tapSockets(typeof address === "object" && address !== null ? address.port : 0);
answerLookups(addressesOf);
syncBuiltinESMExports();

type Fetch = (url: string) => Promise<unknown>;
const isFetch = (value: unknown) => typeof value === "function";
const Fetchers = v.object({ fetchers: v.record(v.string(), v.custom<Fetch>(isFetch)) });
const { fetchers } = v.parse(
  Fetchers,
  await import(new URL("./libraries/fetchers.mjs", import.meta.url).href),
);

const ours: Fetch = async (url) => {
  const options = { rules: { allowLocal: false }, maxBytes: 1024, lookup: async () => addressesOf() };
  const { body } = await openRemote(url, options);
  for await (const _ of body);
};

/** The addresses to which fetching a case connects. */
async function connectionsOf(get: Fetch, one: Case): Promise<string[]> {
  current = one;
  [lookups, requests, reached.length] = [0, 0, 0];
  try {
    await get(one.url);
  } catch {
    // Refused, which is what a guard is for; what it connected to before is what counts.
  }
  return [...reached];
}

async function count(get: Fetch, cases: Case[], isCounted: (addresses: string[]) => boolean) {
  let counted = 0;
  for (const one of cases) if (isCounted(await connectionsOf(get, one))) counted++;
  return counted;
}

// What a library throws from an event handler would end this process: it is a refusal like any other.
process.on("uncaughtException", () => {});
const sides = { ours, ...fetchers };
const hasLeaked = (addresses: string[]) => !addresses.every(isPublic);
const rows: (string | number)[][] = [];
for (const [title, cases] of Object.entries(groups)) {
  const leaks: number[] = [];
  for (const get of Object.values(sides)) leaks.push(await count(get, cases, hasLeaked));
  rows.push([title, cases.length, ...leaks]);
}
const leakedBy = (column: number) => rows.reduce((sum, row) => sum + Number(row[column]), 0);
rows.push(["all: leaked", leakedBy(1), ...Object.keys(sides).map((_, nth) => leakedBy(nth + 2))]);
const good = goodUrls.map((url) => ({ url }));
const letThrough: number[] = [];
for (const get of Object.values(sides))
  letThrough.push(await count(get, good, (addresses) => addresses.length > 0 && addresses.every(isPublic)));
rows.push(["for comparison, good URLs: let through", good.length, ...letThrough]);
printTable(["", "cases", ...Object.keys(sides)], rows);
process.exit();
