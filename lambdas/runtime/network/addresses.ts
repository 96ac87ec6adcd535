import { BlockList, isIP } from "node:net";

/** Where connections may go. `allowLocal` is for the local host only: no deployed stage sets it. */
export interface NetworkRules {
  allowLocal: boolean;
}

/**
 * Ranges that are not for public hosts: IANA's special-purpose address registries, multicast and class E. Of IPv6, only
 * ranges inside the global unicast block below need to be listed; Teredo and 6to4, which embed an IPv4 address, are in
 * 2001::/23 and 2002::/16.
 */
const special = rangesOf(
  "ipv4",
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24",
  "192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24",
  "203.0.113.0/24 224.0.0.0/4 240.0.0.0/4",
);
const special6 = rangesOf("ipv6", "2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20");

/** The block of public IPv6 addresses (RFC 4291). IPv4-mapped, NAT64 and all local ranges are outside. */
const globalUnicast6 = rangesOf("ipv6", "2000::/3");

/**
 * Whether a connection may go to this address, an IPv4 or IPv6 literal: to public addresses only, and to loopback if
 * local addresses are allowed.
 */
export function isAllowedAddress(address: string, rules: NetworkRules): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (rules.allowLocal && isLoopback(address)) return true;
  if (family === 4) return !special.check(address, "ipv4");
  return globalUnicast6.check(address, "ipv6") && !special6.check(address, "ipv6");
}

function isLoopback(address: string): boolean {
  return address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}

function rangesOf(family: "ipv4" | "ipv6", ...lines: string[]): BlockList {
  const list = new BlockList();
  for (const range of lines.join(" ").split(" ")) {
    const [network = "", prefix] = range.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
