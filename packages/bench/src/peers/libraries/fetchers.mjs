import fetch from "node-fetch";
import { useAgent } from "request-filtering-agent";
import ssrfFilter from "ssrf-req-filter";

/** A GET of a caller's URL with each guard, as its README shows it with node-fetch. */
const limit = () => AbortSignal.timeout(3000);
export const fetchers = {
  "request-filtering-agent": (url) => fetch(url, { agent: useAgent(url), signal: limit() }),
  "ssrf-req-filter": (url) => fetch(url, { agent: ssrfFilter(url), signal: limit() }),
};
