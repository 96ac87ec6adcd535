import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "@image-staging/local-cloud/http";
import { expect } from "vitest";

type Answer = {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  text?: string;
  cut?: "before" | "within";
  stall?: boolean;
};
export type Exchange = {
  request: string;
  body?: object;
  form?: Record<string, string | number>;
  bytes?: number;
  key?: string;
  answer: Answer;
};

/** Answers by a script of packages/clients/conformance, and keeps what did not fit it. */
export async function startScriptedServer(
  script: Exchange[],
  bodies: Record<string, unknown>,
  apiKey: string,
) {
  const left = [...script];
  const keys: string[] = [];
  const flaws: unknown[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const exchange = left.shift();
    const body = await buffer(request);
    if (!exchange) {
      flaws.push(`unexpected: ${request.method} ${request.url}`);
      return response.writeHead(404).end();
    }
    try {
      await expectRequest(request, body, exchange);
    } catch (flaw) {
      flaws.push(flaw);
    }
    return answer(response, exchange.answer);
  };
  const { url, close } = await listen(0, respond);
  // Another port is another origin. By the name localhost, some runtimes look for a server on ::1 alone.
  const other = await listen(0, respond);

  async function expectRequest(request: IncomingMessage, body: Buffer, exchange: Exchange) {
    const { method = "", headers } = request;
    expect(`${method} ${request.url}`).toBe(exchange.request);
    const key = Buffer.from(String(headers["idempotency-key"] ?? ""), "latin1").toString();
    expect([method, key.length > 0 && key.length <= 200]).toEqual([method, method === "POST"]);
    if (method === "POST") keys.push(key);
    if (exchange.key !== undefined) expect(key).toBe(exchange.key);
    // The key is for the API alone, not for what its signed URLs lead to.
    const isApi = request.url?.startsWith("/api/");
    expect(headers.authorization).toBe(isApi ? `Bearer ${apiKey}` : undefined);
    if (exchange.bytes !== undefined) expect(body.length).toBe(exchange.bytes);
    if (exchange.body) expect(JSON.parse(body.toString())).toMatchObject(exchange.body);
    if (exchange.form) expect(await fieldsOf(request, body)).toMatchObject(exchange.form);
  }

  const fill = (text: string) => text.replaceAll("{server}", url).replaceAll("{other_host}", other.url);

  function answer(response: ServerResponse, { status = 200, headers = {}, body, text, cut, stall }: Answer) {
    if (stall) return undefined;
    if (cut === "before") return response.destroy();
    if (cut === "within") {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"job_id": ', () => response.destroy());
      return undefined;
    }
    const { location, ...others } = headers;
    const moved = location === undefined ? {} : { location: fill(location) };
    response.writeHead(status, { "content-type": "application/json", ...others, ...moved });
    return response.end(text ?? fill(JSON.stringify(bodies[body ?? ""])));
  }

  const closeBoth = async () => {
    await Promise.all([close(), other.close()]);
  };
  return { url, close: closeBoth, keys, flaws, left };
}

/** The fields of a form; a file by its length. */
async function fieldsOf(request: IncomingMessage, body: Buffer) {
  const headers = { "content-type": String(request.headers["content-type"]) };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === "string" ? value : value.size]),
  );
}
