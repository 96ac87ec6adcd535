import { setTimeout } from "node:timers/promises";
import { Form } from "./form.ts";
import { type Call, operations, pairsOf, pathOf, type Reply, type Send } from "./requests.ts";

export type HttpCall = { method?: string } & Pick<Call, "headers" | "body">;

const throttledByGateway = "Too many requests. Try again in a second.";

/** Calls of a service over HTTP: of a path as it is, and of an operation. */
export function overHttp(baseUrl: string) {
  /** Waits and repeats if the gateway throttles: all tests of a service share it. */
  const http = async (path: string, { method = "GET", headers, body }: HttpCall = {}): Promise<Reply> => {
    const init = { method, headers: headersOf(body, headers), ...contentOf(body) };
    for (;;) {
      const response = await fetch(`${baseUrl}${path}`, init);
      const text = await response.text();
      const parsed = { body: JSON.parse(text), headers: Object.fromEntries(response.headers) };
      if (parsed.body.error?.message !== throttledByGateway)
        return { status: response.status, text, ...parsed };
      await setTimeout(Number(parsed.headers["retry-after"]) * 1000 * Math.random());
    }
  };
  const send: Send = (operationId, { id, query, headers, body } = {}) => {
    const search = query ? `?${new URLSearchParams(pairsOf(query))}` : "";
    return http(pathOf(operationId, id) + search, { method: operations[operationId].method, headers, body });
  };
  return { http, send };
}

function contentOf(body: HttpCall["body"]): { body?: string | Uint8Array<ArrayBuffer> } {
  if (body === undefined) return {};
  if (body instanceof Form) return { body: new Uint8Array(body.bytes()) };
  if (Buffer.isBuffer(body)) return { body: new Uint8Array(body) };
  return { body: typeof body === "string" ? body : JSON.stringify(body) };
}

function headersOf(body: HttpCall["body"], own: HttpCall["headers"] = {}): Headers {
  const headers = new Headers();
  if (body !== undefined)
    headers.set("content-type", body instanceof Form ? body.contentType : "application/json");
  for (const [name, value = []] of Object.entries(own)) {
    headers.delete(name);
    for (const one of [value].flat()) headers.append(name, one);
  }
  return headers;
}
