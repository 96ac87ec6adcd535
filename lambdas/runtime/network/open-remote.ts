import { isUtf8 } from "node:buffer";
import { on } from "node:events";
import type { Readable } from "node:stream";
import type { Dispatcher, Pool } from "undici";
import type { NetworkRules } from "./addresses.ts";
import { checkUrl, hostOf } from "./check-url.ts";
import { type Lookup, pinnedPool, resolveHost } from "./connection.ts";
import { contentCodingOf } from "./content-coding.ts";
import {
  blockedSource,
  sourceFailure,
  sourceHttpError,
  sourceTooLarge,
  tooManyRedirects,
} from "./source-failures.ts";

interface FetchLimits {
  rules: NetworkRules;
  maxBytes: number;
  maxRedirects: number;
  connectMs: number;
  idleMs: number;
  totalMs: number;
  lookup?: Lookup;
}

type FetchOptions = Pick<FetchLimits, "rules" | "maxBytes"> & Partial<FetchLimits>;

/** A file after its headers have arrived. Read `body` to its end, or call its iterator's `return`, to free the connection. */
interface RemoteFile {
  body: AsyncIterable<Uint8Array>;
  finalUrl: string;
}

type Answer = Dispatcher.ResponseData & { url: URL; pool: Pool };

const defaults = { maxRedirects: 3, connectMs: 5000, idleMs: 10_000, totalMs: 30_000 };

const requestHeaders = {
  accept: "image/jpeg, image/png, image/webp, */*;q=0.1",
  "accept-encoding": "identity",
  "user-agent": "image-staging-api/1.0",
};

/**
 * Opens the file at a caller's URL. Every URL, redirects included, is checked and resolved once, and the connection
 * goes to the checked addresses. Sizes are in bytes, times in milliseconds; `totalMs` also ends a body that is read too
 * slowly. Throws JobFailure with one of the `source_*` codes, and so does reading `body`.
 */
export async function openRemote(text: string, options: FetchOptions): Promise<RemoteFile> {
  const limits: FetchLimits = { ...defaults, ...options };
  const deadline = AbortSignal.timeout(limits.totalMs);
  let target = text;
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
    const answer = await get(target, limits, deadline);
    const location = redirectOf(answer);
    if (location === undefined) return await accept(answer, limits.maxBytes);
    await answer.pool.destroy();
    target = location;
  }
  throw tooManyRedirects(limits.maxRedirects);
}

async function get(target: string, limits: FetchLimits, signal: AbortSignal): Promise<Answer> {
  const checked = checkUrl(target, limits.rules);
  if (!checked.ok) throw blockedSource(checked.reason);
  const { url } = checked;
  try {
    const addresses = await resolveHost(url, limits.rules, signal, limits.lookup);
    const pool = pinnedPool(url.origin, addresses, limits);
    const request = {
      method: "GET",
      path: url.pathname + url.search,
      headers: requestHeaders,
      signal,
    } as const;
    const response = await pool.request(request).catch((error) => abandon(pool, error));
    return { ...response, url, pool };
  } catch (error) {
    throw sourceFailure(error, hostOf(url));
  }
}

async function abandon(pool: Pool, error: unknown): Promise<never> {
  await pool.destroy();
  throw error;
}

/**
 * Where an answer redirects to; undefined for any other answer, a redirect without a usable Location included. Its bytes come
 * as Latin-1, and are UTF-8 if they can be, as browsers read them.
 */
function redirectOf({ statusCode, headers, url }: Answer): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || typeof headers.location !== "string")
    return undefined;
  const bytes = Buffer.from(headers.location, "latin1");
  return URL.parse(isUtf8(bytes) ? bytes.toString() : headers.location, url.href)?.href;
}

async function accept(answer: Answer, maxBytes: number): Promise<RemoteFile> {
  const refused = refusal(answer, maxBytes);
  if (refused) return await abandon(answer.pool, refused);
  return { body: readLimited(answer, maxBytes), finalUrl: answer.url.href };
}

function refusal({ statusCode, headers, url }: Answer, maxBytes: number): Error | undefined {
  if (statusCode < 200 || statusCode > 299) {
    return sourceHttpError(`${url.hostname} answered ${statusCode}.`, statusCode);
  }
  if (statusCode === 202 && !isPicture(headers["content-type"]))
    return sourceHttpError(`${url.hostname} answered 202: it does not have the picture yet.`, statusCode);
  const coding = contentCodingOf([headers["content-encoding"] ?? []].flat());
  if (coding !== null)
    return sourceHttpError(
      `${url.hostname} sent the picture as ${coding}, which was not asked for. Serve it without Content-Encoding.`,
      statusCode,
    );
  return Number(headers["content-length"] ?? 0) > maxBytes ? sourceTooLarge(maxBytes) : undefined;
}

const isPicture = (contentType: string | string[] | undefined) => /^image\//i.test(String(contentType));

async function* readLimited({ body, url, pool }: Answer, maxBytes: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  try {
    for await (const chunk of readChunks(body)) {
      received += chunk.length;
      if (received > maxBytes) throw sourceTooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    throw sourceFailure(error, hostOf(url));
  } finally {
    await pool.destroy();
  }
}

/** Like `for await (… of body)`, which would copy chunks into larger ones and so hold twice the memory. */
async function* readChunks(body: Readable): AsyncGenerator<Uint8Array> {
  if (body.errored) throw body.errored;
  for await (const [chunk] of on(body, "data", { close: ["end"], highWaterMark: 1, lowWaterMark: 1 }))
    yield chunk;
}
