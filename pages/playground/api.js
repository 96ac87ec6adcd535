const { api_key } = await readKey();

/** The page can be open before the service is: it asks until it is there. */
async function readKey() {
  for (;;) {
    const answer = await fetch("/playground/session.json").catch(() => undefined);
    if (answer?.ok) return answer.json();
    await pause(1000);
  }
}

export const key = api_key;
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The service's refusal, or a connection that failed (`status` 0). */
export class CallFailed extends Error {
  constructor(status, body, retryAfter) {
    super(
      body?.error?.message ?? (status ? `The service answered ${status}.` : "The service cannot be reached."),
    );
    Object.assign(this, { status, body, retryAfter });
    this.isPassing = status === 0 || status === 429 || status >= 500;
  }
}

/** One call. What was answered is on the result, for the page to show. */
async function call(method, path, { body, idempotencyKey, signal } = {}) {
  const headers = { authorization: `Bearer ${api_key}` };
  if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
  const isForm = body instanceof FormData;
  if (body && !isForm) headers["content-type"] = "application/json";
  const init = { method, headers, signal, body: isForm || !body ? body : JSON.stringify(body) };
  const response = await fetch(`/api/v1/${path}`, init).catch((error) => {
    throw error.name === "AbortError" ? error : new CallFailed(0);
  });
  const answer = await response.json().catch(() => undefined);
  if (!response.ok)
    throw new CallFailed(response.status, answer, Number(response.headers.get("retry-after")));
  return answer;
}

const attempts = 4;

/** A write that is tried again, under the same idempotency key, while what stops it may pass. */
async function write(path, body, idempotencyKey) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call("POST", path, { body, idempotencyKey });
    } catch (error) {
      if (!error.isPassing || attempt === attempts) throw error;
      await pause((error.retryAfter || attempt) * 1000);
    }
  }
}

export const create = (body, idempotencyKey) => write("generations", body, idempotencyKey);
export const get = (jobId, signal) => call("GET", `generations/${jobId}`, { signal });
export const list = (limit) => call("GET", `generations?limit=${limit}`);
export const usage = () => call("GET", "usage/summary");
export const regenerate = (jobId, overrides, idempotencyKey) =>
  write(`generations/${jobId}/regenerate`, overrides, idempotencyKey);
export const cancel = (jobId) => write(`generations/${jobId}/cancel`, {}, crypto.randomUUID());

/** Puts a picture that is too large for a request into the object store, and returns its `upload_id`. */
export async function upload(file) {
  const wanted = { content_length: file.size, content_type: file.type };
  const { upload_id, url, headers } = await write("uploads", wanted, crypto.randomUUID());
  const sent = await fetch(url, {
    method: "PUT",
    body: file,
    headers: { "content-type": headers["Content-Type"] },
  });
  if (!sent.ok) throw new CallFailed(sent.status);
  return upload_id;
}
