import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { buildConnector, Pool } from "undici";
import { isAllowedAddress, type NetworkRules } from "./addresses.ts";
import { hostOf } from "./check-url.ts";
import { acceptRepeatedLength } from "./repeated-length.ts";

/** Resolves a name to all its addresses, in the resolver's order. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

/** Why no complete answer arrived. */
export type NetworkReason = "blocked" | "dns_failed" | "unreachable" | "timeout";

/** `message` names the host and the rule, never an address that a name resolved to. */
export class NetworkError extends Error {
  readonly reason: NetworkReason;

  constructor(reason: NetworkReason, message: string) {
    super(message);
    this.name = "NetworkError";
    this.reason = reason;
  }
}

const lookupAll: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/**
 * Resolves the host of a URL once. One address that must not be reached blocks the whole name: a public name has
 * no reason to include a private address. Throws NetworkError `blocked` or `dns_failed`.
 */
export async function resolveHost(
  url: URL,
  rules: NetworkRules,
  signal: AbortSignal,
  lookup: Lookup = lookupAll,
): Promise<LookupAddress[]> {
  signal.throwIfAborted();
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await lookUp(host, lookup, signal);
  if (addresses.every(({ address }) => isAllowedAddress(address, rules))) return addresses;
  throw new NetworkError("blocked", `${host} does not resolve to public addresses only.`);
}

async function lookUp(host: string, lookup: Lookup, signal: AbortSignal): Promise<LookupAddress[]> {
  const answer = lookup(host).catch(() => []);
  const addresses = await Promise.race([answer, rejectOnAbort(signal)]);
  if (addresses.length > 0) return addresses;
  throw new NetworkError("dns_failed", `The name ${host} could not be resolved.`);
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** As browsers take it. */
const mostHeaderBytes = 256 * 1024;

/**
 * Connections to one origin that go to the given, already checked addresses and nowhere else, whatever the name
 * resolves to by then. TLS still verifies the name. Proxy settings of the environment are not read.
 */
export function pinnedPool(
  origin: string,
  addresses: LookupAddress[],
  limits: { connectMs: number; idleMs: number },
): Pool {
  const connect = buildConnector({
    allowH2: false,
    timeout: limits.connectMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.ceil(limits.connectMs / addresses.length),
    lookup: (_hostname, _options, callback) => callback(null, addresses),
  });
  return new Pool(origin, {
    allowH2: false,
    headersTimeout: limits.idleMs,
    bodyTimeout: limits.idleMs,
    maxHeaderSize: mostHeaderBytes,
    connect: (options, callback) =>
      connect(options, (...[error, socket]) =>
        error ? callback(error, null) : callback(null, acceptRepeatedLength(socket)),
      ),
  });
}

const timeoutCodes = new Set([
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

/** Any error as a NetworkError. The text of socket errors is dropped: it contains addresses. */
export function asNetworkError(error: unknown, host: string): NetworkError {
  if (error instanceof NetworkError) return error;
  const { name, message } = error instanceof Error ? error : { name: "", message: "" };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (name === "TimeoutError" || timeoutCodes.has(code)) {
    return new NetworkError("timeout", `${host} did not answer in time.`);
  }
  return new NetworkError("unreachable", unreachableBecause(host, code, message));
}

function unreachableBecause(host: string, code: string, message: string): string {
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL/.test(code))
    return `No trusted TLS connection to ${host} could be made.`;
  if (code === "UND_ERR_HEADERS_OVERFLOW")
    return `${host} answered with a header of more than ${mostHeaderBytes / 1024} KiB.`;
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return `${host} answered with a body of another length than its Content-Length.`;
  const broken = /does not match the HTTP\/1.1 protocol \((.+)\)/.exec(message)?.[1];
  return broken && !/EOF/.test(broken)
    ? `${host} answered with what is not HTTP: ${broken}.`
    : `The connection to ${host} failed or broke off.`;
}
