/** As many as fetch follows. */
const mostRedirects = 20;

/**
 * Sends, and follows redirects. If the request writes, it follows those alone that keep method and body (307, 308): fetch turns
 * a write into a GET for the others, and its success would pass for the write's. It returns their answer.
 */
export async function sendOnce(
  send: typeof fetch,
  url: string,
  request: RequestInit & { headers: Record<string, string> },
): Promise<Response> {
  if (request.method === "GET") return send(url, request);
  let [at, { headers }] = [url, request];
  for (let followed = 0; ; followed++) {
    const response = await send(at, { ...request, headers, redirect: "manual" });
    const target = followed < mostRedirects ? keptTarget(response, at) : null;
    if (target === null) return response;
    await response.body?.cancel();
    headers = isSameHost(at, target) ? headers : without(headers, "authorization");
    at = target;
  }
}

/** Where a redirect that keeps the method leads; null if there is none. */
function keptTarget({ status, headers }: Response, from: string): string | null {
  const location = headers.get("location");
  if ((status !== 307 && status !== 308) || location === null || !URL.canParse(location, from)) return null;
  const target = new URL(location, from);
  return /^https?:$/.test(target.protocol) ? target.href : null;
}

/** Whether the API key may go there: to the same origin, or to the same host by HTTPS. */
function isSameHost(from: string, to: string): boolean {
  const [before, after] = [new URL(from), new URL(to)];
  const isUpgrade =
    before.protocol === "http:" && after.protocol === "https:" && before.port === "" && after.port === "";
  return before.origin === after.origin || (isUpgrade && before.hostname === after.hostname);
}

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([given]) => given !== name));

/** What is wrong if an answer is a redirect that was not followed, without what may be secret in its target. */
export function redirectOf({ status, headers }: Response): string | null {
  const location = headers.get("location");
  if (status < 300 || status > 399 || location === null) return null;
  const target = location.replace(/[?#].*$/s, "");
  return `The request was redirected (${status}) to ${target}, and not sent there: check the base URL.`;
}
