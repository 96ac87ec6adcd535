import type { LookupAddress } from "node:dns";
import type { Dispatcher, Pool } from "undici";
import type { NetworkRules } from "./addresses.ts";
import { checkUrl } from "./check-url.ts";
import {
  asNetworkError,
  type Lookup,
  NetworkError,
  type NetworkReason,
  pinnedPool,
  resolveHost,
} from "./connection.ts";

interface PostOptions {
  rules: NetworkRules;
  headers: Record<string, string>;
  body: string | Uint8Array;
  timeoutMs?: number;
  lookup?: Lookup;
}

export type PostResult =
  | {
      outcome: "response";
      status: number;
      retryAfter: string | null;
      bodySnippet: string;
      durationMs: number;
    }
  | { outcome: "error"; reason: NetworkReason; message: string; durationMs: number };

type Answered = Omit<Extract<PostResult, { outcome: "response" }>, "durationMs">;

/** What an attempt may take in milliseconds, name resolution and answer included. */
export const attemptMs = 15_000;
const snippetBytes = 500;
const maxPools = 50;
const timedOut = new DOMException("The post took too long", "TimeoutError");
const pools = new Map<string, Pool>();

/**
 * Posts to a caller's URL under the same rules as `openRemote`, without following redirects. Never throws: a failure is
 * a result. `timeoutMs` limits the whole attempt, name resolution and answer included.
 */
export async function post(text: string, options: PostOptions): Promise<PostResult> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(timedOut), options.timeoutMs ?? attemptMs);
  try {
    const answered = await send(text, options, deadline.signal);
    return { ...answered, durationMs: elapsed() };
  } catch (error) {
    const { reason, message } = asNetworkError(error, URL.parse(text)?.hostname ?? "The host");
    return { outcome: "error", reason, message, durationMs: elapsed() };
  } finally {
    clearTimeout(timer);
  }
}

/** Closes the connections that are kept open, once the posts in progress have ended. */
export async function closeConnections(): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(open.map((pool) => pool.close()));
}

async function send(text: string, options: PostOptions, signal: AbortSignal): Promise<Answered> {
  const { rules, headers, body, lookup } = options;
  const checked = checkUrl(text, rules);
  if (!checked.ok) throw new NetworkError("blocked", checked.reason);
  const { origin, pathname, search } = checked.url;
  const addresses = await resolveHost(checked.url, rules, signal, lookup);
  const request = { method: "POST", path: `${pathname}${search}`, headers, body } as const;
  return await exchange(poolFor(origin, addresses), request, signal);
}

/**
 * Sends a request and resolves once the answer has ended, has broken off, or is long enough for the snippet. The status
 * is the answer: a body that breaks off only shortens the snippet. Uses undici's `dispatch`, because `request` makes a
 * stream of every answer and takes half as long again.
 */
function exchange(pool: Pool, request: Dispatcher.DispatchOptions, signal: AbortSignal): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let head: { status: number; retryAfter: string | null } | undefined;
    let received = Buffer.alloc(0);
    const end = (error?: Error) => {
      if (head) resolve({ outcome: "response", ...head, bodySnippet: printable(received) });
      else reject(error);
    };
    signal.onabort = () => reject(signal.reason);
    pool.dispatch(request, {
      onRequestStart: (controller) => {
        if (signal.aborted) controller.abort(signal.reason);
        signal.onabort = () => controller.abort(signal.reason);
      },
      onResponseStart: (_controller, status, headers) => {
        if (status >= 200) head = { status, retryAfter: singleHeader(headers["retry-after"]) };
      },
      onResponseData: (controller, chunk) => {
        received = Buffer.concat([received, chunk]);
        if (received.length >= snippetBytes) controller.abort(new Error("The snippet is complete"));
      },
      onResponseEnd: () => end(),
      onResponseError: (_controller, error) => end(error),
    });
  });
}

const singleHeader = (value: string | string[] | undefined) => (typeof value === "string" ? value : null);

/** Posts share a pool only if their host has just been resolved to exactly the same addresses. */
function poolFor(origin: string, addresses: LookupAddress[]): Pool {
  const key = [origin, ...addresses.map(({ address }) => address).sort()].join(" ");
  const pool = pools.get(key) ?? pinnedPool(origin, addresses, { connectMs: 5000, idleMs: 15_000 });
  pools.delete(key);
  pools.set(key, pool);
  if (pools.size > maxPools) closeLeastRecent();
  return pool;
}

function closeLeastRecent(): void {
  const [key, pool] = pools.entries().next().value ?? [];
  if (key) pools.delete(key);
  void pool?.close();
}

/** Operators read snippets in terminals and logs, so control characters (terminal sequences) are replaced. */
function printable(received: Uint8Array): string {
  if (received.length === 0) return "";
  const bytes = received.subarray(0, snippetBytes);
  const text = new TextDecoder().decode(bytes, { stream: true }).replace(/[^\P{Cc}\n\t]/gu, " ");
  if (text.length * 3 <= snippetBytes) return text;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(snippetBytes)).read);
}
