import type { LookupAddress } from "node:dns";
import type { Readable } from "node:stream";
import type { Pool } from "undici";
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

const snippetBytes = 1024;
const maxPools = 50;
const timedOut = new DOMException("The time for a post is over", "TimeoutError");
const pools = new Map<string, Pool>();

/**
 * Posts to an address that a caller named, under the same rules as `openRemote`, and follows no redirect. Never
 * throws: what went wrong is the result. `timeoutMs` bounds the whole try, name resolution and answer included.
 */
export async function post(text: string, options: PostOptions): Promise<PostResult> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(timedOut), options.timeoutMs ?? 15_000);
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

/** Closes the connections kept for the next post, once those under way have ended. */
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
  const path = `${pathname}${search}`;
  const answer = await poolFor(origin, addresses).request({ method: "POST", path, headers, body, signal });
  const retryAfter = answer.headers["retry-after"];
  return {
    outcome: "response",
    status: answer.statusCode,
    retryAfter: typeof retryAfter === "string" ? retryAfter : null,
    bodySnippet: await readSnippet(answer.body),
  };
}

/** A pool is shared only by posts whose name was just resolved to the very same addresses. */
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

/** The status is the receiver's answer: a body that then breaks off or hangs only shortens the snippet. */
function readSnippet(body: Readable): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve) => {
    body.on("data", (chunk: Uint8Array) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size >= snippetBytes) body.destroy();
    });
    body.on("error", () => {});
    body.on("close", () => resolve(printable(Buffer.concat(chunks).subarray(0, snippetBytes))));
  });
}

/** Operators read snippets in terminals and logs, so control characters (terminal sequences) do not get through. */
function printable(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes, { stream: true }).replace(/[^\P{Cc}\n\t]/gu, " ");
  if (text.length * 3 <= snippetBytes) return text;
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(snippetBytes)).read);
}
