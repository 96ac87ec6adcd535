import type { ServerResponse } from "node:http";
import { targetOf } from "@image-staging/local-cloud/gateway/event";
import type { Handler } from "@image-staging/local-cloud/http";

const isRead = (method: string | undefined) => method === "GET" || method === "HEAD";

/** A path as it can be shown on a terminal: without its query, short, and without characters that control it. */
const shown = (path: string) =>
  path
    .replace(/^\/api\/v1(?=\/)/, "")
    .replace(/[^!-~]/g, "?")
    .slice(0, 120);

/**
 * Says a line when a request has been answered, as in `200 POST /generations 54 ms job_…`, with the job that it made, or
 * the code of its error. Files of the pages get a line only if they fail.
 */
export const withRequestLines =
  (handle: Handler, say: (line: string) => void): Handler =>
  async (request, response) => {
    const started = performance.now();
    const path = targetOf(request).split("?")[0] ?? "/";
    const subject = subjectOf(response);
    response.once("close", () => {
      const { statusCode, writableFinished } = response;
      if (isRead(request.method) && !path.startsWith("/api/") && statusCode < 400) return;
      const status = writableFinished ? String(statusCode) : "cut";
      const took = `${Math.round(performance.now() - started)} ms`;
      const isNew = statusCode >= 400 || !isRead(request.method);
      const named = isNew ? subject() : undefined;
      const parts = [status, request.method ?? "?", shown(path), took, named];
      say(parts.filter((part) => part !== undefined).join(" "));
    });
    await handle(request, response);
  };

/** Reads from what is sent, once it has been, which job or upload it is about, or which error it is. */
function subjectOf(response: ServerResponse): () => string | undefined {
  let sent = "";
  const { end } = response;
  Object.assign(response, {
    end: (...parameters: unknown[]) => {
      const [body] = parameters;
      if (typeof body === "string" || Buffer.isBuffer(body)) sent = body.toString();
      return Reflect.apply(end, response, parameters);
    },
  });
  return () => /"(?:job_id|ingest_id|upload_id|code)":"(\w+)"/.exec(sent)?.[1];
}
