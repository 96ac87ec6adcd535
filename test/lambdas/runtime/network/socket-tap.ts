import type { LookupAddress } from "node:dns";
import { isIP, Socket } from "node:net";
import ipaddr from "ipaddr.js";

export interface Attempt {
  address: string;
  port: number;
}

interface ConnectOptions {
  host: string;
  port: number;
  lookup?: (host: string, options: object, done: (error: null, found: LookupAddress[]) => void) => void;
}

/**
 * Stands between the code under test and the network: every connection any code tries is noted with the address it
 * would go to. Connections to public addresses are led to a local server instead (`port`), others go their way.
 */
export function tapSockets(port: () => number): { attempts: Attempt[]; restore: () => void } {
  const attempts: Attempt[] = [];
  const original = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const normalized = Array.isArray(args[0]) ? args[0] : args;
    const options = normalized[0] as ConnectOptions;
    const addresses = addressesOf(options);
    attempts.push(...addresses.map((address) => ({ address, port: options.port })));
    if (addresses.every(isPublic)) {
      normalized[0] = { ...options, host: "127.0.0.1", port: port(), lookup: undefined };
    }
    return Reflect.apply(original, this, args);
  } as typeof original;
  return {
    attempts,
    restore: () => {
      Socket.prototype.connect = original;
    },
  };
}

/** The pinned lookup answers synchronously; the system would resolve a name without one. */
function addressesOf({ host, lookup }: ConnectOptions): string[] {
  if (isIP(host)) return [host];
  let found: LookupAddress[] = [];
  lookup?.(host, { all: true }, (_, addresses) => {
    found = addresses;
  });
  return found.length > 0 ? found.map(({ address }) => address) : [`unresolved ${host}`];
}

/** A second opinion that shares no code with the service: the special ranges that ipaddr.js knows. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const isGlobal = parsed.kind() === "ipv4" || parsed.match(ipaddr.IPv6.parseCIDR("2000::/3"));
  return isGlobal && parsed.range() === "unicast";
}
