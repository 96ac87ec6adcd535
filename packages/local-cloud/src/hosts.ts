import type { IncomingHttpHeaders } from "node:http";

/** Whether a host name can only mean this machine. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);

type Headers = Pick<IncomingHttpHeaders, "host" | "origin" | "sec-fetch-site" | "sec-fetch-mode">;

/** Whether a request asks for this machine: under another name, a page of another site could read the answer (DNS rebinding). */
export function isForThisMachine({ host = "" }: Headers): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && isLoopback(url.hostname);
}

/**
 * Whether a page sent a request that is neither of the host it asks nor of `pages`. Browsers say so by Origin, with every
 * request that may write or be read across origins.
 */
export const isOfAnotherOrigin = ({ origin, host }: Headers, pages: string[] = []): boolean =>
  origin !== undefined && origin !== `http://${host}` && !pages.includes(origin);

/** Whether a page of another origin loads what is asked for as a part of itself. That somebody follows its link is none. */
export const isEmbeddedElsewhere = (headers: Headers): boolean =>
  ["cross-site", "same-site"].includes(String(headers["sec-fetch-site"])) &&
  headers["sec-fetch-mode"] !== "navigate";
