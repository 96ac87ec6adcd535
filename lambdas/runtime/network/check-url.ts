import { isIP } from "node:net";
import { domainToUnicode } from "node:url";
import { isAllowedAddress, type NetworkRules } from "./addresses.ts";

type UrlCheck = { ok: true; url: URL } | { ok: false; reason: string };

const maxLength = 2048;

/** Names that only a private network resolves: RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`, and conventions. */
const localSuffix =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion)$/;

/**
 * Checks a source or webhook URL without touching the network: https on port 443, no credentials, a host written
 * in its usual form that is not an address or a name of a private network. `reason` is a sentence that says what
 * to change.
 */
export function checkUrl(text: string, rules: NetworkRules): UrlCheck {
  if (text.length > maxLength) return refuse(`Use a URL of at most ${maxLength} characters.`);
  if (/[\s\\\p{Cc}]/u.test(text)) {
    return refuse("Percent-encode spaces and leave out backslashes and control characters.");
  }
  const url = URL.parse(text);
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (!url || !authority) return refuse("Use an absolute URL such as https://example.com/path.");
  const reason = refusal(url, authority, rules);
  return reason ? refuse(reason) : { ok: true, url };
}

/** The host of a URL as a name or a bare address, without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function refuse(reason: string): UrlCheck {
  return { ok: false, reason };
}

function refusal(url: URL, authority: string, rules: NetworkRules): string | undefined {
  if (url.protocol !== "https:" && !(rules.allowLocal && url.protocol === "http:")) {
    return "Use an https URL.";
  }
  if (authority.includes("@")) return "Leave user name and password out of the URL.";
  if (url.port !== "" && !rules.allowLocal) return "Leave the port out of the URL: only 443 is used.";
  if (url.hostname.endsWith(".")) return "Leave out the dot at the end of the host name.";
  if (!isWrittenAsUsual(authority.replace(/:\d*$/, ""), url.hostname)) {
    return `Write the host in its usual form: ${url.hostname}.`;
  }
  return isPublicHost(hostOf(url), rules)
    ? undefined
    : "Use a host that is reachable on the public internet.";
}

/**
 * Octal, hexadecimal or shortened addresses, percent-encoded hosts and look-alike dots all become an ordinary host
 * when a URL is parsed. Callers do not need them, and another parser on the way may read them differently.
 */
function isWrittenAsUsual(written: string, hostname: string): boolean {
  const usual = written.toLowerCase().normalize("NFC");
  return usual === hostname || usual === domainToUnicode(hostname);
}

function isPublicHost(host: string, rules: NetworkRules): boolean {
  if (isIP(host)) return isAllowedAddress(host, rules);
  if (rules.allowLocal && host === "localhost") return true;
  return host.includes(".") && !localSuffix.test(host);
}
