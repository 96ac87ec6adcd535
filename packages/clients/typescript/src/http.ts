import { ApiError, type ApiErrorCode, ConnectionError } from "./errors.ts";
import { redirectOf, sendOnce } from "./redirects.ts";
import { retryAfterOf } from "./retry-after.ts";
import { headerOf, targetOf } from "./target.ts";
import { limited, pause } from "./time.ts";

export type ClientOptions = {
  /** The base address that came with your API key, such as https://api.example.com. */
  baseUrl: string;
  apiKey: string;
  /** How often a request is repeated after a 429, a retryable 5xx or a failed connection. Default 4. */
  maxRetries?: number;
  /** How long an attempt may take, its body included, in milliseconds; an upload, ten times as long. Default 60,000. */
  timeoutMs?: number;
  /** The pause before the first repetition, in milliseconds; it doubles each time. Default 500. */
  backoffMs?: number;
  /** Instead of the platform's fetch. */
  fetch?: typeof fetch;
};

/** What a single call may have: `maxRetries` and `timeoutMs` in place of the client's. */
export type CallOptions = Pick<ClientOptions, "maxRetries" | "timeoutMs"> & {
  /** Of a write: your own key, of 1 to 200 characters. Without one, each call makes a new one. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

type Query = Record<string, string | number | undefined>;
export type Call = CallOptions & {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** A path of the API, or an absolute URL, to which the key is not sent. */
  path: string;
  query?: Query;
  body?: unknown;
  /** The media type of the answer, if it has several. */
  accept?: string;
};

/** A whole answer of a call that succeeded. */
export type Answer<Body> = { body: Body; requestId: string | null; replayed: boolean };

type Terms = { idempotencyKey: string | null; timeLimit: number; signal: AbortSignal | undefined };
type Reader<Body> = (response: Response) => Promise<Body>;

/** The longest pause that grows by itself; a `retry_after` may be longer. */
const maxBackoffMs = 8000;
/** A longer `retry_after` is the caller's to wait for. */
const maxAdviceSeconds = 120;
/** A picture of 50 MiB takes longer than any other request. */
const uploadFactor = 10;

const adviceOf = (error: ApiError | ConnectionError) => (error instanceof ApiError ? error.retryAfter : null);

/** Sends requests of one organization, each repeated under the same idempotency key if that can help. */
export function connect({
  baseUrl,
  apiKey,
  backoffMs = 500,
  fetch: send = fetch,
  ...defaults
}: ClientOptions) {
  const target = targetOf(baseUrl, apiKey);

  /** Sends until an answer succeeds, cannot be repeated, or was repeated often enough. Reads it by `read`. */
  async function call<Body>(given: Call, read: Reader<Body>): Promise<Answer<Body>> {
    const key = given.method === "POST" ? (given.idempotencyKey ?? crypto.randomUUID()) : null;
    const request = requestOf(given, target.key, key);
    const url = urlOf(given, target.base);
    const { maxRetries = 4, timeoutMs = 60_000 } = { ...defaults, ...definedOf(given) };
    const timeLimit = timeoutMs * (given.method === "PUT" && !isOwn(given) ? uploadFactor : 1);
    const terms: Terms = { idempotencyKey: key, timeLimit, signal: given.signal };
    for (let retries = 0; ; retries++) {
      const outcome = await attempt(send, url, request, terms, read);
      if (!("error" in outcome)) return outcome;
      const { error } = outcome;
      const isFar = (adviceOf(error) ?? 0) > maxAdviceSeconds;
      if (!error.retryable || isFar || retries >= maxRetries) throw error;
      await pause(pauseBefore(retries, error, backoffMs), given.signal);
    }
  }

  return {
    call,
    /** A call with a JSON answer, of which the document promises that it is a Body. */
    json: <Body>(given: Call): Promise<Answer<Body>> =>
      call<Body>(given, async (response) => JSON.parse(await response.text())),
  };
}
export type Connection = ReturnType<typeof connect>;

/** An option that is undefined counts as omitted. */
const definedOf = ({ maxRetries, timeoutMs }: CallOptions): CallOptions => ({
  ...(maxRetries !== undefined && { maxRetries }),
  ...(timeoutMs !== undefined && { timeoutMs }),
});

const isOwn = ({ path }: Call) => path.startsWith("/");

function urlOf(given: Call, base: string): string {
  if (!isOwn(given)) {
    if (!URL.canParse(given.path)) throw new TypeError("The address of a picture is an absolute URL.");
    return given.path;
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given.query ?? {}))
    if (value !== undefined) query.set(name, String(value));
  return `${base}${given.path}${query.size > 0 ? `?${query}` : ""}`;
}

type Request = RequestInit & { headers: Record<string, string> };

function requestOf(given: Call, apiKey: string, key: string | null): Request {
  const { method, body, accept } = given;
  const headers: Record<string, string> = {
    ...(isOwn(given) && { authorization: `Bearer ${apiKey}` }),
    ...(accept !== undefined && { accept }),
    ...(key !== null && { "idempotency-key": headerOf(key) }),
  };
  if (body === undefined) return { method, headers };
  if (body instanceof FormData || body instanceof Blob) return { method, headers, body };
  return {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** Sends once, and returns how it failed. Throws only the reason for which the caller's signal ended it. */
async function attempt<Body>(
  send: typeof fetch,
  url: string,
  request: Request,
  { idempotencyKey, timeLimit, signal }: Terms,
  read: Reader<Body>,
): Promise<Answer<Body> | { error: ApiError | ConnectionError }> {
  signal?.throwIfAborted();
  const { signal: limit, clear } = limited(timeLimit, signal);
  let requestId: string | null = null;
  try {
    const response = await sendOnce(send, url, { ...request, signal: limit });
    requestId = response.headers.get("x-request-id");
    if (!response.ok) return { error: await refusalOf(response, { requestId, idempotencyKey }) };
    const replayed = response.headers.get("idempotent-replayed") === "true";
    return { body: await read(response), requestId, replayed };
  } catch (cause) {
    signal?.throwIfAborted();
    const [code, what] = limit.aborted
      ? ["timed_out", `No answer came within ${timeLimit} ms.`]
      : ["connection_failed", `The connection failed: ${reasonOf(cause)}`];
    return { error: new ConnectionError(code, what, true, { requestId, idempotencyKey, cause }) };
  } finally {
    clear();
  }
}

/** Why a connection failed: fetch says it in the cause of its error, at times as a code alone. */
function reasonOf(error: unknown): string {
  const { message, code, cause }: Record<string, unknown> = Object(error);
  const own = String(message || code || error);
  return cause === undefined ? own : `${own} (${reasonOf(cause)})`;
}

/** What has a `retry_after` is repeated no sooner; anything else after a pause that doubles. Both vary. */
function pauseBefore(retries: number, error: ApiError | ConnectionError, backoffMs: number): number {
  const advised = adviceOf(error);
  if (advised !== null) return advised * 1000 + Math.random() * backoffMs;
  return Math.min(maxBackoffMs, backoffMs * 2 ** retries) * (0.5 + Math.random() / 2);
}

/** An answer that is no success; a gateway or a store in front may answer without the service's envelope. */
async function refusalOf(
  response: Response,
  circumstances: { requestId: string | null; idempotencyKey: string | null },
): Promise<ApiError> {
  const { status } = response;
  const envelope: unknown = await response.json().catch(() => null);
  const error: Record<string, unknown> = Object(Object(envelope).error);
  const advice = error.retry_after;
  // A later version of the service may have another code: its status and `retryable` still say what to do.
  const isCode = (code: unknown): code is ApiErrorCode => typeof code === "string";
  return new ApiError(
    status,
    {
      code: isCode(error.code) ? error.code : "unexpected_answer",
      message:
        redirectOf(response) ??
        (typeof error.message === "string" ? error.message : `The answer has status ${status}.`),
      retryable: typeof error.retryable === "boolean" ? error.retryable : status === 429 || status >= 500,
      retry_after: typeof advice === "number" && advice >= 0 ? advice : retryAfterOf(response.headers),
    },
    circumstances,
  );
}
